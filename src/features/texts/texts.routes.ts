import { signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { lookUpNumber } from '../../shared/contracts/twilio.ts';
import { texts } from './texts.parts.ts';

/** Each costs us something. */
const lookUps = createLimiter('number-look-ups', { points: 60, seconds: 3600 });

/** Lines that a text never reaches. */
const DEAF = ['landline', 'tollFree', 'premium', 'sharedCost', 'uan', 'voicemail', 'pager'];

const UNKNOWN = { valid: false, e164: null, national: null, country: null, type: null, canText: false };

export const textRoutes: RouteTable = [
  action(lookUpNumber, {
    access: signedInUser,
    async run({ body: { phone, country }, user }) {
      const { isOver, secondsLeft } = await lookUps.count(user.id);
      if (isOver) throw tooMany(secondsLeft);
      // Twilio would take it for a number of the United States.
      if (!country && !/^\s*(?:\+|00)/.test(phone)) return UNKNOWN;
      const found = await texts().lookUp(phone.replace(/^\s*00/, '+'), country?.toUpperCase());
      return { ...found, canText: found.valid && !DEAF.includes(found.type ?? '') };
    },
  }),
];
