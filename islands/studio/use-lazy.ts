import { useEffect, useState } from 'react';
import { noteUnloaded } from './once-gone.ts';

/**
 * Loads a part of the page when it is wanted, or prefetches it when the browser is idle. Null until it is loaded.
 * @param onFail called if it is wanted and can't be loaded
 * @param isLikely whether it is prefetched
 */
export function useLazy<T extends object>(
  load: () => Promise<T>,
  isWanted: boolean,
  onFail: () => void,
  isLikely = true,
): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers give the same functions at each render
  useEffect(() => {
    if (loaded) return;
    const fetchIt = () =>
      load().then(setLoaded, (error: unknown) => {
        if (!isWanted) return;
        noteUnloaded(error);
        onFail();
      });
    if (isWanted) {
      void fetchIt();
      return;
    }
    // Safari lacks `requestIdleCallback`.
    if (!isLikely || !window.requestIdleCallback) return;
    const idle = window.requestIdleCallback(() => void fetchIt());
    return () => window.cancelIdleCallback(idle);
  }, [isWanted, loaded]);
  return loaded;
}
