import { recordOf } from '../../src/shared/known-values.ts';
import { EVENT_STATUS, type EventStatus } from '../../src/shared/transitions.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const STATES: Record<EventStatus, { words: string; tone?: BadgeTone }> = {
  active: { words: 'Collecting', tone: 'good' },
  finalizing: { words: 'Making film', tone: 'info' },
  finalized: { words: 'Film ready', tone: 'info' },
  delivered: { words: 'Given' },
  suspended: { words: 'Suspended', tone: 'warn' },
  archived: { words: 'Archived' },
  deleted: { words: 'Deleted', tone: 'bad' },
};

/** The words of each state. */
export const EVENT_STATE_WORDS = recordOf(EVENT_STATUS, (status) => STATES[status].words);

export function EventState({ status }: { status: EventStatus }) {
  const { words, tone } = STATES[status];
  return <Badge tone={tone}>{words}</Badge>;
}
