import type { Rsvp } from '../../src/shared/contracts/rsvps.ts';
import type { NudgeChannel, NudgeWay } from '../../src/shared/rsvp-values.ts';
import type { IconName } from '../../views/ui/icon.tsx';
import type { Way } from './hand-over.ts';
import type { PeopleProps } from './people-props.ts';
import { isOurText, type OurText } from './text-cost.tsx';

/** Ways of the sheet: on this device, or sent by us. */
export type SheetWay = Way | OurText;

const WAYS: readonly { way: SheetWay; icon: IconName; label: string; hint: string }[] = [
  { way: 'whatsapp', icon: 'chat', label: 'WhatsApp', hint: 'From your phone' },
  { way: 'sms', icon: 'text', label: 'Text', hint: 'From your phone' },
  { way: 'mail', icon: 'mail', label: 'Email', hint: 'We send it' },
  { way: 'ourSms', icon: 'text', label: 'Text', hint: 'We send it' },
  { way: 'ourWhatsApp', icon: 'chat', label: 'WhatsApp', hint: 'We send it' },
  { way: 'share', icon: 'share', label: 'Share', hint: 'Any app' },
  { way: 'copy', icon: 'copy', label: 'Copy', hint: 'Their own link' },
  { way: 'told', icon: 'user', label: 'Told them', hint: 'In person' },
];
type Asked = { via: NudgeWay } | { channel: NudgeChannel };
/** What the server is asked. */
export const ASKED: Record<SheetWay, Asked> = {
  whatsapp: { via: 'whatsapp' },
  sms: { via: 'sms' },
  mail: { channel: 'mail' },
  ourSms: { channel: 'sms' },
  ourWhatsApp: { channel: 'whatsapp' },
  share: { via: 'link' },
  copy: { via: 'link' },
  told: { via: 'told' },
};

/** The ways that are offered on this device. */
export function waysFor(texts: PeopleProps['texts']) {
  const canShare = navigator.canShare?.({ text: 'Hi', url: window.location.href }) ?? false;
  return WAYS.filter(({ way }) => {
    if (way === 'share') return canShare;
    return !isOurText(way) || (texts !== null && (way === 'ourSms' || texts.hasWhatsApp));
  });
}

/** Why a way is closed for a single guest. */
export function lacks(way: SheetWay, { email, phone }: Rsvp, isSeveral: boolean): string | null {
  if (isSeveral) return null;
  if (way === 'mail') return email ? null : 'No address';
  if (!isOurText(way) || phone?.startsWith('+')) return null;
  return phone ? 'No country code' : 'No number';
}

/** What follows the words. */
export function wordsHint(way: SheetWay): string {
  return way === 'mail'
    ? 'Their own link comes as a button below your words.'
    : 'Their own link comes after your words.';
}

/** What the button does. */
export function actLabel(way: SheetWay, many: number): string {
  if (isOurText(way)) return many > 1 ? `Send ${many} texts` : 'Send the text';
  if (way === 'whatsapp') return 'Open WhatsApp';
  if (way === 'sms') return 'Open messages';
  if (way === 'share') return 'Share';
  if (way === 'copy') return 'Copy words and link';
  if (way === 'told') return 'Note it for today';
  return many > 1 ? `Send ${many} emails` : 'Send the email';
}
