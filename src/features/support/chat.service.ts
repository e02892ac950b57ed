import { ChatModel, type StoredChat } from './chat.model.ts';
import { markRead } from './chat-messages.ts';
import { type ChatVisitor, hashOf, type LinkedChat, noSuchChat, ownerKeyOf } from './chat-owner.ts';
import { storedText } from './chat-text.ts';
import { begin, type Spoken, say } from './chat-writing.ts';
import { type ChatStanding, getChat } from './own-chat.ts';

/* The chat's pages without script. */

const HOUR = 3_600_000;

/** The conversation of a mailed link. */
export async function chatOfLink({ chat }: LinkedChat): Promise<ChatStanding> {
  return getChat(chat);
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
  const hour = Math.floor(Date.now() / HOUR);
  const mark = hashOf(`${given.email}\n${given.text}\n${hour}`);
  const clientId = uuidOf(mark);
  const isAccount = visitor.viewer.user !== null && !visitor.viewer.isImpersonated;
  const ownerKey = isAccount ? ownerKeyOf(visitor) : `form:${mark}`;
  const known = await ChatModel.findOne({ ownerKey }).lean<StoredChat>();
  const chat = known ?? (await begin(ownerKey, visitor, given));
  await say(chat, visitor, { ...given, clientId, page: '/help/contact' }, given.email);
}

/** Takes a message from the page of a mailed link, and marks answers as read. NOT_FOUND without a valid link. */
export async function sendLinked(linked: LinkedChat | null, spoken: Spoken): Promise<void> {
  if (!linked) throw noSuchChat();
  const { chat, visitor } = linked;
  await markRead(chat._id, 'staff', chat.lastSeq);
  await say(chat, visitor, spoken);
}

/** Formats a hash as a UUID, like ids from browsers. */
function uuidOf(hash: string): string {
  const hex = Buffer.from(hash, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
