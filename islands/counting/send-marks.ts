import { ANALYTICS_DELAY, type AnalyticsMark, type AnalyticsMode } from '../../src/shared/analytics-marks.ts';
import { type AnalyticsEventBody, sendAnalyticsEvent } from '../../src/shared/contracts/analytics.ts';
import { api } from '../runtime/api.ts';
import { analyticsClientId } from './choice.ts';

declare global {
  interface Window {
    /** Read by tag managers, if the operator uses one. */
    dataLayer?: object[];
  }
}

export interface MarksToSend {
  /** Allows sending: when due, or at once if overdue. */
  allow(): void;
  stop(): void;
}

/** Sends marks in 4 s, or earlier when the page is left; only after `allow`, and only once. */
export function marksToSend(marks: readonly AnalyticsMark[], mode: AnalyticsMode): MarksToSend {
  let isAllowed = false;
  let isDue = false;
  let isSent = false;
  const go = () => {
    if (!isAllowed || !isDue || isSent) return;
    isSent = true;
    for (const mark of marks) send(mark, mode);
  };
  const due = () => {
    isDue = true;
    go();
  };
  const timer = setTimeout(due, ANALYTICS_DELAY);
  window.addEventListener('pagehide', due);
  return {
    allow() {
      isAllowed = true;
      go();
    },
    stop() {
      clearTimeout(timer);
      window.removeEventListener('pagehide', due);
    },
  };
}

function send(mark: AnalyticsMark, mode: AnalyticsMode): void {
  const { name, ...facts } = mark;
  if (mode === 'own+datalayer') {
    window.dataLayer ??= [];
    window.dataLayer.push({ event: name, ...facts });
  }
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
  const body = { name, ...given, analyticsClientId: analyticsClientId() } as AnalyticsEventBody;
  // Failures are of no interest to the user.
  api.call(sendAnalyticsEvent, { body, keepalive: true }).catch(() => undefined);
}
