import { useCallback, useEffect, useRef } from 'react';

/** In milliseconds: changes come in bunches. */
const DEBOUNCE = 250;

/**
 * Debounces `work`, which loads again what has changed, and collects the parts that it was called for. Runs don't overlap,
 * so an older answer never replaces a newer one; calls during a run cause one more.
 */
export function useDebounced<Part = never>(
  work: (parts: ReadonlySet<Part>) => Promise<unknown>,
): (...parts: readonly Part[]) => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef<Set<Part> | null>(null);
  const isRunning = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((...parts: readonly Part[]) => {
    asked.current ??= new Set();
    for (const part of parts) asked.current.add(part);
    const run = async () => {
      if (isRunning.current) return;
      isRunning.current = true;
      while (asked.current) {
        const wanted = asked.current;
        asked.current = null;
        // The next change or connection tries again.
        await latest.current(wanted).catch(() => undefined);
      }
      isRunning.current = false;
    };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void run(), DEBOUNCE);
  }, []);
}
