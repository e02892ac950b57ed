import * as z from 'zod';
import { contract } from '../contract.ts';
import { OCCASION_TYPES } from '../occasions.ts';
import { PROMO, PROMO_KINDS, plainCode } from '../promo.ts';
import { isoDate, line, objectId } from './common.ts';

const PATH = '/api/v2/promo-codes';
const PACKAGES = ['essential', 'plus', 'premium'] as const;

const code = z
  .string()
  .max(64)
  .transform(plainCode)
  .pipe(z.string().regex(/^[A-Z0-9](?:[A-Z0-9-]{1,38})[A-Z0-9]$/, 'A code has 3 to 40 letters, digits and dashes.'));

const promoCode = z.object({
  code: z.string(),
  kind: z.enum(PROMO_KINDS),
  /** Percent or cents; 0 for a package. */
  value: z.number().int(),
  label: z.string(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  maxUses: z.number().int(),
  /** Paid carts, and carts whose payment page is open. */
  used: z.number().int(),
  held: z.number().int(),
  perUser: z.number().int(),
  /** Empty for all. */
  occasions: z.array(z.enum(OCCASION_TYPES)),
  packages: z.array(z.enum(PACKAGES)),
  ownerUserId: z.string().nullable(),
  source: z.enum(['staff', 'contributor', 'referral']),
});
export type PromoCode = z.infer<typeof promoCode>;

export const checkPromoCode = contract({
  method: 'GET',
  path: `${PATH}/check/:code`,
  summary:
    'Whether a code can be used, also on this event. Every unknown, expired or foreign code gets the same answer, after the same time.',
  access: 'signed-in',
  params: z.object({
    code: z
      .string()
      .max(64)
      .regex(/^[^$./\\\p{Cc}]+$/u, 'This is not a code.'),
  }),
  query: z.object({ eventId: objectId.optional() }),
  response: z.object({
    valid: z.boolean(),
    label: z.string().optional(),
    /** Cents; only where it does not depend on the film. */
    amountOff: z.number().int().optional(),
    reason: z.enum(['unknown', 'usedUp', 'notOnThisFilm']).optional(),
  }),
});

export const listUserPromoCodes = contract({
  method: 'GET',
  path: `${PATH}/user/:id`,
  summary: 'Codes that a user has earned, newest first.',
  access: 'signed-in',
  params: z.object({ id: objectId }),
  response: z.array(promoCode),
});

export const promoCodeBody = z
  .object({
    code,
    kind: z.enum(PROMO_KINDS),
    value: z.number().int().min(0).max(100_000).default(0),
    startsAt: isoDate.nullish(),
    endsAt: isoDate.nullish(),
    maxUses: z.number().int().min(1).max(PROMO.usesMax).default(PROMO.usesMax),
    perUser: z.number().int().min(1).max(PROMO.usesMax).default(1),
    occasions: z.array(z.enum(OCCASION_TYPES)).max(OCCASION_TYPES.length).default([]),
    packages: z.array(z.enum(PACKAGES)).max(PACKAGES.length).default([]),
    /** Why it is made, for the audit log. */
    reason: line(200).optional(),
  })
  .superRefine(({ kind, value, packages, startsAt, endsAt }, refused) => {
    const refuse = (path: string, message: string) => refused.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'percent' && (value < 1 || value > 100)) refuse('value', 'Between 1 and 100 percent, please.');
    if (kind === 'amount' && value < 1) refuse('value', 'At least one cent, please.');
    if (kind === 'package' && packages.length === 0) refuse('packages', 'Which package does it pay for?');
    if (startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt)) refuse('endsAt', 'This is before it begins.');
  });
export type PromoCodeBody = z.infer<typeof promoCodeBody>;

export const createPromoCode = contract({
  method: 'POST',
  path: PATH,
  summary: 'Create a code.',
  access: 'promo.edit',
  body: promoCodeBody,
  response: promoCode,
  status: 201,
  limit: 'write',
});

export const endPromoCode = contract({
  method: 'DELETE',
  path: `${PATH}/:code`,
  summary: 'End a code now. Carts that were paid with it keep their discount.',
  access: 'promo.edit',
  params: z.object({ code }),
  response: promoCode,
  limit: 'write',
});

export const listPromoCodes = contract({
  method: 'GET',
  path: PATH,
  summary: 'The newest 100 codes by staff.',
  access: 'promo.edit',
  response: z.array(promoCode),
});
