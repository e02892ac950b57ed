import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { ChatMessage } from '../../shared/contracts/chat.ts';
import type { DeskConversation, DeskThread } from '../../shared/contracts/chat-desk.ts';
import type { ViewerUser } from '../../shared/viewer.ts';
import { toDeskDto, toMessageDto } from './chat.dto.ts';
import { mailAnswerSoon } from './chat.jobs.ts';
import { ChatMessageModel, ChatModel, type StoredChat } from './chat.model.ts';
import {
  type AddedMessage,
  addMessage,
  countUnread,
  listMessages,
  markRead,
  tellDesk,
  tellMessage,
} from './chat-messages.ts';
import { noSuchChat } from './chat-owner.ts';
import { isHere, whoIsHere } from './chat-presence.ts';
import { emitToChat } from './chat-rooms.ts';
import { chatAnswered } from './domain-events.ts';

/* What staff do with a conversation, which the access rules have found. */

/** A conversation with its latest messages, or those before a `seq`. */
export async function threadOf(chat: StoredChat, before?: number): Promise<DeskThread> {
  const [[conversation], page] = await Promise.all([withFacts([chat]), listMessages(chat._id, before)]);
  if (!conversation) throw noSuchChat();
  return { conversation, ...page };
}

/**
 * Answers a visitor; idempotent by `clientId`. Assigns the conversation to the first staff member who answers. It stays
 * waiting if there are messages that the answer can't have meant.
 * @param given `upTo`: the last `seq` that staff saw; default: all
 */
export async function answer(
  before: StoredChat,
  staff: ViewerUser,
  { upTo, ...given }: { clientId: string; text: string; upTo?: number | undefined },
): Promise<{ message: ChatMessage; conversation: DeskConversation }> {
  const name = staff.firstName || 'VidDay';
  const added = await addMessage(before._id, {
    ...given,
    from: 'staff',
    staff: { id: staff.id, name },
    ...(!before.assignedTo && { learnt: { assignedTo: new Types.ObjectId(staff.id), assignedName: name } }),
  });
  // An answer implies that the question was read.
  await markRead(before._id, 'visitor', upTo ?? added.message.seq);
  const chat = upTo === undefined ? added.chat : await waitingIfUnread(added.chat);
  await tellMessage(chat, added.message);
  await mailAnswerSoon(chat);
  await tellAnswered(added);
  const [conversation] = await withFacts([chat]);
  if (!conversation) throw noSuchChat();
  return { message: toMessageDto(added.message), conversation };
}

async function waitingIfUnread(chat: StoredChat): Promise<StoredChat> {
  if ((await countUnread(chat._id, 'visitor')) === 0) return chat;
  const waiting = await ChatModel.findOneAndUpdate(
    { _id: chat._id, state: 'open' },
    { $set: { state: 'waiting' } },
    { returnDocument: 'after' },
  ).lean<StoredChat>();
  return waiting ?? chat;
}

/** Tells a signed-in visitor who is away; a failure is logged. */
async function tellAnswered({ chat, message }: AddedMessage): Promise<void> {
  const conversationId = String(chat._id);
  if (!chat.userId || (await isHere(conversationId))) return;
  const told = { userId: String(chat.userId), conversationId, messageId: String(message._id) };
  for (const err of await chatAnswered.emit(told)) platform().log.error({ err }, 'an answer could not be told');
}

/** Marks a visitor's messages as read up to a `seq`. */
export async function readDesk(chat: StoredChat, upTo: number): Promise<DeskConversation> {
  await markRead(chat._id, 'visitor', upTo);
  return tellDesk(chat);
}

/**
 * Closes, reopens, assigns or unassigns a conversation. WRONG_STATE for closing one with messages after `upTo`, the last
 * `seq` that staff saw; default: all.
 */
export async function changeDesk(
  before: StoredChat,
  staff: ViewerUser,
  change: { isClosed?: boolean | undefined; isMine?: boolean | undefined; upTo?: number | undefined },
): Promise<DeskConversation> {
  const { isClosed, isMine, upTo } = change;
  const isSeen = isClosed && upTo !== undefined;
  if (isSeen && (await hasUnreadAfter(before, upTo))) throw writtenAgain();
  const set = {
    ...(isClosed !== undefined && { state: isClosed ? 'closed' : before.lastFrom === 'visitor' ? 'waiting' : 'open' }),
    ...(isMine !== undefined && {
      assignedTo: isMine ? new Types.ObjectId(staff.id) : null,
      assignedName: isMine ? staff.firstName || 'VidDay' : '',
    }),
  };
  const chat = await ChatModel.findOneAndUpdate(
    // A message may be coming in just now.
    { _id: before._id, ...(isSeen && { $or: [{ lastSeq: { $lte: upTo } }, { lastFrom: 'staff' as const }] }) },
    { $set: set },
    { returnDocument: 'after' },
  ).lean<StoredChat>();
  if (!chat) throw (await ChatModel.exists({ _id: before._id })) ? writtenAgain() : noSuchChat();
  // Closed conversations have no unread messages.
  if (isClosed) await markRead(chat._id, 'visitor', upTo ?? chat.lastSeq);
  if (isClosed !== undefined)
    emitToChat(String(chat._id), 'chat:closed', { conversationId: String(chat._id), isClosed });
  return tellDesk(chat);
}

async function hasUnreadAfter({ _id, lastSeq }: StoredChat, upTo: number): Promise<boolean> {
  if (lastSeq <= upTo) return false;
  const later = { conversationId: _id, from: 'visitor' as const, seq: { $gt: upTo }, readAt: null };
  return (await ChatMessageModel.exists(later)) !== null;
}

function writtenAgain(): AppError {
  return new AppError('WRONG_STATE', { message: 'They have written again. Read that first, then close it.' });
}

/** The same for staff, with unread messages and whether the visitor is there. */
export async function withFacts(chats: readonly StoredChat[]): Promise<DeskConversation[]> {
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
