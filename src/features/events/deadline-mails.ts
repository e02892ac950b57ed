import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { momentInWords } from '../../shared/zone-words.ts';
import { utcToZoned, zonedToUtc } from '../../shared/zoned-time.ts';
import { addressFor } from '../profiles/mail-choices.service.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { titleOf } from './event-facts.service.ts';
import { toEventRecord } from './event-record.ts';
import { eventClips } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { eventJobs } from './job-types.ts';
import { tellNews } from './makers-news.service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const TURNS = ['days-before', 'last-day'] as const;
type Turn = (typeof TURNS)[number];

/** Schedules the reminders before an event's deadline; past ones are skipped. Idempotent. */
export async function planDeadlineMails(event: Pick<EventRecord, 'id' | 'deadline' | 'timeZone'>): Promise<void> {
  const { deadline, timeZone } = event;
  if (!deadline) return;
  const data = { eventId: event.id, deadline: deadline.toISOString() };
  for (const turn of TURNS) {
    const runAt = timeOf(turn, deadline, timeZone);
    if (runAt <= new Date()) continue;
    await platform().queue.enqueue(
      eventJobs.deadlineNear,
      { ...data, turn },
      { runAt, uniqueKey: keyOf({ ...data, turn }) },
    );
  }
}

/** Runs `deadline.near`: reminds the organiser unless it is outdated. */
export const deadlineNearWork: Work<JobData<typeof eventJobs.deadlineNear>> = {
  async run(data) {
    const { eventId, deadline, turn } = data;
    const event = toEventRecord(await EventModel.findById(eventId).lean<StoredEvent>());
    // The deadline was moved, or the event was published, delivered or deleted.
    if (event?.deadline?.toISOString() !== deadline || event.status !== 'active' || event.currentFilmId) return;
    if (!event.acceptsClips) return;
    const left = event.deadline.getTime() - Date.now();
    // After a long outage, don't send a reminder that overlaps the next one or comes too late.
    if (left <= (turn === 'days-before' ? DAY : 0)) return;
    const until = momentInWords(event.deadline, event.timeZone);
    const days = turn === 'last-day' ? 0 : Math.ceil(left / DAY);
    await tellNews({ eventId, type: 'deadline', key: '', stamp: `${deadline}:${turn}`, facts: { days, until } });
    const to = event.creatorId && (await addressFor(event.creatorId, 'reminders'));
    if (!to) return;
    const summary = (await eventClips().summaries([eventId])).get(eventId);
    const { config, queue: jobs } = platform();
    const key = `deadline-near:${keyOf(data)}`;
    await jobs.enqueue(
      mailJobs.send,
      {
        key,
        to,
        until: event.deadline.getTime(),
        template: 'deadline-near',
        occasion: event.occasion,
        values: {
          title: titleOf(event),
          until,
          days: String(days),
          clips: String(summary?.media ?? 0),
          people: String(summary?.contributors ?? 0),
          url: `${config.appOrigin}/e/${event.uuid}`,
        },
      },
      { uniqueKey: key },
    );
  },
};

/** Three days before; and on the morning of the last day, earlier if the deadline itself is in the morning. */
function timeOf(turn: Turn, deadline: Date, timeZone: string): Date {
  if (turn === 'days-before') return new Date(deadline.getTime() - 3 * DAY);
  const latest = new Date(deadline.getTime() - 3 * HOUR);
  const morning = zonedToUtc(`${utcToZoned(deadline, timeZone).date}T09:00`, timeZone);
  return morning && morning < latest ? morning : latest;
}

function keyOf({ eventId, deadline, turn }: { eventId: string; deadline: string; turn: Turn }): string {
  return `${eventId}:${deadline}:${turn}`;
}
