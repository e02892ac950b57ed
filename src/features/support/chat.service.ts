import { isDuplicateKey } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { pageWithoutKeys } from '../../shared/chat.ts';
import type { ChatConversation, ChatMessage } from '../../shared/contracts/chat.ts';
import { toConversationDto, toMessageDto } from './chat.dto.ts';
import { mailAnswerSoon } from './chat.jobs.ts';
import { ChatModel, type StoredChat } from './chat.model.ts';
import { deviceInWords } from './chat-device.ts';
import { addMessage, countUnread, listMessages, markRead, tellDesk, tellMessage } from './chat-messages.ts';
import {
  type ChatVisitor,
  findByToken,
  findOwn,
  hashOf,
  nameOf,
  noSuchChat,
  ownerKeyOf,
  requireOwn,
} from './chat-owner.ts';
import { isStaffed } from './chat-presence.ts';
import { storedText } from './chat-text.ts';
import { mailDeskSoon } from './desk-mails.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const perVisitor = createLimiter('chat', { points: 20, seconds: MINUTE });
const perDay = createLimiter('chat-day', { points: 300, seconds: 24 * HOUR });
/** One IP address may be an office or a care home. */
const perAddress = createLimiter('chat-address', { points: 120, seconds: 10 * MINUTE });
const beginnings = createLimiter('chat-start', { points: 20, seconds: HOUR });

/** A message with its circumstances. */
export interface Spoken {
  clientId: string;
  text: string;
  page?: string | undefined;
  userAgent: string | undefined;
}

export interface ChatStanding {
  isStaffed: boolean;
  conversation: ChatConversation;
}

/** The visitor's conversation, if any. */
export async function myChat(
  visitor: ChatVisitor,
): Promise<{ isStaffed: boolean; conversation: ChatConversation | null }> {
  const [staffed, chat] = await Promise.all([isStaffed(), findOwn(visitor)]);
  return { isStaffed: staffed, conversation: chat && (await conversationOf(chat)) };
}

/** The visitor's conversation by id. @param before for earlier messages */
export async function getChat(id: string, visitor: ChatVisitor, before?: number): Promise<ChatStanding> {
  const chat = await requireOwn(id, visitor);
  return { isStaffed: await isStaffed(), conversation: await conversationOf(chat, before) };
}

/** The conversation of a mailed link; null if it is invalid or expired. */
export async function chatOfLink(token: string): Promise<ChatStanding | null> {
  const chat = await findByToken(token);
  return chat && { isStaffed: await isStaffed(), conversation: await conversationOf(chat) };
}

/** Starts a conversation, or adds to an existing one. TOO_MANY_REQUESTS past the limits. */
export async function startChat(
  visitor: ChatVisitor,
  spoken: Spoken & { email?: string | undefined },
): Promise<ChatStanding> {
  const ownerKey = ownerKeyOf(visitor);
  storedText(spoken.text);
  const chat = (await findOwn(visitor)) ?? (await begin(ownerKey, visitor, spoken));
  await say(chat, visitor, spoken, spoken.email);
  return { isStaffed: await isStaffed(), conversation: await conversationOf(await refreshed(chat)) };
}

/** Adds a message; reopens a closed conversation. */
export async function sendMessage(
  id: string,
  visitor: ChatVisitor,
  spoken: Spoken,
): Promise<{ isStaffed: boolean; message: ChatMessage }> {
  const message = await say(await requireOwn(id, visitor), visitor, spoken);
  return { isStaffed: await isStaffed(), message };
}

/**
 * Takes a message from the contact form. The same text from the same address within an hour counts once, as plain forms
 * can be submitted twice.
 */
export async function sendForm(
  visitor: ChatVisitor,
  given: { email: string; text: string; userAgent: string | undefined },
): Promise<void> {
  storedText(given.text);
  const hour = Math.floor(Date.now() / (HOUR * 1000));
  const mark = hashOf(`${given.email}\n${given.text}\n${hour}`);
  const clientId = uuidOf(mark);
  const isAccount = visitor.viewer.user !== null && !visitor.viewer.isImpersonated;
  const ownerKey = isAccount ? ownerKeyOf(visitor) : `form:${mark}`;
  const known = await ChatModel.findOne({ ownerKey }).lean<StoredChat>();
  const chat = known ?? (await begin(ownerKey, visitor, given));
  await say(chat, visitor, { ...given, clientId, page: '/help/contact' }, given.email);
}

