import type { Types } from 'mongoose';
import { isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { CHAT, type ChatSide } from '../../shared/chat.ts';
import type { ChatMessage } from '../../shared/contracts/chat.ts';
import { type ChatPage, toDeskDto, toMessageDto } from './chat.dto.ts';
import { ChatMessageModel, ChatModel, type StoredChat, type StoredChatMessage } from './chat.model.ts';
import { noSuchChat } from './chat-owner.ts';
import { isHere } from './chat-presence.ts';
import { emitToChat } from './chat-rooms.ts';
import { storedText } from './chat-text.ts';

/** Characters of the last message in the list. */
const EXCERPT = 160;

export interface NewMessage {
  clientId: string;
  from: ChatSide;
  text: string;
  /** The answering staff member. */
  staff?: { id: string; name: string };
  /** Updates of the conversation. */
  learnt?: Partial<Pick<StoredChat, 'email' | 'name' | 'page' | 'device' | 'assignedTo' | 'assignedName'>>;
}

export interface AddedMessage {
  chat: StoredChat;
  message: StoredChatMessage;
}

/**
 * Adds a message; idempotent by `clientId`. The conversation is updated before the message is written, so a crash in
 * between leaves a waiting conversation rather than an unnoticed message.
 */
export async function addMessage(chatId: Types.ObjectId, given: NewMessage): Promise<AddedMessage> {
  const { clientId, from, staff, learnt } = given;
  const text = storedText(given.text);
  const known = await findMessage(chatId, from, clientId);
  if (known) return { message: known, chat: await requireChat(chatId) };
  const now = new Date();
  const chat = await ChatModel.findOneAndUpdate(
    { _id: chatId },
    {
      $inc: { lastSeq: 1 },
      $set: {
        ...learnt,
        state: from === 'visitor' ? 'waiting' : 'open',
        lastText: text.replace(/\s+/g, ' ').slice(0, EXCERPT),
        lastFrom: from,
        lastAt: now,
      },
    },
    { returnDocument: 'after' },
  ).lean<StoredChat>();
  if (!chat) throw noSuchChat();
  try {
    const message = await ChatMessageModel.create({
      conversationId: chatId,
      seq: chat.lastSeq,
      clientId,
      from,
      text,
      createdAt: now,
      ...(staff && { staffId: staff.id, name: staff.name }),
    });
    return { chat, message: message.toObject() };
  } catch (error) {
    const twin = isDuplicateKey(error) && (await findMessage(chatId, from, clientId));
    if (!twin) throw error;
    return { chat, message: twin };
  }
}

/** Latest messages, or those before a `seq`, oldest first. */
export async function listMessages(chatId: Types.ObjectId, before?: number): Promise<ChatPage> {
  const found = await ChatMessageModel.find({
    conversationId: chatId,
    ...(before !== undefined && { seq: { $lt: before } }),
  })
    .sort({ seq: -1 })
    .limit(CHAT.shown + 1)
    .lean<StoredChatMessage[]>();
  const messages = found.slice(0, CHAT.shown).reverse().map(toMessageDto);
  return { messages, hasEarlier: found.length > CHAT.shown };
}

/** Number of one side's messages that the other has not read. */
export function countUnread(chatId: Types.ObjectId, from: ChatSide): Promise<number> {
  return ChatMessageModel.countDocuments({ conversationId: chatId, from, readAt: null });
}

/** Number of unread visitor messages. */
export function countWaiting(): Promise<number> {
  return ChatMessageModel.countDocuments({ from: 'visitor', readAt: null });
}

/** Marks messages of `from` as read up to a `seq`, and notifies both sides. */
export async function markRead(chatId: Types.ObjectId, from: ChatSide, upTo: number): Promise<void> {
  const readAt = new Date();
  const { modifiedCount } = await ChatMessageModel.updateMany(
    { conversationId: chatId, from, seq: { $lte: upTo }, readAt: null },
    { $set: { readAt } },
  );
  if (modifiedCount === 0) return;
  const id = String(chatId);
  const told = { conversationId: id, from, upTo, readAt: readAt.toISOString() };
  emitToChat(id, 'chat:read', told);
  platform().sockets.emitToStaff('chat:read', told);
}

/**
 * Notifies both sides of a message, and staff of the conversation's state. Repeating it is harmless: browsers identify
 * messages by id.
 */
export async function tellMessage(chat: StoredChat, message: StoredChatMessage): Promise<ChatMessage> {
  const dto = toMessageDto(message);
  const told = { conversationId: String(chat._id), message: dto };
  emitToChat(told.conversationId, 'chat:message', told);
  platform().sockets.emitToStaff('chat:message', told);
  await tellDesk(chat);
  return dto;
}

/** Sends the conversation's state to staff. */
export async function tellDesk(chat: StoredChat) {
  const id = String(chat._id);
  const [unread, here, waiting] = await Promise.all([countUnread(chat._id, 'visitor'), isHere(id), countWaiting()]);
  const conversation = toDeskDto(chat, { unread, isHere: here });
  platform().sockets.emitToStaff('chat:desk', { conversation, unread: waiting });
  return conversation;
}

/** The same by id; ignores missing conversations. */
export async function tellDeskOf(chatId: string): Promise<void> {
  const chat = await ChatModel.findById(chatId).lean<StoredChat>();
  if (chat) await tellDesk(chat);
}

function findMessage(conversationId: Types.ObjectId, from: ChatSide, clientId: string) {
  return ChatMessageModel.findOne({ conversationId, from, clientId }).lean<StoredChatMessage>();
}

async function requireChat(chatId: Types.ObjectId): Promise<StoredChat> {
  const chat = await ChatModel.findById(chatId).lean<StoredChat>();
  if (!chat) throw noSuchChat();
  return chat;
}
