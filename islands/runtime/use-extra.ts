import { useEffect, useState } from 'react';

/**
 * Loads an extra once it is wanted; null until then, or if loading fails: the page works without it.
 * @param isWanted asked in the browser, after the first render
 */
export function useExtra<T extends object>(load: () => Promise<T>, isWanted: () => boolean): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const mayLoad = loaded === null;
  useEffect(() => {
    if (!mayLoad || !isWanted()) return;
    let isOver = false;
    load().then(
      (extra) => {
        if (!isOver) setLoaded(extra);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [load, isWanted, mayLoad]);
  return loaded;
}
