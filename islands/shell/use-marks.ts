import { useCallback, useEffect, useRef, useState } from 'react';
import { type AnalyticsMark, type AnalyticsMode, takeMarks, withMark } from '../../src/shared/analytics-marks.ts';
import {
  analyticsClientId,
  type CountingChoice,
  countingChoice,
  keepChoice,
  mayCount,
  refusesTracking,
} from '../counting/choice.ts';
import { type MarksToSend, marksToSend } from '../counting/send-marks.ts';
import type { AskToCount } from './ask-to-count.tsx';
import { readHeld, writeHeld } from './held-marks.ts';
import type { TabMessage } from './tabs.ts';

export interface Marks {
  /** The question, if there is something to count and no answer yet. */
  Question: typeof AskToCount | null;
  answer(choice: CountingChoice): void;
  /** Closes without an answer: nothing is counted. */
  close(): void;
}

/**
 * Removes marks from the URL, tells other tabs of a login, and counts with consent.
 * @param mayAsk whether this page may ask for consent; otherwise the next one that may
 */
export function useMarks(mode: AnalyticsMode, mayAsk: boolean, tell: (message: TabMessage) => void): Marks {
  const [Question, setQuestion] = useState<typeof AskToCount | null>(null);
  const waiting = useRef<MarksToSend | null>(null);

  useEffect(() => {
    const fresh = marksOfThisPage();
    if (fresh.some(({ name }) => name !== 'start_vidday')) tell('login-success');
    const marks = [...takeHeld(), ...fresh];
    if (marks.length === 0 || mode === 'off' || refusesTracking()) return;
    const choice = countingChoice();
    if (choice === 'no' || choice === 'asked') return;
    if (!choice && (!mayAsk || hasForm())) return hold(marks);
    const sending = marksToSend(marks, mode);
    waiting.current = sending;
    let isOver = false;
    if (choice === 'yes') sending.allow();
    else {
      import('./ask-to-count.tsx').then(
        ({ AskToCount: asking }) => {
          if (isOver) return;
          keepChoice('asked');
          setQuestion(() => asking);
        },
        () => hold(marks),
      );
    }
    return () => {
      isOver = true;
      sending.stop();
    };
  }, [mode, mayAsk, tell]);

  useEffect(() => (mode === 'off' ? undefined : numberStartForms()), [mode]);

  const answer = useCallback((choice: CountingChoice) => {
    keepChoice(choice);
    setQuestion(null);
    if (choice === 'yes') waiting.current?.allow();
  }, []);
  const close = useCallback(() => setQuestion(null), []);
  return { Question, answer, close };
}

/** Don't interrupt users who fill in a form or pay. */
function hasForm(): boolean {
  return document.querySelector('main form :is(input:not([type=hidden]), select, textarea)') !== null;
}

/** The latest mark of each kind. */
function hold(marks: readonly AnalyticsMark[]): void {
  writeHeld(marks.reduce(withMark, '/').slice(1));
}

function takeHeld(): AnalyticsMark[] {
  const { marks } = takeMarks(readHeld() ?? '');
  writeHeld(null);
  return marks;
}

/** Remove them from the URL, so that sharing or reloading doesn't repeat them. */
function marksOfThisPage(): AnalyticsMark[] {
  const { pathname, search, hash } = window.location;
  const { marks, rest } = takeMarks(search);
  if (rest !== search) window.history.replaceState(window.history.state, '', pathname + rest + hash);
  return marks;
}

/** Adds the browser's id to start forms, with consent. Returns a function that stops it. */
function numberStartForms(): () => void {
  const onSubmit = ({ target }: SubmitEvent) => {
    if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== '/start-a-vidday') return;
    if (!mayCount() || target.elements.namedItem('analyticsClientId')) return;
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'analyticsClientId', value: analyticsClientId() });
    target.append(field);
  };
  document.addEventListener('submit', onSubmit);
  return () => document.removeEventListener('submit', onSubmit);
}
