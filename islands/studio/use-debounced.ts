import { useCallback, useEffect, useRef } from 'react';

/** Debounce in milliseconds. */
const DEBOUNCE = 250;

/** Debounces `work`. Runs don't overlap; calls during a run cause one more. */
export function useDebounced(work: () => Promise<void>): () => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const state = useRef<'idle' | 'running' | 'again'>('idle');
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return useCallback(() => {
    const run = async () => {
      if (state.current !== 'idle') {
        state.current = 'again';
        return;
      }
      do {
        state.current = 'running';
        // The next change or reconnect fetches it.
        await latest.current().catch(() => undefined);
      } while (isWanted(state.current));
      state.current = 'idle';
    };
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => void run(), DEBOUNCE);
  }, []);
}

const isWanted = (state: string) => state === 'again';
