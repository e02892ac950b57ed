import { useEffect, useRef, useState } from 'react';
import type { Deadline, TimeLeft } from './live-event.tsx';

/**
 * Follows a moved deadline. Loaded when the page is idle.
 * @param shown what the page was made with; null for makers, who can always add
 */
export function useDeadline(
  uuid: string,
  shown: Deadline | null,
): { moved: Deadline; TimeLeft: typeof TimeLeft } | null {
  const [live, setLive] = useState<{ moved: Deadline; TimeLeft: typeof TimeLeft } | null>(null);
  const first = useRef(shown);
  useEffect(() => {
    const known = first.current;
    if (!known) return;
    let isOver = false;
    let stop: (() => void) | undefined;
    import('./live-event.tsx').then(
      ({ watchDeadline, TimeLeft }) => {
        if (!isOver) stop = watchDeadline(uuid, known, (moved) => setLive({ moved, TimeLeft }));
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
