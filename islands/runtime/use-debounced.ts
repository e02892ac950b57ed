import { useCallback, useEffect, useRef } from 'react';
import { isBusy } from './api.ts';

/** In milliseconds: changes come in bunches. */
const DEBOUNCE = 250;
/** In milliseconds, until what a busy server did not give is asked for again. */
const RETRY = 5000;

/**
 * Debounces `work`, which loads again what has changed, and collects the parts that it was called for. Runs don't overlap,
 * so an older answer never replaces a newer one; calls during a run cause one more. What the server or the line could not give is
 * asked for again.
 */
export function useDebounced<Part = never>(
  work: (parts: ReadonlySet<Part>) => Promise<unknown>,
): (...parts: readonly Part[]) => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef<Set<Part> | null>(null);
  const isRunning = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      clearTimeout(timer.current);
    };
  }, []);
  return useCallback((...parts: readonly Part[]) => {
    asked.current ??= new Set();
    for (const part of parts) asked.current.add(part);
    const run = async () => {
      if (isRunning.current) return;
      isRunning.current = true;
      let refused: Set<Part> | null = null;
      while (asked.current) {
        const wanted = asked.current;
        asked.current = null;
        try {
          await latest.current(wanted);
        } catch (error) {
          if (isBusy(error)) refused = new Set([...(refused ?? []), ...wanted]);
        }
      }
      isRunning.current = false;
      if (!refused || isGone.current) return;
      asked.current = refused;
      timer.current = setTimeout(() => void run(), RETRY);
    };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void run(), DEBOUNCE);
  }, []);
}
