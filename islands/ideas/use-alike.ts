import { useEffect, useState } from 'react';
import type { Idea } from '../../src/shared/contracts/feedback.ts';
import { callApi } from '../shell/call-api.ts';

/** Milliseconds without a key before it is looked. */
const PAUSE = 250;
const SHORTEST = 4;
const SHOWN = 3;

/** Ideas on the list that are like what is being typed. */
export function useAlike(typed: string): Idea[] {
  const [alike, setAlike] = useState<Idea[]>([]);
  const asked = typed.trim().slice(0, 120);

  useEffect(() => {
    if (asked.length < SHORTEST) {
      setAlike([]);
      return;
    }
    const ends = new AbortController();
    const timer = setTimeout(() => {
      callApi<Idea[]>('GET', `/api/v2/feedback/ideas?q=${encodeURIComponent(asked)}`, { signal: ends.signal }).then(
        (found) => setAlike(found.slice(0, SHOWN)),
        // Only a help: what is shared twice is told by the server.
        () => undefined,
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      ends.abort();
    };
  }, [asked]);
  return alike;
}
