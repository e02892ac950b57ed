import { useEffect, useRef } from 'react';

const HOUR = 3_600_000;
/** Addresses of files work for five hours at least. */
const STALE = 4 * HOUR;
const LOOK_EVERY = HOUR / 4;

/**
 * Calls back when what the page shows is four hours old, while the page is seen; a tab may stay open for days. `renew` answers
 * whether everything is new; otherwise it is called again a little later.
 */
export function useStale(renew: () => boolean | Promise<boolean>): void {
  const latest = useRef(renew);
  latest.current = renew;
  useEffect(() => {
    let since = Date.now();
    const look = async () => {
      if (Date.now() - since < STALE || document.visibilityState !== 'visible') return;
      if (await latest.current()) since = Date.now();
    };
    const onLook = () => void look();
    const timer = setInterval(onLook, LOOK_EVERY);
    document.addEventListener('visibilitychange', onLook);
    window.addEventListener('pageshow', onLook);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onLook);
      window.removeEventListener('pageshow', onLook);
    };
  }, []);
}
