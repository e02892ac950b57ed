import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { FollowUpKind } from '../../shared/follow-ups.ts';
import { listNames } from '../../shared/format.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { UNOPENED_FOR } from '../../shared/limits.ts';
import { wantsMail } from '../profiles/mail-choices.service.ts';
import { mailedRecipients, mayNudge } from './delivery-state.ts';
import { thanksDue } from './domain-events.ts';
import { EventModel, type StoredEvent } from './event.model.ts';
import { toEventRecord } from './event-record.ts';
import { tellMakers } from './event-sockets.service.ts';
import type { EventRecord } from './find-events.service.ts';
import {
  confirmedSender,
  hasMailLeft,
  requireConfirmedSender,
  senderIdOf,
  takeMail,
} from './mails-to-others.service.ts';
import { tellNews } from './makers-news.service.ts';

/* What follows a delivery by itself. One stored moment for each event: a crash delays it, and nothing is forgotten. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BATCH = 200;

type FollowUp = { at: Date; what: FollowUpKind };

/** After a delivery: whether it was opened is asked in two days. */
export function afterDelivery(now: Date): FollowUp {
  return { at: new Date(now.getTime() + UNOPENED_FOR), what: 'unopened' };
}

/** After the first opening: an hour later comes a word about thanks. */
export function afterOpening(now: Date): FollowUp {
  return { at: new Date(now.getTime() + HOUR), what: 'thanks-hour' };
}

/**
 * Reminds the recipients of a gift that waits for them, once. WRONG_STATE if it was opened, reminded of before, or given
 * only just now; FIELDS_REFUSED if nobody was reached by mail, all have stopped our mails since, or no mail is left;
 * ADDRESS_UNCONFIRMED.
 */
export async function nudgeRecipients(event: EventRecord, viewerId: string | undefined): Promise<EventRecord> {
  const mailed = mailedRecipients(event);
  if (mailed.length === 0) throw byYourself('Nobody here got it by email.');
  const now = new Date();
  if (!mayNudge(event, now.getTime())) throw notNow(event);
  await requireConfirmedSender(event, viewerId);
  const willing = await willingRecipients(event);
  if (willing.length === 0) throw byYourself(`${namesOf(mailed)} stopped our emails.`);
  const left = await Promise.all(willing.map(({ email }) => hasMailLeft(event, email)));
  if (!left.includes(true)) {
    throw byYourself(`That’s all the email we can send for you today, or to ${namesOf(willing)} at all.`);
  }
  const stored = await EventModel.findOneAndUpdate(
    { _id: event.id, status: 'delivered', openedAt: null, nudgedAt: null },
    { $set: { nudgedAt: now, followUp: { at: now, what: 'nudge' } } },
    { returnDocument: 'after' },
  ).lean<StoredEvent>();
  if (!stored) throw notNow(event);
  await follow(stored, now);
  tellMakers(event.id);
  return toEventRecord(stored);
}

/** Carries out what is due. Idempotent; what fails is tried again by the next run. */
export async function followUp(now = new Date()): Promise<void> {
  const due = await EventModel.find({
    // Written like the partial index, which would otherwise not be used.
    'followUp.what': { $type: 'string' },
    'followUp.at': { $lte: now },
  })
    .limit(BATCH)
    .lean<StoredEvent[]>();
  for (const event of due) {
    await follow(event, now).catch((err: unknown) => {
      platform().log.error({ err, eventId: String(event._id) }, 'what follows a delivery failed');
    });
  }
}

async function follow(stored: StoredEvent, now: Date): Promise<void> {
  const due = stored.followUp;
  if (!due) return;
  const event = toEventRecord(stored);
  if (event.status !== 'deleted' && event.status !== 'suspended') await DOES[due.what](event);
  const next = due.what === 'thanks-hour' && event.openedAt ? afterHour(event.openedAt, now) : null;
  await EventModel.updateOne(
    { _id: stored._id, 'followUp.what': due.what, 'followUp.at': due.at },
    { $set: { followUp: next } },
  );
}

/** The second word comes a day after the opening, and never right behind the first. */
function afterHour(openedAt: Date, now: Date): FollowUp {
  return { at: new Date(Math.max(openedAt.getTime() + DAY, now.getTime() + DAY / 2)), what: 'thanks-day' };
}

const DOES: Record<FollowUpKind, (event: EventRecord) => Promise<void>> = {
  async unopened({ id: eventId, status, openedAt, deliveredAt }) {
    if (status !== 'delivered' || openedAt || !deliveredAt) return;
    await tellNews({ eventId, type: 'unopened', key: '', stamp: deliveredAt.toISOString() });
    tellMakers(eventId);
  },
  nudge: mailNudges,
  'thanks-hour': ({ id }) => askForThanks(id, 'hour'),
  'thanks-day': ({ id }) => askForThanks(id, 'day'),
};

async function askForThanks(eventId: string, turn: 'hour' | 'day'): Promise<void> {
  const [failed] = await thanksDue.emit({ eventId, turn });
  if (failed) throw failed;
}

async function mailNudges(event: EventRecord): Promise<void> {
  if (event.openedAt || !(await confirmedSender(event))) return;
  const sender = senderIdOf(event);
  const { config, queue } = platform();
  for (const { email: to, firstName } of await willingRecipients(event)) {
    if (!(await takeMail(event, to, 'gift'))) continue;
    const key = `gift-waits:${event.id}:${createHash('sha256').update(to).digest('base64url')}`;
    const values = { firstName, from: event.creatorName ?? '', url: `${config.appOrigin}/e/${event.privateKey}` };
    await queue.enqueue(mailJobs.send, { key, to, sender, template: 'gift-waits', values }, { uniqueKey: key });
  }
}

/** Those that the delivery reached by mail, except those who have stopped our mails since. */
async function willingRecipients(event: EventRecord): Promise<ReturnType<typeof mailedRecipients>> {
  const mailed = mailedRecipients(event);
  const wants = await Promise.all(mailed.map(({ email }) => wantsMail(email, 'gifts', senderIdOf(event))));
  return mailed.filter((_each, at) => wants[at]);
}

function namesOf(recipients: readonly { firstName: string }[]): string {
  return listNames(recipients.map(({ firstName }) => firstName));
}

function byYourself(why: string): AppError {
  const message = `${why} Pass on the link again yourself.`;
  return new AppError('FIELDS_REFUSED', { message, fields: { recipients: message } });
}

function notNow({ openedAt, nudgedAt, deliveredAt }: EventRecord): AppError {
  const message = openedAt
    ? 'It’s been opened, so there’s nothing to remind of.'
    : nudgedAt
      ? 'They were reminded once already. We leave it at that.'
      : deliveredAt
        ? 'It’s only just been given. Wait two days, then we can remind them.'
        : 'Give it first.';
  return new AppError('WRONG_STATE', { message });
}
