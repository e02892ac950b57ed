/**
 * Runs `work` unless another tab is running it; returns whether it ran. Without the Web Locks API (plain http, old phones,
 * blocked cookies) it always runs, and the server resolves conflicts.
 */
export async function inOneTab(name: string, work: () => Promise<void>): Promise<boolean> {
  if (typeof navigator === 'undefined' || !navigator.locks) {
    await work();
    return true;
  }
  let isAsked = false;
  try {
    return await navigator.locks.request(`vd.upload.${name}`, { ifAvailable: true }, async (lock) => {
      isAsked = true;
      if (!lock) return false;
      await work();
      return true;
    });
  } catch (error) {
    if (isAsked) throw error;
    // The browser denies locks to this page.
    await work();
    return true;
  }
}
