/**
 * Starts something before the tests of the surrounding `describe` (or file) and closes it afterwards, also when it was ready
 * only after its hook had failed: what stays open would fail the tests that follow. Returns a function that gives it, for use
 * inside of hooks and tests.
 * @param what such as `API`, for an error
 */
export function useStarted<T extends { close(): Promise<void> }>(what: string, start: () => Promise<T>): () => T {
  let starting: Promise<T> | null = null;
  let started: T | null = null;
  before(async () => {
    starting = start();
    started = await starting;
  });
  after(async () => {
    const last = await starting?.catch(() => null);
    starting = null;
    started = null;
    await last?.close();
  });
  return () => {
    if (!started) throw new Error(`The ${what} is there only inside of hooks and tests`);
    return started;
  };
}
