import type { Postcard, PostcardDraft } from '../contracts/postcards.ts';
import { isKeyOf } from '../known-values.ts';
import { HANDS, type Hand } from '../postcards.ts';
import { utcToZoned, zonedToUtc } from '../zoned-time.ts';

/** Fields of the editor's form: all text, as a browser posts it. */
export const CARD_FIELDS = [
  'templateId',
  'mediaId',
  'at',
  'usualAt',
  'zoom',
  'across',
  'down',
  'caption',
  'message',
  'from',
  'hand',
  'toName',
  'line1',
  'line2',
  'city',
  'region',
  'zip',
  'country',
  'sendOn',
  'timeZone',
] as const;
export type CardValues = Record<(typeof CARD_FIELDS)[number], string>;

/** A clip whose picture can be the front. */
export interface CardClip {
  id: string;
  posterUrl: string;
  /** Name of its sender. */
  name: string;
  /** Seconds of a video; null for a photo or a card. */
  length: number | null;
}

/** The field that shows what is wrong with a part of a card. */
const FIELD_OF: Readonly<Record<string, keyof CardValues>> = {
  'front.mediaId': 'mediaId',
  'front.at': 'at',
  'front.caption': 'caption',
  'to.name': 'toName',
  'to.line1': 'line1',
  'to.line2': 'line2',
  'to.city': 'city',
  'to.region': 'region',
  'to.postalCode': 'zip',
  'to.country': 'country',
  sendAt: 'sendOn',
  message: 'message',
  from: 'from',
};

/** Hour of a day, in the event's time zone, until which a card can be posted on it. */
const EVENING = '20:00';
const HOME = 'US';

/** What the editor shows of a card. @param timeZone the event's */
export function valuesOf(card: Postcard, timeZone: string): CardValues {
  const { front, to, sendAt } = card;
  const { crop } = front;
  return {
    templateId: card.templateId,
    mediaId: front.mediaId ?? '',
    at: front.at === null ? '' : String(front.at),
    usualAt: '',
    zoom: String(crop.zoom),
    across: String(Math.round(crop.x * 100)),
    down: String(Math.round(crop.y * 100)),
    caption: front.caption ?? '',
    message: card.message,
    from: card.from,
    hand: card.hand,
    toName: to?.name ?? '',
    line1: to?.line1 ?? '',
    line2: to?.line2 ?? '',
    city: to?.city ?? '',
    region: to?.region ?? '',
    zip: to?.postalCode ?? '',
    country: to?.country ?? HOME,
    sendOn: sendAt ? utcToZoned(new Date(sendAt), timeZone).date : '',
    timeZone,
  };
}

/** The card that a form describes; still to be checked. */
export function draftOf(values: CardValues): PostcardDraft {
  const { templateId, mediaId, at, usualAt, zoom, across, down, caption, message, from, sendOn, timeZone } = values;
  const { toName: name, line1, line2, city, region, zip, country } = values;
  const hasAddress = [name, line1, line2, city, region, zip].some((field) => field.trim() !== '');
  return {
    ...(templateId && { templateId }),
    hand: handOf(values.hand),
    front: {
      mediaId: mediaId || null,
      // Without script a slider posts where it was left.
      at: at === '' || at === usualAt ? null : Number(at),
      crop: { zoom: numberOr(zoom, 1), x: numberOr(across, 50) / 100, y: numberOr(down, 50) / 100 },
      caption: caption || null,
    },
    message,
    from,
    to: hasAddress
      ? { name, line1, line2: line2 || null, city, region: region || null, postalCode: zip || null, country }
      : null,
    sendAt: sendOn ? eveningOf(sendOn, timeZone) : null,
  };
}

/** Null, which is at once, for today when its evening is over; as it is where it is no day. */
function eveningOf(day: string, timeZone: string): string | null {
  const evening = zonedToUtc(`${day}T${EVENING}`, timeZone);
  if (!evening) return day;
  const now = new Date();
  return evening < now && day === utcToZoned(now, timeZone).date ? null : evening.toISOString();
}

/** Messages by field of the form. */
export function byFieldOfForm(messages: Readonly<Record<string, string>>): Partial<Record<keyof CardValues, string>> {
  return Object.fromEntries(Object.entries(messages).map(([field, message]) => [FIELD_OF[field] ?? field, message]));
}

function handOf(hand: string): Hand {
  return isKeyOf(HANDS, hand) ? hand : 'pen';
}

function numberOr(text: string, usual: number): number {
  const number = Number(text);
  return text === '' || Number.isNaN(number) ? usual : number;
}
