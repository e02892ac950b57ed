import type { Request } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { ProviderProfile } from '../../integrations/openid.ts';
import { AppError } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { safeNext } from '../../platform/http/safe-next.ts';
import { PROVIDERS } from '../../shared/contracts/identities.ts';
import type { SignInLinkBody, WayInResult } from '../../shared/contracts/sign-in-link.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { ownerOf } from '../addresses/address-proof.service.ts';
import {
  countTry,
  createToken,
  outdatedLink,
  readToken,
  redeemToken,
  type Token,
} from '../credentials/one-time-tokens.service.ts';
import { draftsInToken, draftsOf, toTokenData, unionOf } from '../drafts/draft-sets.service.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { HOME, selfOf } from '../users/own-account.service.ts';
import { hasAddress, userIdOf } from '../users/user-addresses.service.ts';
import { toUserDto } from '../users/user-record.service.ts';
import { completeSignIn } from './complete-sign-in.service.ts';
import { codeOf, hasAsked, rememberAsking } from './sign-in-link-browser.service.ts';

const HOUR = 3600;
/** Mails that one visitor may request for one address. */
const asks = createLimiter('sign-in-links', { points: 5, seconds: HOUR });
/** Mails to one address from all visitors together; further requests are dropped silently. */
const mailed = createLimiter('sign-in-link-mails', { points: 12, seconds: HOUR });

/** Who asks for a link, and where. */
interface Asking {
  viewer: Viewer;
  req: Request;
}

/**
 * Mails a sign-in link, whether the address has an account or not: same mail, same answer, same time. It signs in where
 * it was requested; any other browser needs the code that is returned here. TOO_MANY_REQUESTS after five an hour.
 */
export async function mailSignInLink({ email, next }: SignInLinkBody, asking: Asking): Promise<{ code: string }> {
  return mailLink(email, asking, { next: safeNext(next, HOME) });
}

/**
 * Mails a link that confirms an address reported by a provider and adds the identity to its account. It adds it only in
 * the browser that came from the provider: elsewhere the owner could take a stranger's link for a plain sign-in.
 */
export async function mailConfirmation(
  profile: ProviderProfile & { email: string },
  next: string,
  asking: Asking,
): Promise<void> {
  const { provider, subject, firstName, lastName, email } = profile;
  await mailLink(email, asking, { next, provider, subject, firstName, lastName });
}

async function mailLink(
  email: string,
  { viewer, req }: Asking,
  facts: Record<string, string>,
): Promise<{ code: string }> {
  const { isOver, secondsLeft } = await asks.count(email, addressKey(viewer.ip));
  if (isOver) {
    throw tooMany(secondsLeft, 'We’ve already sent a few emails. Please check your inbox and your spam folder.');
  }
  const asked = rememberAsking(req);
  const token = await createToken('sign-in-link', {
    userId: await userIdOf(email),
    email,
    data: { ...facts, asked, ...toTokenData(draftsOf(viewer)) },
  });
  const code = codeOf(asked);
  if ((await mailed.count(email)).isOver) return { code };
  const url = pageUrl(`/auth/sign-in-link/${token}`);
  await sendAccountMail('sign-in-link', email, { firstName: '', url });
  return { code };
}

const facts = z.object({
  next: z.string().optional(),
  provider: z.enum(PROVIDERS).optional(),
  subject: z.string().optional(),
  asked: z.string().default(''),
  firstName: z.string().default(''),
  lastName: z.string().default(''),
});

interface Using extends Asking {
  log: Logger;
  /** Whether this browser's drafts go to the account too. */
  withOwn?: boolean;
  /** As shown in the browser that asked; needed in any other. */
  code?: string | undefined;
}

/**
 * Signs in by a mailed link, once; throws as `redeemToken` does. A browser other than the one that asked needs its
 * code: FIELDS_REFUSED at `code` if missing or wrong, TOKEN_EXPIRED after five. Confirms the address. Drafts of the
 * browser that asked go to the account; those of another browser only by `withOwn`, as the link may be a stranger's.
 */
export async function enterByLink(
  token: string,
  { viewer, req, log, withOwn = false, code }: Using,
): Promise<WayInResult> {
  const { asked, next, provider, subject, ...names } = facts.parse((await readToken('sign-in-link', token)).data);
  const isSameBrowser = hasAsked(req, asked);
  if (!isSameBrowser) await checkCode(token, asked, code);
  const used = await redeemToken('sign-in-link', token);
  const mailed = draftsInToken(used.data);
  const drafts = withOwn ? unionOf(mailed, draftsOf(viewer)) : mailed;
  const email = await addressOf(used);
  const by = 'a link we emailed you';
  const { user, isNew } = await ownerOf({ email, ...names, by, ip: viewer.ip, signedInAs: selfOf(viewer) });
  const owner = toUserDto(user);
  const identity = provider && subject && isSameBrowser && { provider, subject, email };
  const way = { user: owner, via: 'link', isNew, next: safeNext(next, HOME), drafts } as const;
  return completeSignIn({ ...way, ...(identity && { identity }) }, { req, log });
}

async function checkCode(token: string, asked: string, code: string | undefined): Promise<void> {
  const given = code?.replace(/\D/g, '') ?? '';
  if (given === '') throw codeRefusal('Please type the six digits shown where you asked for the link.');
  await countTry('sign-in-link', token);
  if (given !== codeOf(asked)) throw codeRefusal('Those aren’t the digits shown there. Please check again.');
}

function codeRefusal(words: string): AppError {
  return new AppError('FIELDS_REFUSED', {
    message: 'You asked for this link in another browser.',
    fields: { code: words },
  });
}

/** The address of a link, if it still belongs to its account. */
async function addressOf({ userId, email }: Token): Promise<string> {
  if (email && (!userId || (await hasAddress({ id: userId, email })))) return email;
  throw outdatedLink();
}
