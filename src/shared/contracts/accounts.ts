import * as z from 'zod';
import { contract } from '../contract.ts';
import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../limits.ts';
import { emailAddress, line, objectId } from './common.ts';

export const user = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(['user', 'editor', 'admin']),
  /** Empty when it is unknown. */
  firstName: z.string(),
  lastName: z.string(),
  /** Whether the email address is confirmed. */
  verified: z.boolean(),
  hasPassword: z.boolean(),
  createdAt: z.string(),
});
export type User = z.infer<typeof user>;

/** Sign-in method. */
export const signInWay = z.enum(['password', 'register', 'google', 'apple', 'link', 'passkey', 'reset']);
export type SignInWay = z.infer<typeof signInWay>;

/** A browser with a signed-in session. */
const sessionInfo = z.object({
  id: z.string(),
  via: signInWay,
  /** Readable, such as "Firefox on Windows". */
  device: z.string(),
  /** Network of the sign-in, never a full IP address. */
  network: z.string().nullable(),
  startedAt: z.string(),
  /** Accurate to about five minutes. */
  lastSeenAt: z.string(),
  /** The browser that makes the request. */
  isCurrent: z.boolean(),
});
export type SessionInfo = z.infer<typeof sessionInfo>;

/** A new password; the server also checks it against common passwords. */
const newPassword = z
  .string()
  .min(PASSWORD_MIN, `At least ${PASSWORD_MIN} characters, please. A few words in a row are easy to remember.`)
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters, please.`);

export const registerBody = z.object({
  email: emailAddress,
  password: newPassword,
  firstName: line(NAME_MAX).optional(),
  lastName: line(NAME_MAX).optional(),
  /** From the browser, for the profile; unknown zones are ignored. */
  timeZone: z.string().max(64).optional(),
});
export type RegisterBody = z.infer<typeof registerBody>;

/** An existing password, which may predate today's rules. */
export const givenPassword = z
  .string()
  .min(1, 'Please fill this in.')
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters, please.`);

/** Second factor, where the account has one: six digits or a recovery code. */
const givenCode = z.string().trim().max(40, 'At most 40 characters, please.').optional();

/** For changes that otherwise require only a recent sign-in. */
export const codeBeside = z.object({
  /** Required if the account has a second factor and this session has not passed it within 15 minutes. */
  code: givenCode,
});

export const loginBody = z.object({
  email: emailAddress,
  password: givenPassword,
  code: givenCode,
});
export type LoginBody = z.infer<typeof loginBody>;

export const register = contract({
  method: 'POST',
  path: '/api/v2/auth/register',
  summary:
    'Create an account and sign in. Drafts of this browser move to the new account. If the address already has an account with this password, signs in to that.',
  access: 'anyone',
  body: registerBody,
  response: user,
  status: 201,
  limit: 'sign-in',
});

export const login = contract({
  method: 'POST',
  path: '/api/v2/auth/login',
  summary:
    'Sign in. After ten failures in 15 minutes, an account is blocked for this IP address for a while, except in browsers that have signed in to it before.',
  access: 'anyone',
  body: loginBody,
  response: user,
  limit: 'sign-in',
  repeatable: true,
});

export const logout = contract({
  method: 'POST',
  path: '/api/v2/auth/logout',
  summary: 'Sign out of this browser. Succeeds without a session too.',
  access: 'anyone',
  response: z.null(),
  limit: 'write',
  repeatable: true,
});

export const whoAmI = contract({
  method: 'GET',
  path: '/api/v2/auth/who-am-i',
  summary:
    'The signed-in user; `data` is null without one. `role` is the effective role in this session; `waitingRole` is a staff role that requires two-factor first.',
  access: 'anyone',
  response: user.nullable(),
  beside: z.object({ isImpersonated: z.boolean(), waitingRole: z.enum(['editor', 'admin']).optional() }),
});

const tokenParams = z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'This link is not complete.') });
const userParams = z.object({ id: objectId });

export const resendVerification = contract({
  method: 'POST',
  path: '/api/v2/auth/resend-verification',
  summary:
    'Send the confirmation link again, by default to the signed-in user. The answer does not reveal whether the address is known.',
  access: 'anyone',
  body: z.object({ email: emailAddress.optional() }),
  response: z.null(),
  limit: 'sign-in',
});

export const checkUser = contract({
  method: 'POST',
  path: '/api/v2/auth/check-user',
  summary: 'Whether this browser is signed in with an address. Does not reveal whether the address is known.',
  access: 'anyone',
  body: z.object({ email: emailAddress }),
  response: z.object({ state: z.enum(['signed-in', 'unknown']) }),
  limit: 'sign-in',
  repeatable: true,
});

