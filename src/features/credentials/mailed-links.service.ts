import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import type { JobData, Work } from '../../platform/queue/handled-jobs.ts';
import type { User } from '../../shared/contracts/accounts.ts';
import type { Drafts, Viewer } from '../../shared/viewer.ts';
import { draftsOf, NO_DRAFTS, toTokenData } from '../drafts/draft-sets.service.ts';
import { pageUrl, sendAccountMail } from '../users/account-mails.service.ts';
import { toUserDto } from '../users/user-record.service.ts';
import { findUserByEmail } from '../users/users.service.ts';
import { credentialJobs } from './job-types.ts';
import { createToken } from './one-time-tokens.service.ts';

const HOUR = 3600;
/** Mails that one visitor may request for one address. */
const asks = createLimiter('account-links', { points: 5, seconds: HOUR });
/** Mails to one account from all visitors together; further requests are dropped silently. */
const mailed = createLimiter('account-mails', { points: 12, seconds: HOUR });

/**
 * Mails the link that confirms an address or resets a password, if the address has an account. Does the same and takes
 * the same time if it has none. TOO_MANY_REQUESTS after five an hour.
 */
export async function askForLink(kind: 'verify' | 'reset', email: string, viewer: Viewer): Promise<void> {
  const { isOver, secondsLeft } = await asks.count(kind, email, addressKey(viewer.ip));
  if (isOver) {
    throw tooMany(secondsLeft, 'We’ve already sent a few emails. Please check your inbox and your spam folder.');
  }
  const { preparedEventIds, contributedMediaIds } = draftsOf(viewer);
  const drafts = { preparedEventIds: [...preparedEventIds], contributedMediaIds: [...contributedMediaIds] };
  await platform().queue.enqueue(credentialJobs.link, { kind, email, ...drafts });
}

/** Does `account.link`. */
export const linkWork: Work<JobData<typeof credentialJobs.link>> = {
  async run({ kind, email, ...drafts }) {
    const user = await findUserByEmail(email);
    if (!user) return;
    // Unconfirmed and without a password: the owner of the address disowned it.
    if (kind === 'verify' && (user.verifiedAt || user.passwordHash === null)) return;
    if ((await mailed.count(user.id)).isOver) return;
    await sendLink(kind, toUserDto(user), drafts);
  },
};

/** Mails the link that confirms the address of a new account. */
export async function sendVerification(user: User): Promise<void> {
  await sendLink('verify', user, NO_DRAFTS);
}

async function sendLink(kind: 'verify' | 'reset', user: User, drafts: Drafts): Promise<void> {
  const token = await createToken(kind, { userId: user.id, email: user.email, data: toTokenData(drafts) });
  const path = kind === 'verify' ? '/auth/activate' : '/auth/reset-password';
  await sendAccountMail(kind, user.email, { firstName: user.firstName, url: pageUrl(`${path}/${token}`) });
}
