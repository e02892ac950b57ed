import * as z from 'zod';
import { contract } from '../contract.ts';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts';
import { emailAddress, line } from './common.ts';

export const user = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(['user', 'editor', 'admin']),
  /** Empty where the person gave none. */
  firstName: z.string(),
  lastName: z.string(),
  /** Whether the address was confirmed. */
  verified: z.boolean(),
  hasPassword: z.boolean(),
  createdAt: z.string(),
});
export type User = z.infer<typeof user>;

/** A password that somebody chooses; the server also holds it against a list of common ones. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, `At least ${PASSWORD_MIN} characters, please. A few words in a row are easy to remember.`)
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters, please.`);

export const registerBody = z.object({
  email: emailAddress,
  password: newPassword,
  firstName: line(NAME_MAX).optional(),
  lastName: line(NAME_MAX).optional(),
});
export type RegisterBody = z.infer<typeof registerBody>;

export const loginBody = z.object({
  email: emailAddress,
  password: z.string().min(1, 'Please fill this in.').max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters, please.`),
});
export type LoginBody = z.infer<typeof loginBody>;

export const register = contract({
  method: 'POST',
  path: '/api/v2/auth/register',
  summary: 'Create an account and sign in. What this browser prepared before goes to the new account.',
  access: 'anyone',
  body: registerBody,
  response: user,
  status: 201,
  limit: 'sign-in',
});

export const login = contract({
  method: 'POST',
  path: '/api/v2/auth/login',
  summary: 'Sign in. After ten failures in 15 minutes an account is closed to this address for a while.',
  access: 'anyone',
  body: loginBody,
  response: user,
  limit: 'sign-in',
});

export const logout = contract({
  method: 'POST',
  path: '/api/v2/auth/logout',
  summary: 'Sign out of this browser. Also a good answer when nobody was signed in.',
  access: 'anyone',
  response: z.null(),
  limit: 'write',
});

export const whoAmI = contract({
  method: 'GET',
  path: '/api/v2/auth/who-am-i',
  summary: 'The signed-in user; `data` is null when nobody is signed in.',
  access: 'anyone',
  response: user.nullable(),
  beside: z.object({ isImpersonated: z.boolean() }),
});
