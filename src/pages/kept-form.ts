import type { Request, Response } from 'express';
import * as z from 'zod';
import type { FieldForm } from '../../views/settings/settings-props.ts';
import type { RefusedForm } from '../platform/http/forms.ts';
import { sealedCookie } from '../platform/http/sealed-cookie.ts';
import { keysOf } from '../shared/known-values.ts';

/** Time for the sign-in, in milliseconds. */
const LIFETIME = 15 * 60_000;
const VALUE_MAX = 300;

/** Fields restored for each form: no secrets, and no consent that must be given again. Other forms are only opened. */
const KEPT = {
  email: ['email'],
  password: [],
  delete: [],
  'second-step-off': [],
  'recovery-codes': [],
} as const satisfies Partial<Record<FieldForm, readonly string[]>>;
type KeptName = keyof typeof KEPT;

const formName = z.enum(keysOf(KEPT));
const cookie = sealedCookie({
  name: 'vd_kept',
  purpose: 'form kept over a sign-in',
  path: '/settings/profile',
  lifetime: LIFETIME,
  facts: z.object({ userId: z.string(), form: formName, values: z.record(z.string(), z.string()) }),
});

export interface KeptForm {
  form: KeptName;
  values: Record<string, string>;
}

/**
 * Stores a settings form while its user is sent to sign in again, which changes the session: encrypted in a cookie of
 * this browser, and valid for this user only.
 */
export function keepForm(name: string, { viewer, values, res }: RefusedForm): void {
  const read = formName.safeParse(name);
  if (!read.success || !viewer?.user) return;
  const texts = KEPT[read.data].flatMap((field) => {
    const value = values[field];
    return typeof value === 'string' && value.length <= VALUE_MAX ? [[field, value] as const] : [];
  });
  cookie.keep(res, { userId: viewer.user.id, form: read.data, values: Object.fromEntries(texts) });
}

/** Returns and deletes the form that `userId` left in this browser; null if there is none. */
export function takeKeptForm(req: Request, res: Response, userId: string): KeptForm | null {
  const kept = cookie.take(req, res);
  return kept?.userId === userId ? { form: kept.form, values: kept.values } : null;
}
