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
/** How long a first message waits for others, to combine them in a mail. */
const GATHERED = 2 * MINUTE;
/** How long a message may stay unread while staff is online. */
const PATIENCE = 15 * MINUTE;
/** Minimum interval between mails about a conversation. */
const PAUSE = 30 * MINUTE;
/** Older messages were read at the desk, or mails are off. */
const LOOKED_BACK = 24 * 60 * MINUTE;

type Data = { conversationId: string };

/** Enqueues a mail to `SUPPORT_EMAIL`, if set, about unread visitor messages. Idempotent. */
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

/** Recovers from crashes: enqueues missing mails. Called periodically. */
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
  // The messages of a job are fixed once, so that a retry sends the same.
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

/** A message that arrived during the job was too late for its mail. */
async function mailLater({ conversationId }: Data, { state }: JobStatus): Promise<void> {
  const id = new Types.ObjectId(conversationId);
  if (state === 'done' && (await ChatMessageModel.exists(untold(id)))) await mailDeskSoon(id);
}

/** Visitor messages that are neither read nor mailed. */
function untold(conversationId: Types.ObjectId) {
  return { conversationId, from: 'visitor' as const, readAt: null, told: null };
}
