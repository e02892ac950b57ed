const HOUR = 3_600_000;
/** Addresses of files work for five hours at least. */
const STALE = 4 * HOUR;
const LOOK_EVERY = HOUR / 4;

/**
 * Calls back when what the page shows is four hours old, while the page is seen; a tab may stay open for days. `renew` answers
 * whether everything is new; otherwise it is called again a little later. Returns a function that ends it.
 */
export function whenStale(renew: () => boolean | Promise<boolean>): () => void {
  let since = Date.now();
  const look = async () => {
    if (Date.now() - since > STALE && !document.hidden && (await renew())) since = Date.now();
  };
  const timer = setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
