import { useEffect, useState } from 'react';
import { type Idea, listIdeas } from '../../src/shared/contracts/feedback.ts';
import { api } from '../runtime/api.ts';

/** Milliseconds without a key before it is looked. */
const PAUSE = 250;
const SHORTEST = 4;
const SHOWN = 3;

/** Existing ideas similar to the typed text. */
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
      api.call(listIdeas, { query: { q: asked }, signal: ends.signal }).then(
        (found) => setAlike(found.slice(0, SHOWN)),
        // Optional: the server detects duplicates.
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
