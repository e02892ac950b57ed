import type { ChatConversation, ChatMessage } from '../../shared/contracts/chat.ts';
import { toConversationDto } from './chat.dto.ts';
import { mailAnswerSoon } from './chat.jobs.ts';
import { ChatModel, type StoredChat } from './chat.model.ts';
import { countUnread, listMessages, markRead, tellDesk } from './chat-messages.ts';
import { type ChatVisitor, noSuchChat } from './chat-owner.ts';
import { isStaffed } from './chat-presence.ts';
import { storedText } from './chat-text.ts';
import { begin, countBeginning, type Spoken, say } from './chat-writing.ts';

/* A visitor's own conversation, which the access rules have found. */

export interface ChatStanding {
  isStaffed: boolean;
  conversation: ChatConversation;
}

/** The visitor's conversation, if any. */
export async function myChat(
  chat: StoredChat | null,
): Promise<{ isStaffed: boolean; conversation: ChatConversation | null }> {
  const [staffed, conversation] = await Promise.all([isStaffed(), chat && conversationOf(chat)]);
  return { isStaffed: staffed, conversation };
}

/** A conversation, with its latest messages or those before a `seq`. */
export async function getChat(chat: StoredChat, before?: number): Promise<ChatStanding> {
  return { isStaffed: await isStaffed(), conversation: await conversationOf(chat, before) };
}

/**
 * Starts a conversation, or adds to an existing one. TOO_MANY_REQUESTS past the limits.
 * @param ownerKey of a new conversation
 */
export async function startChat(
  { visitor, chat: known, ownerKey }: { visitor: ChatVisitor; chat: StoredChat | null; ownerKey: string },
  spoken: Spoken & { email?: string | undefined },
): Promise<ChatStanding> {
  storedText(spoken.text);
  const chat = known ?? (await begin(ownerKey, visitor, spoken));
  await say(chat, visitor, spoken, spoken.email);
  return { isStaffed: await isStaffed(), conversation: await conversationOf(await refreshed(chat)) };
}

/** Adds a message; reopens a closed conversation. */
export async function sendMessage(
  chat: StoredChat,
  visitor: ChatVisitor,
  spoken: Spoken,
): Promise<{ isStaffed: boolean; message: ChatMessage }> {
  const message = await say(chat, visitor, spoken);
  return { isStaffed: await isStaffed(), message };
}

/** Marks answers as read up to a `seq`. @returns number of unread ones */
export async function readChat(chat: StoredChat, upTo: number): Promise<{ unread: number }> {
  await markRead(chat._id, 'staff', upTo);
  return { unread: await countUnread(chat._id, 'staff') };
}

/** Sets the address for answers, and mails a waiting one. */
export async function leaveEmail(before: StoredChat, visitor: ChatVisitor, email: string): Promise<{ email: string }> {
  await countBeginning(visitor);
  const chat = await ChatModel.findByIdAndUpdate(
    before._id,
    { $set: { email } },
    { returnDocument: 'after' },
  ).lean<StoredChat>();
  if (chat) {
    await tellDesk(chat);
    if ((await countUnread(chat._id, 'staff')) > 0) await mailAnswerSoon(chat);
  }
  return { email };
}

async function conversationOf(chat: StoredChat, before?: number): Promise<ChatConversation> {
  const [page, unread] = await Promise.all([listMessages(chat._id, before), countUnread(chat._id, 'staff')]);
  return toConversationDto(chat, page, unread);
}

async function refreshed(chat: StoredChat): Promise<StoredChat> {
  const found = await ChatModel.findById(chat._id).lean<StoredChat>();
  if (!found) throw noSuchChat();
  return found;
}
