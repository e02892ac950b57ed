/** Keeps the screen on during uploads: phones suspend a page's network soon after they dim. */
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
      // The system releases it when the page is hidden; request it again when visible.
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
