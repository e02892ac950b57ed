import * as z from 'zod';
import { contract } from '../contract.ts';
import { codeBeside, user } from './accounts.ts';
import { listMeta, objectId, page, text } from './common.ts';

export const USER_SHOWS = ['all', 'staff', 'suspended', 'leaving'] as const;
export type UserShow = (typeof USER_SHOWS)[number];

const staffUser = user.extend({
  /** Null unless the account is suspended. */
  suspendedAt: z.string().nullable(),
  suspendedWhy: z.string().nullable(),
  /** When the account will be erased. */
  deletionDueAt: z.string().nullable(),
});
export type StaffUser = z.infer<typeof staffUser>;

const params = z.object({ id: objectId });
/** Why, for the audit log. */
const note = text(500).default('');
const act = { note, ...codeBeside.shape };

export const listStaffUsers = contract({
  method: 'GET',
  path: '/api/v2/staff/users',
  summary: 'Users, newest first; with `q` those whose id, address or names begin like it, 50 at most.',
  access: 'user.read',
  query: page.extend({ q: text(100).default(''), show: z.enum(USER_SHOWS).default('all') }),
  response: z.array(staffUser),
  beside: listMeta,
});

export const changeUserRole = contract({
  method: 'POST',
  path: '/api/v2/staff/users/:id/role',
  summary:
    'Give a user a role. Not to yourself; WRONG_STATE for the last admin, or a staff role for an unconfirmed address. Requires a recent second step.',
  access: 'user.edit',
  params,
  body: z.object({ role: z.enum(['user', 'editor', 'admin']), ...act }),
  response: staffUser,
  limit: 'write',
});

export const suspendUser = contract({
  method: 'POST',
  path: '/api/v2/staff/users/:id/suspend',
  summary:
    'Sign a user out everywhere and refuse their log-ins until it is lifted. Not staff. Requires a recent second step.',
  access: 'user.edit',
  params,
  body: z.object({
    /** For the user, in their mail. Default: a general sentence. */
    why: text(1000).default(''),
    ...act,
  }),
  response: staffUser,
  limit: 'write',
});

export const liftUser = contract({
  method: 'POST',
  path: '/api/v2/staff/users/:id/lift',
  summary: 'Let a suspended user log in again, and tell them.',
  access: 'user.edit',
  params,
  body: z.object({ note }),
  response: staffUser,
  limit: 'write',
});

export const signOutUser = contract({
  method: 'POST',
  path: '/api/v2/staff/users/:id/sign-out',
  summary: 'End all sessions of a user. Requires a recent second step.',
  access: 'user.edit',
  params,
  body: z.object(act),
  response: z.object({ ended: z.number().int() }),
  limit: 'write',
});
