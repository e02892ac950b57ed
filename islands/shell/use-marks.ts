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
import type { TabMessage } from './tabs.ts';

/** What was done, until a page has room to ask whether it may be counted. */
const HELD = 'vd.marks';

export interface Marks {
  /** What asks, where something is to be counted and nobody has said yet whether it may be. */
  Question: typeof AskToCount | null;
  answer(choice: CountingChoice): void;
  /** Neither yes nor no: nothing is counted. */
  close(): void;
}

/**
 * Takes the marks of what was just done out of the address, tells the other tabs of a login, and counts what may be counted.
 * @param mayAsk whether this page has room for the question; otherwise the next one that has asks it
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

/** Somebody who fills in a form, or pays, is not to be interrupted. */
function hasForm(): boolean {
  return document.querySelector('main form :is(input:not([type=hidden]), select, textarea)') !== null;
}

/** For as long as the tab is open; one mark of a kind, the latest. */
function hold(marks: readonly AnalyticsMark[]): void {
  try {
    sessionStorage.setItem(HELD, marks.reduce(withMark, '/').slice(1));
  } catch {
    // A browser that keeps nothing is not asked.
  }
}

function takeHeld(): AnalyticsMark[] {
  try {
    const { marks } = takeMarks(sessionStorage.getItem(HELD) ?? '');
    sessionStorage.removeItem(HELD);
    return marks;
  } catch {
    return [];
  }
}

/** Nobody who shares or reloads the address should repeat what it says. */
function marksOfThisPage(): AnalyticsMark[] {
  const { pathname, search, hash } = window.location;
  const { marks, rest } = takeMarks(search);
  if (rest !== search) window.history.replaceState(window.history.state, '', pathname + rest + hash);
  return marks;
}

/** A VidDay that is started goes by the browser's number, where its owner agreed to that. Returns what ends it. */
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
