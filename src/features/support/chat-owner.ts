import { createHash, randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { CHAT, CHAT_TOKEN } from '../../shared/chat.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { ChatModel, type StoredChat } from './chat.model.ts';

/** Valid mailed links for each conversation; the oldest is dropped. */
const LINKS_KEPT = 5;

/** A visitor's credentials: the session, and the token of a browser or mailed link. */
export interface ChatVisitor {
  viewer: Viewer;
  token: string | null;
}

/** A conversation and the holder of a mailed link to it. */
export interface LinkedChat {
  chat: StoredChat;
  visitor: ChatVisitor & { token: string };
}

/** Owner of a new conversation. NOT_SIGNED_IN without account and token, NOT_ALLOWED during impersonation. */
export function ownerKeyOf({ viewer, token }: ChatVisitor): string {
  if (viewer.isImpersonated) {
    throw new AppError('NOT_ALLOWED', {
      message: 'While you’re acting for someone else, you can’t write in their name.',
    });
  }
  if (viewer.user) return `user:${viewer.user.id}`;
  if (!token || !CHAT_TOKEN.test(token)) {
    throw new AppError('NOT_SIGNED_IN', { message: 'Please open the chat again, or log in first.' });
  }
  return `token:${hashOf(token)}`;
}

/**
 * A visitor's conversation; null if there is none. A conversation started before sign-in moves to the account, unless
 * that has one.
 */
export async function findOwn({ viewer, token }: ChatVisitor): Promise<StoredChat | null> {
  if (!viewer.user || viewer.isImpersonated) return findByToken(token);
  const own = await ChatModel.findOne({ ownerKey: `user:${viewer.user.id}` }).lean<StoredChat>();
  if (own || !token || !CHAT_TOKEN.test(token)) return own;
  return claim(`token:${hashOf(token)}`, viewer.user);
}

export async function findChat(id: string): Promise<StoredChat | null> {
  return Types.ObjectId.isValid(id) ? ChatModel.findById(id).lean<StoredChat>() : null;
}

/** A conversation by id, for its own visitor. NOT_FOUND for others. */
export async function requireOwn(id: string, visitor: ChatVisitor): Promise<StoredChat> {
  const chat = await findChat(id);
  if (chat && isOwner(chat, visitor)) return chat;
  throw noSuchChat();
}

export function noSuchChat(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no such conversation.' });
}

/** Creates a mailed link to a conversation; returns its token. */
export async function newLink(chatId: StoredChat['_id']): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  const link = { hash: hashOf(token), until: new Date(Date.now() + CHAT.linkLife) };
  await ChatModel.updateOne({ _id: chatId }, { $push: { links: { $each: [link], $slice: -LINKS_KEPT } } });
  return token;
}

/** The conversation of a browser token or mailed link; null if it is invalid or expired. */
export async function findByToken(token: string | null): Promise<StoredChat | null> {
  if (!token || !CHAT_TOKEN.test(token)) return null;
  const hash = hashOf(token);
  return ChatModel.findOne({
    $or: [{ ownerKey: `token:${hash}` }, { links: { $elemMatch: { hash, until: { $gt: new Date() } } } }],
  }).lean<StoredChat>();
}

/** Hash for keys and ids derived from user input. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function isOwner(chat: StoredChat, { viewer, token }: ChatVisitor): boolean {
  // During impersonation, the user's chat stays private.
  if (viewer.user && !viewer.isImpersonated && chat.ownerKey === `user:${viewer.user.id}`) return true;
  if (!token || !CHAT_TOKEN.test(token)) return false;
  const hash = hashOf(token);
  const now = Date.now();
  return (
    chat.ownerKey === `token:${hash}` || chat.links.some((link) => link.hash === hash && link.until.getTime() > now)
  );
}

async function claim(before: string, user: NonNullable<Viewer['user']>): Promise<StoredChat | null> {
  const ownerKey = `user:${user.id}`;
  try {
    return await ChatModel.findOneAndUpdate(
      { ownerKey: before },
      { $set: { ownerKey, userId: user.id, email: user.email, name: nameOf(user) } },
      { returnDocument: 'after' },
    ).lean<StoredChat>();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return ChatModel.findOne({ ownerKey }).lean<StoredChat>();
  }
}

export function nameOf(user: { firstName: string; lastName: string }): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ');
}
