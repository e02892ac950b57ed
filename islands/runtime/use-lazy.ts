import { useEffect, useState } from 'react';

const LOST = 'Part of this page couldn’t load. Check your connection.';

/**
 * Loads code for a tap: prefetched when the page is idle, or at once when wanted.
 * @param attempt a new value retries
 * @param onTrouble called with a message when loading fails, and with null when it succeeds
 */
export function useLazy<T>(
  load: () => Promise<T>,
  isWanted: boolean,
  attempt: string,
  onTrouble: (words: string | null) => void,
): T | null {
  const [loaded, setLoaded] = useState<{ part: T } | null>(null);

  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [load]);

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
      () => {
        if (!isOver) onTrouble(LOST);
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
