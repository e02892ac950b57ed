import * as z from 'zod';
import { contract } from '../contract.ts';
import { user } from './accounts.ts';
import { emailAddress } from './common.ts';

const signInLinkBody = z.object({
  email: emailAddress,
  /** Path to redirect to. */
  next: z.string().max(500).optional(),
});
export type SignInLinkBody = z.infer<typeof signInLinkBody>;

export const requestSignInLink = contract({
  method: 'POST',
  path: '/api/v2/auth/sign-in-link',
  summary:
    'Mail a sign-in link. An address without an account gets one when the link is used. Returns a code for this browser to show, to be typed if the link is opened in another one.',
  access: 'anyone',
  body: signInLinkBody,
  response: z.object({ code: z.string() }),
  limit: 'sign-in',
});

/** Result of a sign-in without a password. */
const wayInResult = z.object({
  /** Null until the second step is passed. */
  user: user.nullable(),
  needsSecondFactor: z.boolean(),
  /** Whether the account has just been created. */
  isNew: z.boolean(),
  /** Path to redirect to; the second step's page when it is required. */
  next: z.string(),
});
export type WayInResult = z.infer<typeof wayInResult>;

export const signInByLink = contract({
  method: 'POST',
  path: '/api/v2/auth/sign-in-link/:token',
  summary:
    'Sign in with a mailed link, once: in the browser that requested it, or in another with the code shown there. The fifth wrong code invalidates the link. Confirms the address, and moves drafts of the requesting browser to the account, but not those of another.',
  access: 'anyone',
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/, 'This link is not complete.') }),
  body: z.object({ code: z.string().max(40, 'At most 40 characters, please.').optional() }).optional(),
  response: wayInResult,
  limit: 'sign-in',
  repeatable: true,
});
