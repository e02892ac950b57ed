import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import { mailJobs } from '../../shared/jobs.ts';
import { ChatMessageModel, ChatModel, type StoredChat, type StoredChatMessage } from './chat.model.ts';
import { tellMessage } from './chat-messages.ts';
import { newLink } from './chat-owner.ts';
import { isHere } from './chat-presence.ts';
import { excerpt } from './chat-text.ts';
import { chatJobs } from './job-types.ts';

const MINUTE = 60_000;
/** How long an answer to a present visitor may stay unread before it is mailed. */
const PATIENCE = 2 * MINUTE;
/** Answers within this time after a mail are combined in the next one. */
const TOGETHER = 10 * MINUTE;

/** Enqueues a mail for unread answers, if the visitor left an address. */
export async function mailAnswerSoon(chat: StoredChat): Promise<void> {
  if (!chat.email) return;
  const mailedAgo = Date.now() - (chat.lastMailedAt?.getTime() ?? 0);
  const waits = mailedAgo < TOGETHER || (await isHere(String(chat._id)));
  await platform().queue.enqueue(
    chatJobs.answer,
    { conversationId: String(chat._id) },
    // One job for each answer: a running job may miss the latest.
    { uniqueKey: `${chat._id}:${chat.lastSeq}`, ...(waits && { runAt: new Date(Date.now() + PATIENCE) }) },
  );
}

/** Runs `chat.answer`: mails answers that are neither read nor mailed, with a link to the conversation. */
export const answerWork: Work<JobData<typeof chatJobs.answer>> = {
  async run({ conversationId }) {
    const chat = await ChatModel.findById(conversationId).lean<StoredChat>();
    if (!chat?.email) return;
    const waiting = { conversationId: chat._id, from: 'staff' as const, readAt: null, mailedAt: null };
    const messages = await ChatMessageModel.find(waiting).sort({ seq: 1 }).lean<StoredChatMessage[]>();
    const last = messages.at(-1);
    if (!last) return;
    const url = `${platform().config.appOrigin}/chat/token/${await newLink(chat._id)}`;
    await platform().queue.enqueue(mailJobs.send, {
      key: `chat-answer:${chat._id}:${last.seq}`,
      to: chat.email,
      template: 'chat-answer',
      values: { message: excerpt(messages.map(({ text }) => text).join('\n\n')), url },
    });
    // Set after enqueueing: a crash in between repeats it with the same key, which sends once.
    const mailedAt = new Date();
    await ChatMessageModel.updateMany({ ...waiting, seq: { $lte: last.seq } }, { $set: { mailedAt } });
    await ChatModel.updateOne({ _id: chat._id }, { $set: { lastMailedAt: mailedAt } });
    await tellMessage(chat, { ...last, mailedAt });
  },
};
