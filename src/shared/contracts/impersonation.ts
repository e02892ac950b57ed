import * as z from 'zod';
import { contract } from '../contract.ts';
import { user } from './accounts.ts';
import { objectId } from './common.ts';

export const impersonate = contract({
  method: 'GET',
  path: '/api/v2/auth/impersonate/:id',
  summary:
    'Act as another user, less what is theirs alone. For admins, as nobody who is one. Only scripts of our pages.',
  access: 'user.impersonate',
  params: z.object({ id: objectId }),
  response: user,
  beside: z.object({ isImpersonated: z.literal(true) }),
  limit: 'write',
});

export const stopImpersonating = contract({
  method: 'GET',
  path: '/api/v2/auth/stop-impersonating',
  summary: 'Be oneself again; also a good answer for who acts for nobody. Only scripts of our pages.',
  access: 'signed-in',
  response: user,
  beside: z.object({ isImpersonated: z.literal(false) }),
  limit: 'write',
});
