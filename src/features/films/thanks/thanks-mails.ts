import { createHash } from 'node:crypto';
import { platform } from '../../../platform/platform.ts';
import type { Queue } from '../../../platform/queue/queue.ts';
import { mailSendJob, thanksSendJob } from '../../../shared/jobs.ts';
import { OCCASIONS } from '../../../shared/occasions.ts';
import { confirmedSender, findEvent, type StoredEvent, senderIdOf, takeMail } from '../../events/events.service.ts';
import { type MailedPerson, mailedPeople } from '../../media/media.service.ts';
import { type StoredThanks, ThanksModel } from './thanks.model.ts';
import { enqueueThanks } from './thanks.service.ts';

const BATCH = 200;

/** Does `thanks.send`. */
export function handleThanksMails(queue: Queue): void {
  queue.handle(thanksSendJob, ({ thanksId }) => mailThanks(thanksId));
}

/** Enqueues thank-yous that are due and have no job, as a process died before it could. */
export async function rescueThanks(now = new Date()): Promise<number> {
  const due = await ThanksModel.find({ sentAt: null, sendAt: { $lte: now } })
    .limit(BATCH)
    .lean<StoredThanks[]>();
  for (const each of due) await enqueueThanks(each);
  return due.length;
}

/** One that was taken back is gone. What was done before a crash is not done twice. */
async function mailThanks(id: string): Promise<void> {
  const thanks = await ThanksModel.findOne({ _id: id, sentAt: null }).lean<StoredThanks>();
  const event = thanks && (await findEvent(String(thanks.eventId)));
  if (!thanks || !event || event.status === 'deleted' || event.status === 'suspended') return;
  if (await confirmedSender(event)) {
    for (const person of await mailedPeople(event, thanks.people)) await mailPerson(person, thanks, event);
  }
  await ThanksModel.updateOne({ _id: thanks._id }, { $set: { sentAt: new Date() } });
}

async function mailPerson(person: MailedPerson, thanks: StoredThanks, event: StoredEvent): Promise<void> {
  const { email: to, firstName, receiptUrl } = person;
  if (event.recipients.some(({ email }) => email?.trim().toLowerCase() === to)) return;
  // A heart, and then words or a video: two mails at most, however often somebody is thanked.
  const kinds = thanks.kind === 'heart' ? ['heart' as const] : ['note' as const, 'video' as const];
  const mark = createHash('sha256').update(`${event._id}\n${to}`).digest('base64url');
  if (await ThanksModel.exists({ eventId: event._id, kind: { $in: kinds }, mailed: mark })) return;
  if (!(await takeMail(event, to, 'receipt'))) {
    platform().log.info({ eventId: String(event._id) }, 'a thank-you is not mailed, as there were too many');
    return;
  }
  const key = `thanks:${kinds[0]}:${mark}`;
  const values = {
    firstName,
    from: event.recipients.map((each) => each.firstName).join('\n'),
    kind: thanks.kind,
    tone: OCCASIONS[event.occasion].tone,
    url: receiptUrl,
  };
  await platform().queue.enqueue(
    mailSendJob,
    { key, to, sender: senderIdOf(event), template: 'thanks', values },
    { uniqueKey: key },
  );
  await ThanksModel.updateOne({ _id: thanks._id }, { $addToSet: { mailed: mark } });
}
