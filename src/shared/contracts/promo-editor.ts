import * as z from 'zod';
import { PROMO } from '../promo.ts';
import { promoCodeBody } from './promo.ts';

/** Values of the form in which staff make a code, as a browser posts them: all text, empty where nothing was typed. */
const words = z.string().max(200);

export const promoValues = z.object({
  /** The code. */
  name: words,
  kind: words,
  /** Percent, or dollars and cents. */
  value: words,
  startsOn: words,
  endsOn: words,
  maxUses: words,
  perUser: words,
  /** Why it is made. */
  reason: words.optional(),
  occasions: z.array(words).max(60).optional(),
  packages: z.array(words).max(3).optional(),
});
export type PromoValues = z.infer<typeof promoValues>;

/** An empty form. */
export const NO_CODE: PromoValues = {
  name: '',
  kind: 'percent',
  value: '',
  startsOn: '',
  endsOn: '',
  maxUses: '',
  perUser: '1',
};

/** The form as a code's body, with the refusals of its API. */
export const promoForm = z.preprocess((sent) => {
  const values = promoValues.safeParse(sent);
  return values.success ? bodyOf(values.data) : sent;
}, promoCodeBody);

/** Still to be checked: of a wrong type where a value is no number. Days are those of UTC, the last one included. */
function bodyOf(values: PromoValues): Record<string, unknown> {
  const { name: code, kind, value, startsOn, endsOn, maxUses, perUser, reason, occasions = [], packages = [] } = values;
  return {
    code,
    kind,
    value: kind === 'package' ? 0 : numberIn(value, kind === 'amount' ? 100 : 1),
    startsAt: startsOn === '' ? null : `${startsOn}T00:00:00Z`,
    endsAt: endsOn === '' ? null : `${endsOn}T23:59:59Z`,
    maxUses: maxUses === '' ? PROMO.usesMax : numberIn(maxUses, 1),
    perUser: perUser === '' ? PROMO.usesMax : numberIn(perUser, 1),
    occasions,
    packages,
    ...(reason && { reason }),
  };
}

function numberIn(text: string, factor: number): unknown {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || Number.isNaN(number) ? text : Math.round(number * factor * 100) / 100;
}
