import { useEffect, useRef, useState } from 'react';
import type { Cue } from '../../src/shared/captions.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';

/** What an editor changes: the edit, and what is said; absent: nothing. */
export type Drafted = MediaEdit & { captions?: Cue[] | undefined };

/** Unsaved steps of an edit. They survive a reload of the tab. */
interface Steps {
  /** The edit that was saved when this began. */
  from: Drafted;
  past: Drafted[];
  now: Drafted;
  future: Drafted[];
}

/** Changes of one field within this time, in milliseconds, are one step: a slider gives many. */
const GESTURE = 700;
const MOST_STEPS = 100;

/** An edit in progress, with undo and redo. */
export function useEditDraft(clipId: string, saved: Drafted) {
  const key = `edit:${clipId}`;
  const [steps, setSteps] = useState<Steps>(() => kept(key) ?? { from: saved, past: [], now: saved, future: [] });
  const last = useRef({ field: '', at: 0 });
  const isChanged = !isSame(steps.now, steps.from);

  useEffect(() => {
    try {
      if (isChanged || steps.future.length > 0) sessionStorage.setItem(key, JSON.stringify(steps));
      else sessionStorage.removeItem(key);
    } catch {
      // A full or forbidden storage only loses what a reload would bring back.
    }
  }, [key, steps, isChanged]);

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
    edit: steps.now,
    from: steps.from,
    isChanged,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    /** @param field what is being changed: quick changes of the same are one step */
    set(change: Partial<Drafted>, field = Object.keys(change).join()) {
      const isGoing = last.current.field === field && Date.now() - last.current.at < GESTURE;
      last.current = { field, at: Date.now() };
      setSteps(({ from, past, now }) => {
        const next = tidy({ ...now, ...change });
        if (isSame(next, now)) return { from, past, now, future: [] };
        return { from, past: isGoing ? past : [...past, now].slice(-MOST_STEPS), now: next, future: [] };
      });
    },
    /** Takes what was saved elsewhere meanwhile; undo brings the earlier back. */
    take(saved: Partial<Drafted>) {
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
    forget() {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept there.
      }
    },
  };
}

export type EditDraft = ReturnType<typeof useEditDraft>;

function kept(key: string): Steps | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Steps | null;
  } catch {
    return null;
  }
}

/** Without fields that change nothing. */
function tidy(edit: Drafted): Drafted {
  const idle: MediaEdit = { rotate: 0, straighten: 0, volume: 0, muted: false, denoise: false, speed: 1, fill: 'blur' };
  const kept = Object.entries(edit).filter(
    ([field, value]) =>
      value !== undefined && value !== idle[field as keyof MediaEdit] && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept);
}

/** Whether two edits have the same effect. */
function isSame(a: Drafted, b: Drafted): boolean {
  return inOrder(tidy(a)) === inOrder(tidy(b));
}

function inOrder(edit: Drafted): string {
  return JSON.stringify(Object.entries(edit).sort(([a], [b]) => (a < b ? -1 : 1)));
}
