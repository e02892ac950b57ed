import type { Request, Response } from 'express';
import { z } from 'zod';
import type { FieldForm } from '../../views/settings/settings-props.ts';
import type { RefusedForm } from '../platform/http/forms.ts';
import { sealedCookie } from '../platform/http/sealed-cookie.ts';

/** How long a sign-in in between may take, in milliseconds. */
const LIFETIME = 15 * 60_000;
const VALUE_MAX = 300;

/** What comes back into each form: what is no secret, and no consent that must be given anew. The others only open again. */
const KEPT = {
  email: ['email'],
  password: [],
  delete: [],
  'second-step-off': [],
  'recovery-codes': [],
} as const satisfies Partial<Record<FieldForm, readonly string[]>>;
type KeptName = keyof typeof KEPT;

const formName = z.enum(Object.keys(KEPT) as [KeptName, ...KeptName[]]);
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
 * Keeps what somebody typed into a form of the settings while they are sent to sign in afresh, which gives them another session:
 * sealed, in a cookie of this browser, and for nobody but them.
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

/** The form that `userId` was sent away from in this browser, once; null without one. */
export function takeKeptForm(req: Request, res: Response, userId: string): KeptForm | null {
  const kept = cookie.take(req, res);
  return kept?.userId === userId ? { form: kept.form, values: kept.values } : null;
}
