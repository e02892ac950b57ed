import { useEffect, useRef, useState } from 'react';

/** Steps of an edit. They survive a reload of the tab, also those that were saved. */
interface Steps<T> {
  /** The edit that was saved when this began. */
  from: T;
  past: T[];
  now: T;
  future: T[];
}

export interface Draft<T> {
  now: T;
  from: T;
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /**
   * @param change what changes; or a function that derives it from the newest edit, as a pointer may move several
   *   times between two renderings
   * @param field what is being changed: quick changes of the same are one step
   */
  set(change: Partial<T>, field?: string): void;
  set(change: (now: T) => Partial<T>, field: string): void;
  /** Takes what was saved elsewhere meanwhile; undo brings the earlier back. */
  take(saved: Partial<T>): void;
  undo(): void;
  redo(): void;
  /** Goes on from what was saved: its steps can still be undone. */
  keep(saved: T): void;
  forget(): void;
}

/** Changes of one field within this time, in milliseconds, are one step: a slider gives many. */
const GESTURE = 700;
const MOST_STEPS = 100;

/**
 * Something that is edited, with undo and redo.
 * @param key in the tab’s storage
 * @param tidy removes fields that change nothing
 */
export function useSteps<T extends object>(key: string, saved: T, tidy: (edit: T) => T): Draft<T> {
  /** Whether two edits have the same effect. */
  const isSame = (a: T, b: T) => inOrder(tidy(a)) === inOrder(tidy(b));
  const [steps, setSteps] = useState<Steps<T>>(() => {
    const before = kept<T>(key);
    // Saved steps lead nowhere once the clip was changed elsewhere.
    const isOutdated = before && isSame(before.now, before.from) && !isSame(before.now, saved);
    return before && !isOutdated ? before : { from: saved, past: [], now: saved, future: [] };
  });
  const last = useRef({ field: '', at: 0 });
  const isChanged = !isSame(steps.now, steps.from);

  useEffect(() => remember(key, steps), [key, steps]);

  const step = (back: boolean) => {
    last.current = { field: '', at: 0 };
    setSteps((known) => {
      const [taken, given] = back ? [known.past, known.future] : [known.future, known.past];
      const next = taken.at(-1);
      if (!next) return known;
      const [rest, other] = [taken.slice(0, -1), [...given, known.now]];
      return { ...known, now: next, past: back ? rest : other, future: back ? other : rest };
    });
  };

  return {
    now: steps.now,
    from: steps.from,
    isChanged,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    set(change: Partial<T> | ((now: T) => Partial<T>), field = Object.keys(change).join()) {
      const isGoing = last.current.field === field && Date.now() - last.current.at < GESTURE;
      last.current = { field, at: Date.now() };
      setSteps(({ from, past, now }) => {
        const next = tidy({ ...now, ...(typeof change === 'function' ? change(now) : change) });
        if (isSame(next, now)) return { from, past, now, future: [] };
        return { from, past: isGoing ? past : [...past, now].slice(-MOST_STEPS), now: next, future: [] };
      });
    },
    take(saved) {
      last.current = { field: '', at: 0 };
      setSteps(({ from, past, now }) => ({
        from: tidy({ ...from, ...saved }),
        past: [...past, now].slice(-MOST_STEPS),
        now: tidy({ ...now, ...saved }),
        future: [],
      }));
    },
    undo: () => step(true),
    redo: () => step(false),
    keep(now) {
      last.current = { field: '', at: 0 };
      const saved = { from: now, past: steps.past, now, future: steps.future };
      setSteps(saved);
      remember(key, saved);
    },
    forget() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept there.
      }
    },
  };
}

function remember<T>(key: string, steps: Steps<T>): void {
  try {
    if (steps.past.length > 0 || steps.future.length > 0) sessionStorage.setItem(key, JSON.stringify(steps));
    else sessionStorage.removeItem(key);
  } catch {
    // A full or forbidden storage only loses what a reload would bring back.
  }
}

function kept<T>(key: string): Steps<T> | null {
  try {
    const steps: Steps<T> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return steps;
  } catch {
    return null;
  }
}

function inOrder(edit: object): string {
  return JSON.stringify(Object.entries(edit).sort(([a], [b]) => (a < b ? -1 : 1)));
}