/** Takes a message from the page of a mailed link, and marks answers as read. NOT_FOUND. */
export async function sendLinked(visitor: ChatVisitor, spoken: Spoken): Promise<void> {
  const chat = await findByToken(visitor.token);
  if (!chat) throw noSuchChat();
  await markRead(chat._id, 'staff', chat.lastSeq);
  await say(chat, visitor, spoken);
}

/** Marks answers as read up to a `seq`. @returns number of unread ones */
export async function readChat(id: string, visitor: ChatVisitor, upTo: number): Promise<{ unread: number }> {
  const chat = await requireOwn(id, visitor);
  await markRead(chat._id, 'staff', upTo);
  return { unread: await countUnread(chat._id, 'staff') };
}

/** Sets the address for answers, and mails a waiting one. */
export async function leaveEmail(id: string, visitor: ChatVisitor, email: string): Promise<{ email: string }> {
  const before = await requireOwn(id, visitor);
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

async function begin(ownerKey: string, visitor: ChatVisitor, spoken: Pick<Spoken, 'userAgent'>): Promise<StoredChat> {
  await countBeginning(visitor);
  const user = ownerKey.startsWith('user:') ? visitor.viewer.user : null;
  try {
    const chat = await ChatModel.create({
      ownerKey,
      userId: user?.id ?? null,
      email: user?.email ?? null,
      name: user ? nameOf(user) : '',
      device: deviceInWords(spoken.userAgent),
      state: 'waiting',
      lastAt: new Date(),
    });
    return chat.toObject();
  } catch (error) {
    // The same first message arrived twice concurrently.
    const twin = isDuplicateKey(error) && (await ChatModel.findOne({ ownerKey }).lean<StoredChat>());
    if (!twin) throw error;
    return twin;
  }
}

async function say(chat: StoredChat, visitor: ChatVisitor, spoken: Spoken, email?: string): Promise<ChatMessage> {
  await countMessage(chat, visitor);
  const { user } = visitor.viewer;
  const isOwnAccount = user !== null && chat.ownerKey === `user:${user.id}`;
  const learnt = {
    ...(isOwnAccount ? { email: email ?? user.email, name: nameOf(user) } : email && { email }),
    ...(spoken.page !== undefined && { page: pageWithoutKeys(spoken.page) }),
    ...(spoken.userAgent && { device: deviceInWords(spoken.userAgent) }),
  };
  const added = await addMessage(chat._id, { clientId: spoken.clientId, from: 'visitor', text: spoken.text, learnt });
  await tellMessage(added.chat, added.message);
  await mailDeskSoon(added.chat._id);
  return toMessageDto(added.message);
}

async function countMessage(chat: StoredChat, { viewer }: ChatVisitor): Promise<void> {
  const id = String(chat._id);
  const counts = await Promise.all([perVisitor.count(id), perDay.count(id), perAddress.count(addressKey(viewer.ip))]);
  refuseOver(counts, 'That was a lot at once. Please wait a moment; what you wrote stays here.');
}

async function countBeginning({ viewer }: ChatVisitor): Promise<void> {
  refuseOver(
    [await beginnings.count(addressKey(viewer.ip))],
    'A lot of messages are coming from your network. Please try again later.',
  );
}

function refuseOver(counts: readonly { isOver: boolean; secondsLeft: number }[], words: string): void {
  const over = counts.filter(({ isOver }) => isOver);
  if (over.length > 0) throw tooMany(Math.max(...over.map(({ secondsLeft }) => secondsLeft)), words);
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

/** Formats a hash as a UUID, like ids from browsers. */
function uuidOf(hash: string): string {
  const hex = Buffer.from(hash, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
