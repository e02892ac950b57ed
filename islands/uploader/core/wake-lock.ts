/** Keeps the screen on while something is being sent: phones stop the network of a page soon after they dim. */
export function createWakeLock(): { want(on: boolean): void } {
  let wanted = false;
  let sentinel: WakeLockSentinel | null = null;
  let asking = false;

  async function apply(): Promise<void> {
    if (asking || typeof navigator === 'undefined' || !('wakeLock' in navigator)) return;
    if (wanted && !sentinel && document.visibilityState === 'visible') {
      asking = true;
      sentinel = await navigator.wakeLock.request('screen').catch(() => null);
      asking = false;
      // The system takes it away with the page; it is asked for again when the page is back.
      sentinel?.addEventListener('release', () => {
        sentinel = null;
      });
    }
    if (!wanted) await sentinel?.release().catch(() => {});
  }

  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', () => void apply());
  return {
    want(on) {
      if (on === wanted) return;
      wanted = on;
      void apply();
    },
  };
}
