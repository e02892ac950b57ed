import { type QueryFilter, Types } from 'mongoose';
import { searchStages, startingWith } from '../../platform/database/search-words.ts';
import type { DeskConversation, DeskMeta, DeskShow, DeskThread } from '../../shared/contracts/chat-desk.ts';
import { ChatMessageModel, ChatModel, type StoredChat } from './chat.model.ts';
import { countWaiting } from './chat-messages.ts';
import { findChat, noSuchChat } from './chat-owner.ts';
import { threadOf, withFacts } from './desk-work.ts';

/** Messages and conversations that a search finds. */
const FOUND = 200;

export interface DeskQuery {
  show: DeskShow;
  /** Who asks, for `mine`. */
  staffId?: string;
  /** Text, name or address; empty for all. */
  q: string;
  cursor?: string | undefined;
  limit: number;
}

/** Conversations for staff, latest message first. */
export async function listDesk({
  show,
  staffId = '',
  q,
  cursor,
  limit,
}: DeskQuery): Promise<{ data: DeskConversation[]; meta: DeskMeta }> {
  const asked = { ...standing(show, staffId), ...(q && { _id: { $in: await idsFor(q) } }) };
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

function standing(show: DeskShow, staffId: string): QueryFilter<StoredChat> {
  if (show === 'mine') return { assignedTo: new Types.ObjectId(staffId), state: { $ne: 'closed' } };
  return show === 'all' ? {} : { state: show };
}

/** Conversations in which these words were said, or whose name or address begins like them. */
async function idsFor(q: string): Promise<Types.ObjectId[]> {
  const stages = searchStages(q, FOUND);
  const [said, named, addressed] = await Promise.all([
    stages ? ChatMessageModel.aggregate<{ conversationId: Types.ObjectId }>(stages) : [],
    stages ? ChatModel.aggregate<{ _id: Types.ObjectId }>(stages) : [],
    ChatModel.find({ email: startingWith(q.trim().toLowerCase()) }, '_id')
      .limit(FOUND)
      .lean(),
  ]);
  return [...said.map(({ conversationId }) => conversationId), ...[...named, ...addressed].map(({ _id }) => _id)];
}

/** Items after a cursor, `TIME-ID` of the last item; an invalid cursor starts at the beginning. */
function after(cursor: string | undefined) {
  const [, time, id] = /^(\d{1,15})-([0-9a-f]{24})$/.exec(cursor ?? '') ?? [];
  if (!time || !id) return {};
  const lastAt = new Date(Number(time));
  return { $or: [{ lastAt: { $lt: lastAt } }, { lastAt, _id: { $lt: new Types.ObjectId(id) } }] };
}
