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
    'Delete one’s own account in 30 days. Signs out everywhere at once, and mails a link by which it is kept. SECOND_FACTOR_NEEDED where the account has a second factor and this session did not pass it lately.',
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
  summary: 'Keep one’s own account that was to be deleted.',
  access: 'signed-in',
  params,
  response: user,
  limit: 'write',
});

export const keepAccountByLink = contract({
  method: 'POST',
  path: '/api/v2/auth/keep-account/:token',
  summary: 'Keep an account with the link that was mailed when its deletion was asked for. Signs nobody in.',
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
    'Everything that we keep of oneself, as a JSON file. Five times an hour; the sign-in must be of the last 15 minutes.',
  access: 'signed-in',
  params,
  response: z.record(z.string(), z.unknown()),
  limit: 'write',
});
