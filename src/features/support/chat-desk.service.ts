import { Types } from 'mongoose';
import type { DeskConversation, DeskMeta, DeskShow, DeskThread } from '../../shared/contracts/chat-desk.ts';
import { ChatMessageModel, ChatModel, type StoredChat } from './chat.model.ts';
import { countWaiting } from './chat-messages.ts';
import { findChat, noSuchChat } from './chat-owner.ts';
import { threadOf, withFacts } from './desk-work.ts';

/** Maximum conversations examined by a text search. */
const FOUND_MAX = 500;

export interface DeskQuery {
  show: DeskShow;
  /** Text, name or address; empty for all. */
  q: string;
  cursor?: string | undefined;
  limit: number;
}

/** Conversations for staff, latest message first. */
export async function listDesk({
  show,
  q,
  cursor,
  limit,
}: DeskQuery): Promise<{ data: DeskConversation[]; meta: DeskMeta }> {
  const asked = { ...(show !== 'all' && { state: show }), ...(q && (await searchFor(q))) };
  const [found, total, unread] = await Promise.all([
    ChatModel.find({ $and: [asked, after(cursor)] })
      .sort({ lastAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean<StoredChat[]>(),
    ChatModel.countDocuments(asked),
    countWaiting(),
  ]);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? `${last.lastAt.getTime()}-${last._id}` : null;
  return { data: await withFacts(shown), meta: { total, nextCursor, unread } };
}

/** A conversation by id with its latest messages. NOT_FOUND. */
export async function getDesk(id: string): Promise<DeskThread> {
  const chat = await findChat(id);
  if (!chat) throw noSuchChat();
  return threadOf(chat);
}

async function searchFor(words: string) {
  const like = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
  const said = await ChatMessageModel.find({ text: like }, 'conversationId').sort({ _id: -1 }).limit(FOUND_MAX).lean();
  return { $or: [{ name: like }, { email: like }, { _id: { $in: said.map(({ conversationId }) => conversationId) } }] };
}

/** Items after a cursor, `TIME-ID` of the last item; an invalid cursor starts at the beginning. */
function after(cursor: string | undefined) {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(cursor ?? '') ?? [];
  if (!time || !id) return {};
  const lastAt = new Date(Number(time));
  return { $or: [{ lastAt: { $lt: lastAt } }, { lastAt, _id: { $lt: new Types.ObjectId(id) } }] };
}
