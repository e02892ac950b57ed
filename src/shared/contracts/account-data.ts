import * as z from 'zod';
import { contract } from '../contract.ts';
import { codeBeside, givenPassword, user } from './accounts.ts';
import { objectId } from './common.ts';

const params = z.object({ id: objectId });
const tokenParams = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'This link is not complete.') });

export const deleteAccount = contract({
  method: 'DELETE',
  path: '/api/v2/users/:id',
  summary:
    'Delete your account in 30 days. Signs you out everywhere now, and mails you a link to keep the account. SECOND_FACTOR_NEEDED if two-factor is on and this session has not passed it recently.',
  access: 'signed-in',
  params,
  /** Absent when the account has no password; then a recent sign-in is required. */
  body: z.object({ currentPassword: givenPassword.optional(), ...codeBeside.shape }),
  response: z.object({ deletionDueAt: z.string() }),
  limit: 'sign-in',
});

export const keepAccount = contract({
  method: 'PUT',
  path: '/api/v2/users/:id/keep',
  summary: 'Cancel the deletion of your account.',
  access: 'signed-in',
  params,
  response: user,
  limit: 'write',
});

export const keepAccountByLink = contract({
  method: 'POST',
  path: '/api/v2/auth/keep-account/:token',
  summary: 'Cancel the deletion of an account with the link from the mail. Does not sign in.',
  access: 'anyone',
  params: tokenParams,
  response: z.object({ email: z.string() }),
  limit: 'sign-in',
});

/** A file, without the envelope. */
export const exportAccount = contract({
  method: 'GET',
  path: '/api/v2/users/:id/export',
  summary:
    'Export all your data as a JSON file. At most five times an hour; requires a sign-in within the last 15 minutes.',
  access: 'signed-in',
  params,
  response: z.record(z.string(), z.unknown()),
  limit: 'write',
});
