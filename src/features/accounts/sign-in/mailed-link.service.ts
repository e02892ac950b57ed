import type { Request } from 'express';
import { signedIn } from '../../../platform/http/access.ts';
import type { SecondFactorSetup } from '../../../shared/contracts/second-factor.ts';
import type { Viewer } from '../../../shared/viewer.ts';
import type { TokenKind } from '../credentials/one-time-token.model.ts';
import { readToken } from '../credentials/one-time-tokens.service.ts';
import { carriedBy, carriedByToken, NOTHING, without } from '../drafts/draft-sets.service.ts';
import { refuseImpersonated } from '../impersonation/impersonation.service.ts';
import { isFresh, pendingSecondFactor, requireFresh } from '../sessions/start-session.service.ts';
import { isSecondStepRecent } from '../two-factor/recent-proof.service.ts';
import { openSetup } from '../two-factor/second-factor.service.ts';
import { requireConfirmedAddress } from '../users/confirmed-address.service.ts';
import { hasAsked } from './asking-browser.service.ts';

export { factorsOf } from '../two-factor/step-proof.service.ts';

/** What a mailed link is for, as its page calls it. */
export type LinkPurpose = 'reset' | 'change-email' | 'sign-in-link' | 'keep-account';

const KINDS: Record<LinkPurpose, readonly TokenKind[]> = {
  reset: ['reset'],
  'change-email': ['change-email-old', 'change-email-new'],
  'sign-in-link': ['sign-in-link'],
  'keep-account': ['undo-deletion'],
};

/**
 * Whom a mailed link is about, for the page with its button; the link stays as good as it was. NOT_FOUND, TOKEN_USED,
 * TOKEN_EXPIRED.
 */
export async function readLink(
  purpose: LinkPurpose,
  token: string,
  { viewer, req }: { viewer: Viewer | null; req: Pick<Request, 'headers'> },
): Promise<LinkFacts> {
  const { email, data } = await readToken(KINDS[purpose], token);
  const own = viewer ? without(carriedBy(viewer), carriedByToken(data)) : NOTHING;
  return {
    email,
    newEmail: typeof data.newEmail === 'string' ? data.newEmail : null,
    hasOwn: own.preparedEventIds.length + own.contributedMediaIds.length > 0,
    asksCode: purpose === 'sign-in-link' && !hasAsked(req, String(data.asked ?? '')),
  };
}

export interface LinkFacts {
  email: string | null;
  /** Where the link changes the address. */
  newEmail: string | null;
  /** Whether this browser prepared something that the link knows nothing of. */
  hasOwn: boolean;
  /** Whether it was asked for in another browser, which shows a code. */
  asksCode: boolean;
}

/** Whether this browser passed the first step of signing in and still owes the second. */
export function owesSecondStep(req: Request): boolean {
  return pendingSecondFactor(req) !== null;
}

/** How this session stands to a change of what guards its account: what its person proved within the last 15 minutes. */
export function recentProof(req: Request): { isFresh: boolean; hasSecondStep: boolean } {
  return { isFresh: isFresh(req), hasSecondStep: isSecondStepRecent(req) };
}

/**
 * What an app needs for the viewer's second step, the same until it is confirmed or has run out. NOT_ALLOWED for staff who
 * act for somebody, SIGN_IN_AGAIN, WRONG_STATE where it is on already or the address is not confirmed.
 */
export async function viewSetup(viewer: Viewer, req: Request): Promise<SecondFactorSetup> {
  const user = signedIn(viewer);
  refuseImpersonated(viewer);
  await requireConfirmedAddress(user.id);
  requireFresh(req);
  return openSetup(user);
}
