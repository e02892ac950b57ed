import { isDuplicateKey } from '../../platform/errors.ts';
import { deviceInWords } from '../../platform/http/device-words.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { pageWithoutKeys } from '../../shared/chat.ts';
import type { ChatMessage } from '../../shared/contracts/chat.ts';
import { toMessageDto } from './chat.dto.ts';
import { ChatModel, type StoredChat } from './chat.model.ts';
import { addMessage, tellMessage } from './chat-messages.ts';
import { type ChatVisitor, nameOf } from './chat-owner.ts';
import { mailDeskSoon } from './desk-mails.ts';

/* What a visitor begins and says, within limits. */

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

/** Creates a conversation, or finds the one that a concurrent request created. */
export async function begin(
  ownerKey: string,
  visitor: ChatVisitor,
  spoken: Pick<Spoken, 'userAgent'>,
): Promise<StoredChat> {
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

/** Adds a visitor's message. TOO_MANY_REQUESTS past the limits. */
export async function say(
  chat: StoredChat,
  visitor: ChatVisitor,
  spoken: Spoken,
  email?: string,
): Promise<ChatMessage> {
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

export async function countBeginning({ viewer }: ChatVisitor): Promise<void> {
  refuseOver(
    [await beginnings.count(addressKey(viewer.ip))],
    'A lot of messages are coming from your network. Please try again later.',
  );
}

function refuseOver(counts: readonly { isOver: boolean; secondsLeft: number }[], words: string): void {
  const over = counts.filter(({ isOver }) => isOver);
  if (over.length > 0) throw tooMany(Math.max(...over.map(({ secondsLeft }) => secondsLeft)), words);
}
