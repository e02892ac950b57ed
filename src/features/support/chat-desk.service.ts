import { Types } from 'mongoose';
import type { ChatMessage } from '../../shared/contracts/chat.ts';
import type { DeskConversation, DeskMeta, DeskShow, DeskThread } from '../../shared/contracts/chat-desk.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { toDeskDto, toMessageDto } from './chat.dto.ts';
import { mailAnswerSoon } from './chat.jobs.ts';
import { ChatMessageModel, ChatModel, type StoredChat } from './chat.model.ts';
import {
  addMessage,
  countUnread,
  countWaiting,
  listMessages,
  markRead,
  tellDesk,
  tellMessage,
} from './chat-messages.ts';
import { noSuchChat } from './chat-owner.ts';
import { isHere, whoIsHere } from './chat-presence.ts';
import { emitToChat } from './chat-rooms.ts';

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

/** A conversation with its latest messages, or those before a `seq`. NOT_FOUND. */
export async function getDesk(id: string, before?: number): Promise<DeskThread> {
  const chat = await requireChat(id);
  const [[conversation], page] = await Promise.all([withFacts([chat]), listMessages(chat._id, before)]);
  if (!conversation) throw noSuchChat();
  return { conversation, ...page };
}

/** Answers a visitor; idempotent by `clientId`. Assigns the conversation to the first staff member who answers. */
export async function answer(
  id: string,
  staff: ViewerUser,
  given: { clientId: string; text: string },
): Promise<{ message: ChatMessage; conversation: DeskConversation }> {
  const before = await requireChat(id);
  const name = staff.firstName || 'VidDay';
  const added = await addMessage(before._id, {
    ...given,
    from: 'staff',
    staff: { id: staff.id, name },
    ...(!before.assignedTo && { learnt: { assignedTo: new Types.ObjectId(staff.id), assignedName: name } }),
  });
  // An answer implies that the question was read.
  await markRead(before._id, 'visitor', added.message.seq);
  await tellMessage(added.chat, added.message);
  await mailAnswerSoon(added.chat);
  const [conversation] = await withFacts([added.chat]);
  if (!conversation) throw noSuchChat();
  return { message: toMessageDto(added.message), conversation };
}

/** Marks a visitor's messages as read up to a `seq`. */
export async function readDesk(id: string, upTo: number): Promise<DeskConversation> {
  const chat = await requireChat(id);
  await markRead(chat._id, 'visitor', upTo);
  return tellDesk(chat);
}

/** Closes, reopens, assigns or unassigns a conversation. */
export async function changeDesk(
  id: string,
  staff: ViewerUser,
  change: { isClosed?: boolean | undefined; isMine?: boolean | undefined },
): Promise<DeskConversation> {
  const before = await requireChat(id);
  const { isClosed, isMine } = change;
  const set = {
    ...(isClosed !== undefined && { state: isClosed ? 'closed' : before.lastFrom === 'visitor' ? 'waiting' : 'open' }),
    ...(isMine !== undefined && {
      assignedTo: isMine ? new Types.ObjectId(staff.id) : null,
      assignedName: isMine ? staff.firstName || 'VidDay' : '',
    }),
  };
  const chat = await ChatModel.findByIdAndUpdate(
    before._id,
    { $set: set },
    { returnDocument: 'after' },
  ).lean<StoredChat>();
  if (!chat) throw noSuchChat();
  // Closed conversations have no unread messages.
  if (isClosed) await markRead(chat._id, 'visitor', chat.lastSeq);
  if (isClosed !== undefined) emitToChat(id, 'chat:closed', { conversationId: id, isClosed });
  return tellDesk(chat);
}

async function requireChat(id: string): Promise<StoredChat> {
  const chat = Types.ObjectId.isValid(id) ? await ChatModel.findById(id).lean<StoredChat>() : null;
  if (!chat) throw noSuchChat();
  return chat;
}

async function withFacts(chats: readonly StoredChat[]): Promise<DeskConversation[]> {
  const ids = chats.map(({ _id }) => _id);
  if (chats.length === 1 && chats[0]) {
    const [unread, here] = await Promise.all([countUnread(chats[0]._id, 'visitor'), isHere(String(chats[0]._id))]);
    return [toDeskDto(chats[0], { unread, isHere: here })];
  }
  const [counts, here] = await Promise.all([
    ChatMessageModel.aggregate<{ _id: Types.ObjectId; unread: number }>([
      { $match: { from: 'visitor', readAt: null, conversationId: { $in: ids } } },
      { $group: { _id: '$conversationId', unread: { $sum: 1 } } },
    ]),
    whoIsHere(ids.map(String)),
  ]);
  const unread = new Map(counts.map((each) => [String(each._id), each.unread]));
  return chats.map((chat) => {
    const id = String(chat._id);
    return toDeskDto(chat, { unread: unread.get(id) ?? 0, isHere: here.has(id) });
  });
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