export const forgotPassword = contract({
  method: 'POST',
  path: '/api/v2/auth/forgot-password',
  summary: 'Mail a link to reset the password. The answer does not reveal whether the address is known.',
  access: 'anyone',
  body: z.object({ email: emailAddress }),
  response: z.null(),
  limit: 'sign-in',
});

export const activate = contract({
  method: 'GET',
  path: '/api/v2/auth/activate/:token',
  summary:
    'Confirm an address with the mailed link, in a browser that is signed in to the account. Elsewhere NOT_SIGNED_IN, and the link stays valid. Single use; only for the button on our page.',
  access: 'anyone',
  params: tokenParams,
  response: z.object({
    email: z.string(),
    /** This browser is signed in to that account: confirming elsewhere signs in nobody. */
    isSignedIn: z.boolean(),
  }),
  limit: 'sign-in',
});

export const resetPassword = contract({
  method: 'POST',
  path: '/api/v2/auth/reset-password/:token',
  summary: 'Reset the password with a mailed link. Ends all sessions of the account and signs in here.',
  access: 'anyone',
  params: tokenParams,
  body: z.object({ password: newPassword }),
  response: z.object({
    email: z.string(),
    /** False when a second factor is required: continue at `/auth/second-step`. */
    isSignedIn: z.boolean(),
  }),
  limit: 'sign-in',
  repeatable: true,
});

export const confirmEmail = contract({
  method: 'POST',
  path: '/api/v2/auth/confirm-email/:token',
  summary: 'Confirm a change of address. The links mailed to the old and the new address are both required.',
  access: 'anyone',
  params: tokenParams,
  response: z.object({
    email: z.string(),
    isDone: z.boolean(),
    /** Whose link must still be opened; null when done. */
    waitingFor: z.enum(['old', 'new']).nullable(),
  }),
  limit: 'sign-in',
});

export const getUser = contract({
  method: 'GET',
  path: '/api/v2/users/:id',
  summary: 'A user, for themselves and for admins.',
  access: 'signed-in',
  params: userParams,
  response: user,
});

const updateUserBody = z.object({ firstName: line(NAME_MAX).optional(), lastName: line(NAME_MAX).optional() });
export type UpdateUserBody = z.infer<typeof updateUserBody>;

export const updateUser = contract({
  method: 'PUT',
  path: '/api/v2/users/:id',
  summary: 'Change your name.',
  access: 'signed-in',
  params: userParams,
  body: updateUserBody,
  response: user,
  limit: 'write',
  roundTrip: true,
});

export const changeEmailBody = z.object({
  email: emailAddress,
  /** Absent when the account has no password; then a recent sign-in is required. */
  currentPassword: givenPassword.optional(),
  ...codeBeside.shape,
});
export type ChangeEmailBody = z.infer<typeof changeEmailBody>;

export const changeEmail = contract({
  method: 'PUT',
  path: '/api/v2/users/:id/change-email',
  summary:
    'Request a change of address. It takes effect when the links mailed to the old and the new address have both been opened. SECOND_FACTOR_NEEDED if two-factor is on and this session has not passed it recently.',
  access: 'signed-in',
  params: userParams,
  body: changeEmailBody,
  response: z.object({ pendingEmail: z.string() }),
  limit: 'sign-in',
});

export const changePasswordBody = z.object({
  /** Absent when the account has no password yet; then a recent sign-in is required. */
  currentPassword: givenPassword.optional(),
  newPassword,
  ...codeBeside.shape,
});
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

export const changePassword = contract({
  method: 'PUT',
  path: '/api/v2/users/:id/change-password',
  summary:
    'Change the password, or set the first one. Ends all other sessions. SECOND_FACTOR_NEEDED if two-factor is on and this session has not passed it recently.',
  access: 'signed-in',
  params: userParams,
  body: changePasswordBody,
  response: user,
  limit: 'sign-in',
});

export const listSessions = contract({
  method: 'GET',
  path: '/api/v2/users/:id/sessions',
  summary: 'Your sessions, latest first.',
  access: 'signed-in',
  params: userParams,
  response: z.array(sessionInfo),
});

export const endOneSession = contract({
  method: 'DELETE',
  path: '/api/v2/users/:id/sessions/:sessionId',
  summary: 'End one session. Requires a sign-in within the last 15 minutes.',
  access: 'signed-in',
  params: userParams.extend({ sessionId: objectId }),
  response: z.null(),
  limit: 'write',
});

export const endOtherSessions = contract({
  method: 'DELETE',
  path: '/api/v2/users/:id/sessions',
  summary:
    'End all your other sessions; as an admin, all sessions of another user. Requires a sign-in within the last 15 minutes.',
  access: 'signed-in',
  params: userParams,
  response: z.object({ ended: z.number().int() }),
  limit: 'write',
});
