/**
 * Runs `work` unless another tab of this browser is at it; says whether it ran. Browsers without the lock manager (plain
 * http, old phones) just run it: the server then sorts out who writes.
 */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<boolean> {
  if (typeof navigator === 'undefined' || !navigator.locks) {
    await work();
    return true;
  }
  return await navigator.locks.request(`vd.upload.${name}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await work();
    return true;
  });
}
