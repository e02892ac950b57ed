import { createHash } from 'node:crypto';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { SEEN_WITHIN } from '../../shared/limits.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { confirmedSender, senderIdOf, takeMail } from '../events/mails-to-others.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import { type MailedPerson, mailedPeople, thankYouClips } from '../media/clip-people.service.ts';
import { addressFor } from '../profiles/mail-choices.service.ts';
import { enqueueThanks } from './enqueue-thanks.ts';
import type { thanksJobs } from './job-types.ts';
import { type StoredThanks, ThanksModel } from './thanks.model.ts';

const BATCH = 200;

/** Does `thanks.send`. */
export const thanksWork: Work<JobData<typeof thanksJobs.send>> = { run: ({ thanksId }) => mailThanks(thanksId) };

/** Recovers from crashes: enqueues thanks that are due and have no job. */
export async function rescueThanks(now = new Date()): Promise<number> {
  const due = await ThanksModel.find({ sentAt: null, sendAt: { $lte: now } })
    .limit(BATCH)
    .lean<StoredThanks[]>();
  for (const each of due) await enqueueThanks(each);
  return due.length;
}

/** Undone thanks are gone; a video that was deleted or taken out since is announced to nobody. Idempotent. */
async function mailThanks(id: string): Promise<void> {
  const thanks = await ThanksModel.findOne({ _id: id, sentAt: null }).lean<StoredThanks>();
  const event = thanks && (await findEvent(String(thanks.eventId)));
  if (!thanks || !event || event.status === 'deleted' || event.status === 'suspended') return;
  const isThere = !thanks.mediaId || (await hasVideo(thanks));
  if (isThere && (await confirmedSender(event))) {
    for (const person of await mailedPeople(event, thanks.people)) await mailPerson(person, thanks, event);
  }
  if (isThere && thanks.to === 'all') await tellOrganiser(thanks, event);
  await ThanksModel.updateOne({ _id: thanks._id }, { $set: { sentAt: new Date() } });
}

async function hasVideo({ eventId, mediaId }: StoredThanks): Promise<boolean> {
  return (await thankYouClips(String(eventId), [String(mediaId)])).size > 0;
}

/** Notifies the studio and the makers at once, and by mail for the first heart and the first note or video. */
async function tellOrganiser({ _id, kind }: StoredThanks, event: EventRecord): Promise<void> {
  const { queue, config } = platform();
  const eventId = event.id;
  emitToEvent(eventId, 'creator', 'event:updated', { id: eventId, isThanked: true });
  await tellNews({ eventId, type: 'thankYou', key: String(_id), facts: { thanks: kind } });
  const to = event.creatorId && (await addressFor(event.creatorId, 'thankYou'));
  if (!event.creatorId || !to) return;
  const key = `thanked:${kind === 'heart' ? 'heart' : 'words'}:${eventId}`;
  const values = { ...wordsOf(event), kind, url: `${config.appOrigin}/e/${event.uuid}` };
  const unlessSeen = { userId: event.creatorId, eventId, type: 'thankYou' };
  const runAt = new Date(Date.now() + SEEN_WITHIN);
  const mail = { key, to, unlessSeen, template: 'thanked' as const, occasion: event.occasion, values };
  await queue.enqueue(mailJobs.send, mail, { uniqueKey: key, runAt });
}

function wordsOf({ recipients, occasion }: EventRecord): { from: string; tone: string } {
  return { from: recipients.map(({ firstName }) => firstName).join('\n'), tone: OCCASIONS[occasion].tone };
}

async function mailPerson(person: MailedPerson, thanks: StoredThanks, event: EventRecord): Promise<void> {
  const { email: to, firstName, receiptUrl } = person;
  if (event.recipients.some(({ email }) => email?.trim().toLowerCase() === to)) return;
  // At most two mails: one for a heart, one for a note or video.
  const kinds = thanks.kind === 'heart' ? ['heart' as const] : ['note' as const, 'video' as const];
  const mark = createHash('sha256').update(`${event.id}\n${to}`).digest('base64url');
  if (await ThanksModel.exists({ eventId: event.id, kind: { $in: kinds }, mailed: mark })) return;
  if (!(await takeMail(event, to, 'receipt'))) {
    platform().log.info({ eventId: event.id }, 'a thank-you is not mailed, as there were too many');
    return;
  }
  const key = `thanks:${kinds[0]}:${mark}`;
  const values = { ...wordsOf(event), firstName, kind: thanks.kind, url: receiptUrl };
  await platform().queue.enqueue(
    mailJobs.send,
    { key, to, sender: senderIdOf(event), template: 'thanks', occasion: event.occasion, values },
    { uniqueKey: key },
  );
  await ThanksModel.updateOne({ _id: thanks._id }, { $addToSet: { mailed: mark } });
}
