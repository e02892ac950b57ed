import * as z from 'zod';
import { contract } from '../contract.ts';
import { PASSWORD_MAX } from '../limits.ts';
import { user } from './accounts.ts';
import { objectId } from './common.ts';

/** Six digits of an app, or a recovery code; spaces and hyphens are ignored. */
const factorCode = z
  .string()
  .max(40, 'At most 40 characters, please.')
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(?:\d{6}|[a-z0-9]{10})$/, 'A code has six digits; a recovery code has ten characters.'));

const secondFactorState = z.object({
  isOn: z.boolean(),
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactorState = z.infer<typeof secondFactorState>;

const secondFactorSetup = z.object({
  /** For manual entry, in groups of four. */
  secret: z.string(),
  /** `otpauth://...`, for apps on the same phone. */
  uri: z.string(),
  /** QR code as SVG markup. */
  qr: z.string(),
});
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;

const params = z.object({ id: objectId });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getSecondFactor = contract({
  method: 'GET',
  path: '/api/v2/users/:id/second-factor',
  summary: 'Whether two-factor by app is on.',
  access: 'signed-in',
  params,
  response: secondFactorState,
});

export const setUpSecondFactor = contract({
  method: 'POST',
  path: '/api/v2/users/:id/second-factor/setup',
  summary: 'A new secret for an app. Takes effect when a code is confirmed. Requires a recent sign-in.',
  access: 'signed-in',
  params,
  response: secondFactorSetup,
  limit: 'sign-in',
});

export const codeBody = z.object({ code: factorCode });

export const confirmSecondFactor = contract({
  method: 'POST',
  path: '/api/v2/users/:id/second-factor',
  summary: 'Turn on two-factor with a first code. Returns ten recovery codes, shown once.',
  access: 'signed-in',
  params,
  body: codeBody,
  response: recoveryCodes,
  limit: 'sign-in',
});

export const turnOffBody = codeBody.extend({
  /** Alternative to a recent sign-in. */
  currentPassword: z.string().max(PASSWORD_MAX).optional(),
});

export const turnOffSecondFactor = contract({
  method: 'POST',
  path: '/api/v2/users/:id/second-factor/turn-off',
  summary: 'Turn off two-factor with a code, and the password or a recent sign-in.',
  access: 'signed-in',
  params,
  body: turnOffBody,
  response: secondFactorState,
  limit: 'sign-in',
});

export const renewRecoveryCodes = contract({
  method: 'POST',
  path: '/api/v2/users/:id/second-factor/recovery-codes',
  summary: 'Ten new recovery codes; the old ones become invalid. Requires a code and a recent sign-in.',
  access: 'signed-in',
  params,
  body: codeBody,
  response: recoveryCodes,
  limit: 'sign-in',
});

export const secondStep = contract({
  method: 'POST',
  path: '/api/v2/auth/second-step',
  summary: 'Complete a sign-in by Google, Apple or mailed link with the second step, within ten minutes.',
  access: 'anyone',
  body: codeBody,
  response: user,
  limit: 'sign-in',
  repeatable: true,
});
