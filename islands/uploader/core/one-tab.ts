/**
 * Runs `work` unless another tab is running it; returns whether it ran. Without the Web Locks API (plain http, old
 * phones) it always runs, and the server resolves conflicts.
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
