import { useCallback, useEffect, useRef } from 'react';

/** Debounce in milliseconds. */
const DEBOUNCE = 250;

/** Debounces `work` and collects what it was called for. Runs don't overlap; calls during a run cause one more. */
export function useDebounced<Part>(work: (parts: ReadonlySet<Part>) => Promise<void>): (...parts: Part[]) => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const asked = useRef(new Set<Part>());
  const isRunning = useRef(false);
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return useCallback((...parts: Part[]) => {
    for (const part of parts) asked.current.add(part);
    const run = async () => {
      if (isRunning.current) return;
      isRunning.current = true;
      while (asked.current.size > 0) {
        const wanted = asked.current;
        asked.current = new Set();
        // The next change or reconnect fetches it.
        await latest.current(wanted).catch(() => undefined);
      }
      isRunning.current = false;
    };
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => void run(), DEBOUNCE);
  }, []);
}
