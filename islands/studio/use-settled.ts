import { useCallback, useEffect, useRef } from 'react';

/** Several changes close together are fetched as one. */
const SETTLE = 250;

/**
 * A function that runs `work` once a little after its last call. One run at a time, so that none overtakes another; calls
 * during a run lead to one more.
 */
export function useSettled(work: () => Promise<void>): () => void {
  const latest = useRef(work);
  latest.current = work;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const state = useRef<'idle' | 'running' | 'once more'>('idle');
  useEffect(() => () => clearTimeout(timer.current ?? undefined), []);
  return useCallback(() => {
    const run = async () => {
      if (state.current !== 'idle') {
        state.current = 'once more';
        return;
      }
      do {
        state.current = 'running';
        // What could not be fetched comes with the next change or reconnect.
        await latest.current().catch(() => undefined);
      } while (isWanted(state.current));
      state.current = 'idle';
    };
    clearTimeout(timer.current ?? undefined);
    timer.current = setTimeout(() => void run(), SETTLE);
  }, []);
}

const isWanted = (state: string) => state === 'once more';
