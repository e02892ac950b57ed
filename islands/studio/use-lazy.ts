import { useEffect, useState } from 'react';

/**
 * A part of the page that is fetched when it is wanted, or ahead of that once the browser is idle. Null until it is there.
 * @param onFail called where it is wanted and can't be fetched
 */
export function useLazy<T extends object>(load: () => Promise<T>, isWanted: boolean, onFail: () => void): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers give the same functions at each render
  useEffect(() => {
    if (loaded) return;
    const fetchIt = () => load().then(setLoaded, () => isWanted && onFail());
    if (isWanted) {
      void fetchIt();
      return;
    }
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) return;
    const idle = window.requestIdleCallback(() => void fetchIt());
    return () => window.cancelIdleCallback(idle);
  }, [isWanted, loaded]);
  return loaded;
}
