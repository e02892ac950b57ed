import { createHash, randomBytes } from 'node:crypto';
import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { LINK_LIFETIME } from '../../shared/limits.ts';
import { type StoredToken, type TokenData, type TokenKind, TokenModel } from './one-time-token.model.ts';

export type { TokenKind } from './one-time-token.model.ts';

/** What a mailed link stands for. */
export interface Token {
  kind: TokenKind;
  userId: string | null;
  /** The address it was mailed to, lower case; a holder of the link can read that mailbox. */
  email: string | null;
  data: TokenData;
}

/** Links that change the address of an account, in the old and the new mailbox. */
export const CHANGE_EMAIL_KINDS = ['change-email-old', 'change-email-new'] as const;

/** Codes that may be tried for one link. */
const CODE_TRIES = 5;
/** How long a used or expired link is kept, in milliseconds, to answer late clicks. */
const REMEMBERED = 7 * 24 * 3_600_000;

/**
 * Creates a link's secret: 256 random bits, stored as a hash.
 * @param about.lifetime in milliseconds. Default: as in `LINK_LIFETIME`
 */
export async function createToken(
  kind: TokenKind,
  about: { userId?: string | null; email?: string | null; data?: TokenData; lifetime?: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  const expiresAt = new Date(now + (about.lifetime ?? LINK_LIFETIME[kind]));
  await TokenModel.create({
    _id: hashOf(token),
    kind,
    userId: about.userId ? new Types.ObjectId(about.userId) : null,
    email: about.email ?? null,
    data: about.data ?? {},
    createdAt: new Date(now),
    expiresAt,
    forgetAt: new Date(expiresAt.getTime() + REMEMBERED),
  });
  return token;
}

/** What a link stands for, without using it. Throws as `redeemToken` does. */
export async function readToken(kind: TokenKind | readonly TokenKind[], token: string): Promise<Token> {
  const found = await TokenModel.findOne({ _id: hashOf(token), kind: { $in: [kind].flat() } }).lean<StoredToken>();
  if (!found || found.usedAt || found.expiresAt.getTime() <= Date.now()) throw refusal(found);
  return toToken(found);
}

/**
 * Uses a link; of concurrent clicks one succeeds. NOT_FOUND for a link that we never sent, TOKEN_USED for a second
 * click, TOKEN_EXPIRED when it has expired or was revoked.
 */
export async function redeemToken(kind: TokenKind | readonly TokenKind[], token: string): Promise<Token> {
  const _id = hashOf(token);
  const kinds = [kind].flat();
  const now = new Date();
  const found = await TokenModel.findOneAndUpdate(
    { _id, kind: { $in: kinds }, usedAt: null, expiresAt: { $gt: now } },
    { $set: { usedAt: now } },
  ).lean<StoredToken>();
  if (found) return toToken(found);
  throw refusal(await TokenModel.findOne({ _id, kind: { $in: kinds } }).lean<StoredToken>());
}

/**
 * Counts an attempt at a link's code before it is compared, so that concurrent attempts count. Throws as `redeemToken`
 * does, and TOKEN_EXPIRED after five attempts: the link is then invalid, with or without its code.
 */
export async function countTry(kind: TokenKind, token: string): Promise<void> {
  const _id = hashOf(token);
  const open = { _id, kind, usedAt: null, expiresAt: { $gt: new Date() } };
  const counted = await TokenModel.updateOne({ ...open, tries: { $lt: CODE_TRIES } }, { $inc: { tries: 1 } });
  if (counted.modifiedCount > 0) return;
  await TokenModel.updateOne(open, { $set: { expiresAt: new Date() } });
  throw refusal(await TokenModel.findOne({ _id, kind }).lean<StoredToken>());
}

/** Revokes a user's open links of these kinds. */
export async function voidTokens(userId: string, kinds: readonly TokenKind[]): Promise<void> {
  await closeTokens(userId, kinds, 'expiresAt');
}

/** Marks a user's open links of these kinds as used, as their purpose was reached by other means. */
export async function spendTokens(userId: string, kinds: readonly TokenKind[]): Promise<void> {
  await closeTokens(userId, kinds, 'usedAt');
}

async function closeTokens(userId: string, kinds: readonly TokenKind[], how: 'expiresAt' | 'usedAt'): Promise<void> {
  const now = new Date();
  await TokenModel.updateMany(
    { userId: new Types.ObjectId(userId), kind: { $in: kinds }, usedAt: null, expiresAt: { $gt: now } },
    { $set: { [how]: now } },
  );
}

/** Deletes every link of a user. */
export async function forgetTokens(userId: string): Promise<void> {
  await TokenModel.deleteMany({ userId: new Types.ObjectId(userId) });
}

/** The account of a link has another address by now, or was deleted. */
export function outdatedLink(): AppError {
  return new AppError('TOKEN_EXPIRED', {
    message: 'This link no longer works: the account has a different address now, or is gone.',
  });
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function toToken({ kind, userId, email, data }: StoredToken): Token {
  return { kind, userId: userId ? String(userId) : null, email, data: data ?? {} };
}

function refusal(found: StoredToken | null): AppError {
  if (!found) {
    return new AppError('NOT_FOUND', {
      message:
        'We don’t recognise this link. It may have been cut off when it was copied. Please open it straight from the email.',
    });
  }
  if (found.usedAt) return new AppError('TOKEN_USED', { message: USED[found.kind] });
  return new AppError('TOKEN_EXPIRED', { message: EXPIRED[found.kind] });
}

const USED: Record<TokenKind, string> = {
  verify: 'This link has already been used: your address is confirmed, and there’s nothing left to do.',
  reset:
    'This link has already been used, and your password is changed. If that wasn’t you, ask for a new link right away.',
  'change-email-old': 'This link has already been used: you agreed to the new address.',
  'change-email-new': 'This link has already been used: the new address is confirmed.',
  'sign-in-link': 'This link has already signed you in once. Ask for a new one to sign in again.',
  'undo-deletion':
    'Your account was kept, so you don’t need this link any more. If you’ve asked us to delete it again since, open the newer email.',
};

const EXPIRED: Record<TokenKind, string> = {
  verify: 'This link no longer works. Ask for a new one and we’ll send it right away.',
  reset: 'This link no longer works: it has expired, or a newer one was used. Ask for a new one.',
  'change-email-old': 'This link no longer works: it has expired, or the change was replaced.',
  'change-email-new': 'This link no longer works: it has expired, or the change was replaced.',
  'sign-in-link': 'This link no longer works. Ask for a new one and we’ll send it right away.',
  'undo-deletion': 'This link has expired: the account is gone.',
};
