import type { ActLine } from '../../shared/audit-words.ts';
import { historyWords } from '../../shared/history.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { listHistory } from '../organisers/history.service.ts';
import { listActs } from './acts.service.ts';

/** Acts of staff that are shown. */
const ACTS = 50;

/** What happened to an event, newest first: its states, and what its makers and staff did. */
export async function storyOf(event: EventRecord): Promise<ActLine[]> {
  const [{ acts }, history] = await Promise.all([listActs({ eventId: event.id, limit: ACTS }), listHistory(event)]);
  const made = history.map(({ id, at, name, what, about }) => ({
    ...line(id, at, `${historyWords({ what, abouts: [about] })}.`),
    who: what === 'putAway' ? 'VidDay' : name || 'An organiser',
  }));
  return [...statesOf(event), ...made, ...acts].sort((one, other) => other.at.localeCompare(one.at));
}

function statesOf(event: EventRecord): ActLine[] {
  const { createdAt, deliveredAt, openedAt, deletedAt, creatorName } = event;
  const dated: [string, Date | null, string, string][] = [
    ['made', createdAt, creatorName ?? 'Somebody', 'made it.'],
    ['given', deliveredAt, 'VidDay', 'gave it to its recipient.'],
    ['opened', openedAt, 'The recipient', 'opened it.'],
    ['deleted', deletedAt, 'Somebody', 'put it in the bin.'],
  ];
  return dated.flatMap(([id, at, who, what]) => (at ? [{ ...line(id, at.toISOString(), what), who }] : []));
}

function line(id: string, at: string, what: string): ActLine {
  return { id, at, who: '', subject: null, what, why: '' };
}
