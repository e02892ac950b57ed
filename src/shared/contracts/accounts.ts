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
export const sessionInfo = z.object({
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
export const newPassword = z
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
export const givenCode = z.string().trim().max(40, 'At most 40 characters, please.').optional();

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
    'Create an account and sign in. What this browser prepared before goes to the new account. Where the address has an account with this very password, it is signed in to instead.',
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
    'Sign in. After ten failures in 15 minutes an account is closed to this address for a while, but not to browsers that have signed in to it before.',
  access: 'anyone',
  body: loginBody,
  response: user,
  limit: 'sign-in',
  repeatable: true,
});

export const logout = contract({
  method: 'POST',
  path: '/api/v2/auth/logout',
  summary: 'Sign out of this browser. Also a good answer when nobody was signed in.',
  access: 'anyone',
  response: z.null(),
  limit: 'write',
  repeatable: true,
});

export const whoAmI = contract({
  method: 'GET',
  path: '/api/v2/auth/who-am-i',
  summary:
    'The signed-in user; `data` is null when nobody is signed in. `role` is what counts in this session; `waitingRole` the role of staff that waits for a second step, which is turned on or passed.',
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
    'Mail the link once more that confirms an address. The answer is the same whether the address is known; without one it is that of the signed-in user.',
  access: 'anyone',
  body: z.object({ email: emailAddress.optional() }),
  response: z.null(),
  limit: 'sign-in',
});

export const checkUser = contract({
  method: 'POST',
  path: '/api/v2/auth/check-user',
  summary: 'Whether this browser is signed in under an address. Never tells whether the address is known.',
  access: 'anyone',
  body: z.object({ email: emailAddress }),
  response: z.object({ state: z.enum(['signed-in', 'unknown']) }),
  limit: 'sign-in',
  repeatable: true,
});

export const forgotPassword = contract({
  method: 'POST',
  path: '/api/v2/auth/forgot-password',
  summary: 'Mail a link to choose a new password. The answer is the same whether the address is known.',
  access: 'anyone',
  body: z.object({ email: emailAddress }),
  response: z.null(),
  limit: 'sign-in',
});

export const activate = contract({
  method: 'GET',
  path: '/api/v2/auth/activate/:token',
  summary:
    'Confirm an address with the link that was mailed there, in a browser that is signed in to the account; NOT_SIGNED_IN elsewhere, and the link stays good. Single use; called by a button on our page only.',
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
  summary: 'Choose a new password with a mailed link. Ends all sessions of the account and signs in here.',
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
  summary: 'Agree to a change of address, from the old or from the new mailbox. It takes both.',
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

export const updateUserBody = z.object({ firstName: line(NAME_MAX).optional(), lastName: line(NAME_MAX).optional() });
export type UpdateUserBody = z.infer<typeof updateUserBody>;

export const updateUser = contract({
  method: 'PUT',
  path: '/api/v2/users/:id',
  summary: 'Change one’s own name.',
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
    'Ask for another address. It holds once the links mailed to the old and to the new one were both opened. SECOND_FACTOR_NEEDED where the account has a second factor and this session did not pass it lately.',
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
    'Change the password, or set the first one. Ends all other sessions. SECOND_FACTOR_NEEDED where the account has a second factor and this session did not pass it lately.',
  access: 'signed-in',
  params: userParams,
  body: changePasswordBody,
  response: user,
  limit: 'sign-in',
});

export const listSessions = contract({
  method: 'GET',
  path: '/api/v2/users/:id/sessions',
  summary: 'Where one is signed in, the latest first.',
  access: 'signed-in',
  params: userParams,
  response: z.array(sessionInfo),
});

export const endOneSession = contract({
  method: 'DELETE',
  path: '/api/v2/users/:id/sessions/:sessionId',
  summary: 'Sign out in one browser. The sign-in that asks must be of the last 15 minutes.',
  access: 'signed-in',
  params: userParams.extend({ sessionId: objectId }),
  response: z.null(),
  limit: 'write',
});

export const endOtherSessions = contract({
  method: 'DELETE',
  path: '/api/v2/users/:id/sessions',
  summary:
    'Sign out everywhere but here; an admin signs another user out everywhere. The sign-in that asks must be of the last 15 minutes.',
  access: 'signed-in',
  params: userParams,
  response: z.object({ ended: z.number().int() }),
  limit: 'write',
});
