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
/** How long an answer waits to be seen by a visitor who is there; the mail comes when it was not. */
const PATIENCE = 2 * MINUTE;
/** Answers that follow a mail within this time come together in the next one. */
const TOGETHER = 10 * MINUTE;

/** Sees to it that what the visitor does not see here reaches them by mail, if they left an address. */
export async function mailAnswerSoon(chat: StoredChat): Promise<void> {
  if (!chat.email) return;
  const mailedAgo = Date.now() - (chat.lastMailedAt?.getTime() ?? 0);
  const waits = mailedAgo < TOGETHER || (await isHere(String(chat._id)));
  await platform().queue.enqueue(
    chatJobs.answer,
    { conversationId: String(chat._id) },
    // One job for each answer: one that runs already might not have seen the latest.
    { uniqueKey: `${chat._id}:${chat.lastSeq}`, ...(waits && { runAt: new Date(Date.now() + PATIENCE) }) },
  );
}

/** Does `chat.answer`: mails what is neither seen nor mailed by then, with a link that leads back. */
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
    // After the mail is in the queue: a crash in between repeats it under the same key, which sends it once.
    const mailedAt = new Date();
    await ChatMessageModel.updateMany({ ...waiting, seq: { $lte: last.seq } }, { $set: { mailedAt } });
    await ChatModel.updateOne({ _id: chat._id }, { $set: { lastMailedAt: mailedAt } });
    await tellMessage(chat, { ...last, mailedAt });
  },
};
