import { Types } from 'mongoose';
import type { JobContext, JobStatus } from '../../platform/job-queue.ts';
import { isMailAddress } from '../../platform/mail-address.ts';
import { platform } from '../../platform/platform.ts';
import type { Work } from '../../platform/queue/handled-jobs.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { ChatMessageModel, ChatModel, type StoredChat, type StoredChatMessage } from './chat.model.ts';
import { isStaffed } from './chat-presence.ts';
import { excerpt } from './chat-text.ts';
import { chatJobs } from './job-types.ts';

const MINUTE = 60_000;
/** How long a first message waits for others to come along in the same mail. */
const GATHERED = 2 * MINUTE;
/** How long one waits to be read by somebody who is at the desk. */
const PATIENCE = 15 * MINUTE;
/** Between two mails about one conversation. */
const PAUSE = 30 * MINUTE;
/** What has waited for longer than this was seen at the desk, or nobody mails. */
const LOOKED_BACK = 24 * 60 * MINUTE;

type Data = { conversationId: string };

/**
 * Sees to it that a visitor's message that nobody reads at the desk is mailed to `SUPPORT_EMAIL`, if there is one. Doing it
 * again changes nothing.
 */
export async function mailDeskSoon(conversationId: Types.ObjectId): Promise<void> {
  if (platform().config.supportEmail === null) return;
  const last = await ChatMessageModel.findOne({ conversationId, from: 'visitor', told: { $ne: null } }, { told: 1 })
    .sort({ seq: -1 })
    .lean<StoredChatMessage>();
  const wait = (await isStaffed()) ? PATIENCE : GATHERED;
  const runAt = new Date(Math.max(Date.now() + wait, (last?.told?.at.getTime() ?? 0) + PAUSE));
  const id = String(conversationId);
  await platform().queue.enqueue(chatJobs.waiting, { conversationId: id }, { runAt, uniqueKey: id });
}

/** Looks after messages whose process ended before it could see to a mail. Called by and by. */
export async function rescueDeskMails(): Promise<void> {
  if (platform().config.supportEmail === null) return;
  const createdAt = { $gt: new Date(Date.now() - LOOKED_BACK), $lt: new Date(Date.now() - GATHERED) };
  const waiting = { from: 'visitor' as const, readAt: null, told: null, createdAt };
  for (const id of await ChatMessageModel.distinct('conversationId', waiting)) await mailDeskSoon(id);
}

/** Does `chat.waiting`. */
export const waitingWork: Work<Data> = { run: mailDesk, ended: mailLater };

async function mailDesk({ conversationId }: Data, { jobId }: JobContext): Promise<void> {
  const { config, queue } = platform();
  const chat = await ChatModel.findById(conversationId).lean<StoredChat>();
  if (!chat || config.supportEmail === null) return;
  // What a job tells is settled once, so that a second try tells the same.
  if (!(await ChatMessageModel.exists({ conversationId: chat._id, 'told.jobId': jobId }))) {
    await ChatMessageModel.updateMany(untold(chat._id), { $set: { told: { at: new Date(), jobId } } });
  }
  const messages = await ChatMessageModel.find({ conversationId: chat._id, 'told.jobId': jobId })
    .sort({ seq: 1 })
    .lean<StoredChatMessage[]>();
  if (messages.length === 0) return;
  const key = `chat-waiting:${jobId}`;
  const email = chat.email && isMailAddress(chat.email) ? chat.email : null;
  await queue.enqueue(
    mailJobs.send,
    {
      key,
      to: config.supportEmail,
      ...(email && { replyTo: email }),
      template: 'chat-waiting',
      values: {
        from: chat.name,
        email: email ?? '',
        page: chat.page,
        message: excerpt(messages.map(({ text }) => text).join('\n\n')),
        url: `${config.appOrigin}/staff/chat/${chat._id}`,
      },
    },
    { uniqueKey: key },
  );
}

/** A message that came while the job ran found it in the queue, too late to be told by it. */
async function mailLater({ conversationId }: Data, { state }: JobStatus): Promise<void> {
  const id = new Types.ObjectId(conversationId);
  if (state === 'done' && (await ChatMessageModel.exists(untold(id)))) await mailDeskSoon(id);
}

/** Messages of a visitor that nobody at the desk has read, and that no mail has told of. */
function untold(conversationId: Types.ObjectId) {
  return { conversationId, from: 'visitor' as const, readAt: null, told: null };
}
