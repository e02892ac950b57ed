import * as z from 'zod';
import { contract } from '../contract.ts';
import { user } from './accounts.ts';
import { objectId, text } from './common.ts';

export const impersonate = contract({
  method: 'GET',
  path: '/api/v2/auth/impersonate/:id',
  summary:
    'Impersonate a user, without access to private settings. For admins whose second step is recent; not for other admins’ accounts. Only from our pages’ scripts.',
  access: 'user.impersonate',
  params: z.object({ id: objectId }),
  query: z.object({
    /** Why, for the audit log, which says so when none is given. */
    reason: text(500).optional(),
  }),
  response: user,
  beside: z.object({ isImpersonated: z.literal(true) }),
  limit: 'write',
});

export const stopImpersonating = contract({
  method: 'GET',
  path: '/api/v2/auth/stop-impersonating',
  summary: 'End an impersonation. Succeeds without one too. Only from our pages’ scripts.',
  access: 'signed-in',
  response: user,
  beside: z.object({ isImpersonated: z.literal(false) }),
  limit: 'write',
});
