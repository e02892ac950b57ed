import type { Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { count } from '../../src/shared/format.ts';
import { withName } from '../../src/shared/guests/nudge-words.ts';
import { textParts } from '../../src/shared/guests/text-words.ts';
import { TEXTS } from '../../src/shared/limits.ts';
import type { PeopleProps } from './people-props.ts';

/** Texts that leave from us, not from the organiser's phone. */
export type OurText = 'ourSms' | 'ourWhatsApp';

export function isOurText(way: string): way is OurText {
  return way === 'ourSms' || way === 'ourWhatsApp';
}

/** Whether we can text a guest: their number has its country code. */
export function isTextable({ phone, muted }: Rsvp): boolean {
  return !muted && (phone?.startsWith('+') ?? false);
}

interface TextCostProps {
  offer: NonNullable<PeopleProps['texts']>;
  way: OurText;
  guests: readonly Rsvp[];
  message: string;
}

/** What texts take of the day before they are sent, and whether they arrive. */
export function TextCost({ offer: { left, isSandbox }, way, guests, message }: TextCostProps) {
  const each = guests.map((guest) =>
    way === 'ourWhatsApp' ? 1 : textParts(withName(message, guest.firstName), guest.link ?? ''),
  );
  const all = each.reduce((sum, parts) => sum + parts, 0);
  const most = Math.max(1, ...each);
  return (
    <p className="l-small" role="status">
      {most > TEXTS.perMessage
        ? 'Too long for a text: shorten it, or leave out emoji. '
        : `Free for you: ${count(all, 'text', 'texts')} of the ${left} you have left today. `}
      {way === 'ourWhatsApp' && 'WhatsApp allows us its own words only: their name, yours and their link. '}
      {most > 1 && most <= TEXTS.perMessage && `Your words take up to ${most} texts each. `}
      They go out between 9 and 20 o’clock.
      {isSandbox && ' Test mode: texts stay on this server and reach nobody.'}
    </p>
  );
}
