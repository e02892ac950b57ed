import { AppError } from '../../platform/errors.ts';
import { actionDone } from '../../platform/http/action-notes.ts';
import { platform } from '../../platform/platform.ts';
import type { Event } from '../../shared/contracts/events.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { ARCHIVE } from '../../shared/limits.ts';
import type { Role } from '../../shared/permissions.ts';
import { addressOfStaying } from '../users/user-addresses.service.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { titleOf } from './event-facts.service.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import { eventPremieres } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { tellNews } from './makers-news.service.ts';
import { present } from './view-event.service.ts';

/* Given events that rest are archived. Activity is any change of the stored event; what is written here is none. */

const DAY = 24 * 3_600_000;
const BATCH = 200;
const QUIET = { timestamps: false };
const [FIRST] = ARCHIVE.warnings;

/** Events with an owner who can be warned, and without a gift that is still to be sent. */
const RESTING = { status: 'delivered', ownership: 'user', deliveryId: null } as const;

/**
 * Warns the makers of events without activity, and archives those that stayed idle after the last warning. Every warning comes its
 * number of days before, however late this runs. Idempotent; safe in several processes.
 */
export async function archiveIdleEvents(now = new Date()): Promise<void> {
  const due = await EventModel.find({ 'archiving.next': { $lte: now } })
    .limit(BATCH)
    .lean<StoredEvent[]>();
  for (const event of due) await attempt(event, () => goOn(event, now));
  const idle = await EventModel.find({
    ...RESTING,
    archiving: null,
    updatedAt: { $lte: new Date(now.getTime() - (ARCHIVE.afterDays - FIRST) * DAY) },
  })
    .limit(BATCH)
    .lean<StoredEvent[]>();
  for (const event of idle) await attempt(event, () => step(event, FIRST, now));
}

/** Brings an archived event back as it was given, and starts its time again. WRONG_STATE for others. */
export async function bringBackEvent(event: EventRecord, role: Role): Promise<Event> {
  const stored = await EventModel.findOneAndUpdate(
    { _id: event.id, status: 'archived' },
    { $set: { status: 'delivered', statusBefore: null } },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!stored) throw new AppError('WRONG_STATE', { message: 'This VidDay isn’t put away.' });
  tellMakers(event.id);
  return present(toEventRecord(stored), role);
}

async function attempt(event: StoredEvent, act: () => Promise<void>): Promise<void> {
  await act().catch((err: unknown) => {
    platform().log.error({ err, eventId: String(event._id) }, 'an event could not be archived');
  });
}

/** The next warning, or the archive; with activity since the first warning it all starts over. */
async function goOn(event: StoredEvent, now: Date): Promise<void> {
  const { archiving } = event;
  if (!archiving) return;
  const rests = event.status === RESTING.status && event.ownership === RESTING.ownership && !event.deliveryId;
  if (!rests || event.updatedAt.getTime() !== archiving.since.getTime()) {
    await EventModel.updateOne(
      { _id: event._id, 'archiving.next': archiving.next },
      { $set: { archiving: null } },
      QUIET,
    );
    return;
  }
  await step(event, warningAfter(archiving.left), now);
}

/** Warns, or archives with 0 days left. A premiere that is still to come is activity. */
async function step(event: StoredEvent, left: number, now: Date): Promise<void> {
  const { _id, updatedAt } = event;
  if (await eventPremieres().isAhead(String(_id), now)) {
    await EventModel.updateOne({ _id, updatedAt, ...RESTING }, { $set: { updatedAt: now, archiving: null } }, QUIET);
  } else if (left > 0) await warn(event, left, now);
  else await archive(event);
}

async function archive({ _id, updatedAt }: StoredEvent): Promise<void> {
  const done = await EventModel.updateOne(
    { _id, updatedAt, ...RESTING },
    { $set: { status: 'archived', statusBefore: 'delivered', archiving: null } },
  );
  if (done.modifiedCount !== 1) return;
  tellMakers(String(_id));
  await actionDone.emit({ subject: String(_id), what: 'putAway', about: '', user: null, isImpersonated: false });
}

/** Sends before it records: after a crash it sends again under the same key, and nothing goes out twice. */
async function warn(stored: StoredEvent, left: number, now: Date): Promise<void> {
  const { _id, updatedAt: since } = stored;
  const stamp = `${since.toISOString()}:${left}`;
  await tellNews({ eventId: String(_id), type: 'archiveSoon', key: '', stamp, facts: { days: left } });
  await mailWarning(toEventRecord(stored), left, stamp);
  const next = new Date(now.getTime() + (left - warningAfter(left)) * DAY);
  await EventModel.updateOne(
    { _id, updatedAt: since, 'archiving.next': stored.archiving?.next ?? null },
    { $set: { archiving: { since, left, next } } },
    QUIET,
  );
}

async function mailWarning(event: EventRecord, left: number, stamp: string): Promise<void> {
  const to = event.creatorId && (await addressOfStaying(event.creatorId));
  if (!to) return;
  const { config, queue } = platform();
  const key = `archive-soon:${event.id}:${stamp}`;
  const values = { title: titleOf(event), days: String(left), url: `${config.appOrigin}/e/${event.uuid}` };
  const mail = { key, to, template: 'archive-soon' as const, occasion: event.occasion, values };
  await queue.enqueue(mailJobs.send, mail, { uniqueKey: key });
}

/** Days before the archive of the warning after this one; 0: the archive itself. */
function warningAfter(left: number): number {
  return ARCHIVE.warnings.find((days) => days < left) ?? 0;
}
