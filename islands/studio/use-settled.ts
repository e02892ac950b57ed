import { useCallback, useEffect, useRef } from 'react';

/** Debounce in milliseconds. */
const SETTLE = 250;

/**
 * A function that runs `work` once a little after its last call, with everything that was asked for until then. One run at a
 * time, so that none overtakes another; calls during a run lead to one more.
 */
export function useSettled<Part>(work: (parts: ReadonlySet<Part>) => Promise<void>): (...parts: Part[]) => void {
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
        // What could not be fetched comes with the next change or reconnect.
        await latest.current(wanted).catch(() => undefined);
      }
      isRunning.current = false;
    };
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => void run(), SETTLE);
  }, []);
}
