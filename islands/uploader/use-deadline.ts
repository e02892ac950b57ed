import { useEffect, useState } from 'react';
import type { Deadline, TimeLeft } from './live-event.tsx';

/** Follows a moved deadline. Loaded when the page is idle. */
export function useDeadline(uuid: string | null): { moved: Deadline; TimeLeft: typeof TimeLeft } | null {
  const [live, setLive] = useState<{ moved: Deadline; TimeLeft: typeof TimeLeft } | null>(null);
  useEffect(() => {
    if (uuid === null) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    import('./live-event.tsx').then(
      ({ watchDeadline, TimeLeft }) => {
        if (!isOver) stop = watchDeadline(uuid, (moved) => setLive({ moved, TimeLeft }));
      },
      // Without it the page stays unchanged; the server refuses late clips.
      () => undefined,
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [uuid]);
  return live;
}
