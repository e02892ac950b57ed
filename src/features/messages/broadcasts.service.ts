import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { newUuid } from '../../platform/id.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import type { Audience, Broadcast } from '../../shared/contracts/broadcasts.ts';
import { withName } from '../../shared/guests/nudge-words.ts';
import { mailJobs } from '../../shared/jobs.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { nextOf, sizeOf } from './audiences.ts';
import { BroadcastModel, type StoredBroadcast, type StoredTrial, TrialModel } from './broadcast.model.ts';
import { writeMail } from './mails/write-mail.tsx';

const SHOWN = 20;
/** Instead of an account: all mails are in the queue. */
const END = 'end';
/** Priority of mails to an audience: sign-in links and gifts don't wait for thousands of them. */
const AFTER_OTHERS = -1;

export interface BroadcastWords {
  audience: Audience;
  subject: string;
  message: string;
}

/** Mails it to its author only. FIELDS_REFUSED for another address than their own. */
export async function tryBroadcast(words: BroadcastWords, user: ViewerUser, testTo: string): Promise<void> {
  if (testTo !== user.email) {
    const message = 'Try it on your own address.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { testTo: message } });
  }
  await mail(`broadcast:trial:${newUuid()}`, { ...words, broadcastId: '' }, user);
  await TrialModel.replaceOne({ _id: user.id }, { ...words, triedAt: new Date() }, { upsert: true });
}

/**
 * Starts mailing an audience what its author has tried. WRONG_STATE for words they have not, and while another one is on
 * its way.
 */
export async function startBroadcast(words: BroadcastWords, user: ViewerUser): Promise<{ id: string; queued: number }> {
  if (await BroadcastModel.exists({ status: 'sending' })) throw another();
  // Taking the trial away lets the same words go out once only.
  const { deletedCount } = await TrialModel.deleteOne({ _id: user.id, ...words });
  if (deletedCount === 0) {
    throw new AppError('WRONG_STATE', { message: 'Try these words on yourself first, then send them.' });
  }
  const total = await sizeOf(words.audience);
  const fresh = { ...words, status: 'sending' as const, total, createdBy: user.id, startedAt: new Date() };
  try {
    const { _id } = await BroadcastModel.create(fresh);
    return { id: String(_id), queued: total };
  } catch (error) {
    throw isDuplicateKey(error) ? another() : error;
  }
}

function another(): AppError {
  return new AppError('WRONG_STATE', { message: 'Another mail is on its way. Wait for it, or stop it.' });
}

/** Nobody else gets it. NOT_FOUND; a mail that has ended stays as it is. */
export async function endBroadcast(id: string): Promise<{ isStopped: boolean; broadcast: Broadcast }> {
  const { modifiedCount } = await BroadcastModel.updateOne(
    { _id: id, status: 'sending' },
    { $set: { status: 'stopped', endedAt: new Date() } },
  );
  const stored = await BroadcastModel.findById(id).lean<StoredBroadcast>();
  if (!stored) throw new AppError('NOT_FOUND', { message: 'There is no such mail.' });
  return { isStopped: modifiedCount > 0, broadcast: toDto(stored) };
}

/** The latest, newest first. */
export async function latestBroadcasts(): Promise<Broadcast[]> {
  const found = await BroadcastModel.find().sort({ _id: -1 }).limit(SHOWN).lean<StoredBroadcast[]>();
  return found.map(toDto);
}

/** What an admin has tried on themselves within a day, as it will read, and for how many people; null if nothing. */
export async function trialOf(user: ViewerUser): Promise<{ words: BroadcastWords; size: number; text: string } | null> {
  const trial = await TrialModel.findById(user.id).lean<StoredTrial>();
  if (!trial) return null;
  const { audience, subject, message } = trial;
  const values = { broadcastId: '', subject, message: withName(message, user.firstName) };
  const { appOrigin: origin } = platform().config;
  const { text } = writeMail('broadcast', values, { origin, stopUrl: `${origin}/mail/unsubscribe/…`, occasion: null });
  return { words: { audience, subject, message }, size: await sizeOf(audience), text };
}

/** Whether a mail of a broadcast may still leave. */
export async function isBroadcastOn(id: string): Promise<boolean> {
  return id === '' || (await BroadcastModel.exists({ _id: id, status: { $ne: 'stopped' } })) !== null;
}

/**
 * Does `messages.broadcast`: hands some mails of each to the queue. After a crash it begins again behind the last account
 * that it noted; mails have the account in their key, so nobody gets two.
 */
export const broadcastWork: Work<unknown> = {
  async run() {
    for (const stored of await BroadcastModel.find({ status: 'sending' }).lean<StoredBroadcast[]>()) {
      await goOn(stored);
    }
  },
};

async function goOn({ _id, audience, subject, message, after }: StoredBroadcast): Promise<void> {
  const here = { _id, status: 'sending' as const, after };
  if (after === END) {
    // A turn later, so that the last mails can be stopped as well.
    await BroadcastModel.updateOne(here, { $set: { status: 'done', endedAt: new Date() } });
    return;
  }
  const part = await nextOf(audience, after ?? null);
  for (const user of part.people) {
    await mail(`broadcast:${_id}:${user.id}`, { broadcastId: String(_id), subject, message }, user);
  }
  await BroadcastModel.updateOne(here, { $set: { after: part.after ?? END }, $inc: { queued: part.people.length } });
}

async function mail(
  key: string,
  { broadcastId, subject, message }: Omit<BroadcastWords, 'audience'> & { broadcastId: string },
  { email: to, firstName }: { email: string; firstName: string },
): Promise<void> {
  const values = { broadcastId, subject, message: withName(message, firstName) };
  const options = { uniqueKey: key, priority: broadcastId ? AFTER_OTHERS : 0 };
  await platform().queue.enqueue(mailJobs.send, { key, to, template: 'broadcast', values }, options);
}

function toDto({
  _id,
  audience,
  subject,
  message,
  status,
  total,
  queued,
  startedAt,
  endedAt,
}: StoredBroadcast): Broadcast {
  return {
    id: String(_id),
    audience,
    subject,
    message,
    status,
    total,
    queued,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
