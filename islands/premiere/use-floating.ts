import { useCallback, useRef, useState } from 'react';
import type { ReactionCounts } from '../../src/shared/contracts/premieres.ts';
import { REACTIONS, type Reaction } from '../../src/shared/reactions.ts';

export interface Floating {
  key: number;
  reaction: Reaction;
  /** Where it rises, 0 to 1 over the width of its lane. */
  place: number;
}

/** At most so many rise at once; a room of hundreds would cover the film. */
const MOST = 24;
const OF_ONE_MESSAGE = 8;

/** Reactions that rise over the film for a moment. */
export function useFloating(): {
  floating: readonly Floating[];
  add(counts: ReactionCounts): void;
  drop(key: number): void;
  clear(): void;
} {
  const [floating, setFloating] = useState<readonly Floating[]>([]);
  const next = useRef(0);
  const add = useCallback((counts: ReactionCounts) => {
    const risen = REACTIONS.flatMap((reaction) =>
      Array.from({ length: Math.min(OF_ONE_MESSAGE, counts[reaction] ?? 0) }, () => ({
        key: next.current++,
        reaction,
        place: Math.random(),
      })),
    );
    setFloating((known) => [...known, ...risen].slice(-MOST));
  }, []);
  const drop = useCallback((key: number) => setFloating((known) => known.filter((each) => each.key !== key)), []);
  const clear = useCallback(() => setFloating([]), []);
  return { floating, add, drop, clear };
}
