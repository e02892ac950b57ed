import type { Request } from 'express';
import type { Viewer } from '../../shared/viewer.ts';
import { readToken, type TokenKind } from '../credentials/one-time-tokens.service.ts';
import { draftsInToken, draftsOf, NO_DRAFTS, without } from '../drafts/draft-sets.service.ts';
import { hasAsked } from './sign-in-link-browser.service.ts';

/** What a mailed link is for. */
export type LinkPurpose = 'reset' | 'change-email' | 'sign-in-link' | 'keep-account';

const KINDS: Record<LinkPurpose, readonly TokenKind[]> = {
  reset: ['reset'],
  'change-email': ['change-email-old', 'change-email-new'],
  'sign-in-link': ['sign-in-link'],
  'keep-account': ['undo-deletion'],
};

/** What a mailed link is about, for the page with its button; does not use it. NOT_FOUND, TOKEN_USED, TOKEN_EXPIRED. */
export async function readLink(
  purpose: LinkPurpose,
  token: string,
  { viewer, req }: { viewer: Viewer | null; req: Pick<Request, 'headers'> },
): Promise<LinkFacts> {
  const { email, data } = await readToken(KINDS[purpose], token);
  const own = viewer ? without(draftsOf(viewer), draftsInToken(data)) : NO_DRAFTS;
  return {
    email,
    newEmail: typeof data.newEmail === 'string' ? data.newEmail : null,
    hasOwn: own.preparedEventIds.length + own.contributedMediaIds.length > 0,
    asksCode: purpose === 'sign-in-link' && !hasAsked(req, String(data.asked ?? '')),
  };
}

export interface LinkFacts {
  email: string | null;
  /** The new address, if the link changes it. */
  newEmail: string | null;
  /** Whether this browser has drafts that the link does not carry. */
  hasOwn: boolean;
  /** Whether another browser asked for it, which shows a code. */
  asksCode: boolean;
}
