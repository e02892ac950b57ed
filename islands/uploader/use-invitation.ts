import { useEffect } from 'react';
import type { UploadQueue } from './core/queue.ts';
import type { Invited } from './invited.ts';

/** Tells the organiser's board how an invited guest gets on. Loaded when the page is idle. */
export function useInvitation(queue: UploadQueue | null, invited: Invited | null): void {
  const { id, key, name, email } = invited ?? {};
  useEffect(() => {
    if (!queue || !id || !key || !name) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    import('./invited.ts').then(
      ({ followInvited }) => {
        if (!isOver) stop = followInvited(queue, { id, key, name, email: email ?? null });
      },
      // Clips count as theirs all the same; only their progress is not seen.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [queue, id, key, name, email]);
}
