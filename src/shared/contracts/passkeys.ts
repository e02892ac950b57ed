import * as z from 'zod';
import { contract } from '../contract.ts';
import { codeBeside, user } from './accounts.ts';
import { line, objectId } from './common.ts';

const PASSKEY_NAME_MAX = 60;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the passkey syncs between devices. */
  isSynced: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** For the browser's `navigator.credentials`, through `@simplewebauthn/browser`. */
const browserOptions = z.record(z.string(), z.unknown());

const offered = z.object({
  options: browserOptions,
  /** Returned with the browser's answer; valid once, for a few minutes. */
  ticket: z.string(),
});

const bytes = (max: number) =>
  z
    .string()
    .max(max, `At most ${max} characters, please.`)
    .regex(/^[A-Za-z0-9_-]*$/, 'This is not a browser’s answer.');
const ticket = z
  .string()
  .max(1000, 'At most 1000 characters, please.')
  .regex(/^[A-Za-z0-9_.-]+$/, 'This is not a valid ticket.');
const attachment = z.enum(['platform', 'cross-platform']).optional();
const head = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: attachment.nullable(),
};

/** Result of `startRegistration`. */
const registrationAnswer = z.object({
  ...head,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(60_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type RegistrationAnswer = z.infer<typeof registrationAnswer>;

/** Result of `startAuthentication`. */
const authenticationAnswer = z.object({
  ...head,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(100).nullish(),
  }),
});
export type AuthenticationAnswer = z.infer<typeof authenticationAnswer>;

const params = z.object({ id: objectId });
const onePasskey = z.object({ id: objectId, passkeyId: objectId });

export const listPasskeys = contract({
  method: 'GET',
  path: '/api/v2/users/:id/passkeys',
  summary: 'Your passkeys.',
  access: 'signed-in',
  params,
  response: z.array(passkey),
});

export const offerPasskey = contract({
  method: 'POST',
  path: '/api/v2/users/:id/passkeys/options',
  summary: 'Options for creating a passkey. Requires a recent sign-in, and two-factor if it is on.',
  access: 'signed-in',
  params,
  body: codeBeside.optional(),
  response: offered,
  limit: 'sign-in',
  repeatable: true,
});

const addPasskeyBody = z.object({
  ticket,
  answer: registrationAnswer,
  name: line(PASSKEY_NAME_MAX).optional(),
});

export const addPasskey = contract({
  method: 'POST',
  path: '/api/v2/users/:id/passkeys',
  summary: 'Register a new passkey.',
  access: 'signed-in',
  params,
  body: addPasskeyBody,
  response: passkey,
  status: 201,
  limit: 'sign-in',
});

export const passkeyNameBody = z.object({ name: line(PASSKEY_NAME_MAX).min(1, 'Please fill this in.') });

export const renamePasskey = contract({
  method: 'PUT',
  path: '/api/v2/users/:id/passkeys/:passkeyId',
  summary: 'Rename a passkey.',
  access: 'signed-in',
  params: onePasskey,
  body: passkeyNameBody,
  response: passkey,
  limit: 'write',
});

export const removePasskey = contract({
  method: 'DELETE',
  path: '/api/v2/users/:id/passkeys/:passkeyId',
  summary: 'Delete a passkey. Requires a recent sign-in, and two-factor if it is on.',
  access: 'signed-in',
  params: onePasskey,
  body: codeBeside.optional(),
  response: z.array(passkey),
  limit: 'sign-in',
});

export const offerSignIn = contract({
  method: 'POST',
  path: '/api/v2/auth/passkey/options',
  summary: 'Options for signing in with a passkey. Stores nothing.',
  access: 'anyone',
  response: offered,
  limit: 'sign-in',
  repeatable: true,
});

const passkeySignInBody = z.object({ ticket, answer: authenticationAnswer });

export const signInWithPasskey = contract({
  method: 'POST',
  path: '/api/v2/auth/passkey',
  summary: 'Sign in with a passkey. It includes two-factor, because the device asks for a finger, a face or a PIN.',
  access: 'anyone',
  body: passkeySignInBody,
  response: user,
  limit: 'sign-in',
  repeatable: true,
});
