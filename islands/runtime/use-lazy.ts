import { useEffect, useRef, useState } from 'react';
import { isOutdated } from './fetch-first.ts';

const LOST = 'Part of this page couldn’t load. Check your connection.';

/** Loads code when the page is idle, so that it is there if the connection drops. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [load]);
}

/**
 * Loads code for a tap: prefetched when the page is idle, or at once when wanted.
 * @param attempt a new value retries; where the site has been updated since, it reloads the page
 * @param onTrouble called with a message when loading fails, and with null when it succeeds
 */
export function useLazy<T>(
  load: () => Promise<T>,
  isWanted: boolean,
  attempt: string,
  onTrouble: (words: string | null) => void,
): T | null {
  const [loaded, setLoaded] = useState<{ part: T } | null>(null);
  const isGone = useRef(false);
  usePrefetch(load);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is another try
  useEffect(() => {
    if (!isWanted || loaded) return;
    let isOver = false;
    load().then(
      (part) => {
        if (isOver) return;
        setLoaded({ part });
        onTrouble(null);
      },
      (error: unknown) => {
        if (isOver) return;
        const wasGone = isGone.current;
        isGone.current = isOutdated(error);
        if (wasGone && isGone.current) location.reload();
        else onTrouble(LOST);
      },
    );
    return () => {
      isOver = true;
    };
  }, [load, isWanted, loaded, attempt]);
  return loaded?.part ?? null;
}

/** Safari lacks `requestIdleCallback`. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 2000);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(work, { timeout: 5000 });
  return () => cancelIdleCallback(id);
}
