import * as z from 'zod';
import { contract } from '../contract.ts';
import { codeBeside } from './accounts.ts';
import { objectId } from './common.ts';

export const PROVIDERS = ['google', 'apple'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** A provider account linked for sign-in. */
const identity = z.object({
  provider: z.enum(PROVIDERS),
  /** As given by the provider; null when it gave none. */
  email: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type Identity = z.infer<typeof identity>;

export const listIdentities = contract({
  method: 'GET',
  path: '/api/v2/users/:id/identities',
  summary: 'Your Google and Apple accounts for signing in.',
  access: 'signed-in',
  params: z.object({ id: objectId }),
  response: z.array(identity),
});

export const unlinkIdentity = contract({
  method: 'DELETE',
  path: '/api/v2/users/:id/identities/:provider',
  summary: 'Unlink Google or Apple. Requires a recent sign-in. Refused without a password, passkey or other provider.',
  access: 'signed-in',
  params: z.object({ id: objectId, provider: z.enum(PROVIDERS) }),
  body: codeBeside.optional(),
  response: z.array(identity),
  limit: 'sign-in',
});
