import * as z from 'zod';
import { contract } from '../contract.ts';
import { keysOf } from '../known-values.ts';
import { POSTCARD } from '../limits.ts';
import { OCCASION_TYPES } from '../occasions.ts';
import { CARD, CARD_SIDES, HANDS, POSTCARD_STATUSES } from '../postcards.ts';
import { isoDate, line, objectId, text } from './common.ts';

const PATH = '/api/v2/postcards';

const share = z.number().min(0, 'Between 0 and 1.').max(1, 'Between 0 and 1.');
const hand = z.enum(keysOf(HANDS), 'Choose one of the ways to write it.');

const crop = z.object({
  /** Which part of the picture is seen, from its left and its top. */
  x: share,
  y: share,
  /** 1 shows as much of the picture as there is room for. */
  zoom: z.number().min(1, 'At least 1.').max(POSTCARD.zoomMax, `At most ${POSTCARD.zoomMax}.`),
});

/** An address as it is typed; what it lacks is in `problems` of the card. */
const postalAddress = z.object({
  name: line(100),
  line1: line(100),
  line2: line(100).nullable().default(null),
  city: line(100).default(''),
  region: line(60).nullable().default(null),
  postalCode: line(16).nullable().default(null),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.'),
  phone: line(30).nullable().default(null),
});
export type PostalAddress = z.infer<typeof postalAddress>;

const templateId = z.string().regex(/^[a-z-]{2,60}$/, 'This is not a template.');

const front = z.object({
  /** A clip of the event: its photo, or a frame of it. */
  mediaId: objectId.nullable().default(null),
  /** Second of a video; null for the frame of its poster. */
  at: z.number().min(0, 'Not before its start.').max(36_000, 'This is after its end.').nullable().default(null),
  crop: crop.optional(),
  caption: line(POSTCARD.captionMax).nullable().default(null),
});

const message = text(POSTCARD.messageMax).pipe(
  z.string().refine((words) => words.split('\n').length <= POSTCARD.linesMax, {
    error: `At most ${POSTCARD.linesMax} lines, please.`,
  }),
);

/** What its writer decides. A draft may be unfinished. */
const fields = {
  templateId,
  hand,
  front,
  message,
  to: postalAddress.nullable(),
  from: line(POSTCARD.fromMax),
  /** Null: as soon as it is paid. */
  sendAt: isoDate.nullable(),
};

const postcard = z.object({
  id: objectId,
  eventId: objectId,
  ...fields,
  front: z.object({
    mediaId: objectId.nullable(),
    at: z.number().nullable(),
    crop,
    caption: z.string().nullable(),
    /** Whether there are enough pixels to print it well. */
    isSharp: z.boolean(),
  }),
  status: z.enum(POSTCARD_STATUSES),
  /** The printer could not send it to its address: until when that can be mended. Null where nothing is asked. */
  fixBy: z.string().nullable(),
  /** The front and the back as pictures. */
  previewUrl: z.string(),
  backUrl: z.string(),
  /** Both sides, to print at home. */
  pdfUrl: z.string(),
  trackingUrl: z.string().nullable(),
  /** What posting it costs, in cents. */
  price: z.number().int(),
  /** What is missing before it can be printed and posted for you. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Postcard = z.infer<typeof postcard>;

const area = z.object({
  kind: z.enum(['picture', 'text', 'qr']),
  side: z.enum(CARD_SIDES),
  /** Pixels of the card. */
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  font: z.string().optional(),
  color: z.string().optional(),
});

const template = z.object({
  id: templateId,
  name: z.string(),
  occasion: z.enum(OCCASION_TYPES),
  width: z.literal(CARD.width),
  height: z.literal(CARD.height),
  areas: z.array(area),
  /** What is drawn over the picture, as SVG. */
  backgroundUrl: z.string(),
});
export type PostcardTemplate = z.infer<typeof template>;

const body = z.object(fields).partial();
export type PostcardBody = z.infer<typeof body>;
/** The same before it is checked. */
export type PostcardDraft = z.input<typeof body>;
const byId = z.object({ id: objectId });

export const createPostcard = contract({
  method: 'POST',
  path: PATH,
  summary: 'Start a postcard with a QR code that opens the film. Anything can be left out of a draft.',
  access: 'postcard.edit',
  body: body.extend({ eventId: objectId }),
  response: postcard,
  status: 201,
  limit: 'write',
});

export const listPostcards = contract({
  method: 'GET',
  path: PATH,
  summary: 'The postcards of an event, newest first.',
  access: 'postcard.edit',
  query: z.object({ eventId: objectId }),
  response: z.array(postcard),
});

export const getPostcard = contract({
  method: 'GET',
  path: `${PATH}/:id`,
  summary: 'A postcard, with what it still lacks before it can be posted.',
  access: 'postcard.edit',
  params: byId,
  response: postcard,
});

export const updatePostcard = contract({
  method: 'PUT',
  path: `${PATH}/:id`,
  summary: 'Change a draft. 409 once it is paid. The whole card may be sent back.',
  access: 'postcard.edit',
  params: byId,
  body,
  response: postcard,
  limit: 'write',
  roundTrip: true,
});

export const deletePostcard = contract({
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Delete a draft. 409 once it is paid.',
  access: 'postcard.edit',
  params: byId,
  response: z.object({ id: objectId }),
  limit: 'write',
});

export const checkoutPostcard = contract({
  method: 'POST',
  path: `${PATH}/:id/checkout`,
  summary:
    'Have a draft printed and posted: opens its payment page. Where a card is paid already, it takes that one, and `url` is the card’s page.',
  access: 'event.pay',
  params: byId,
  /** `id`: Stripe’s checkout session, or `cart:ID` of what was paid before. */
  response: z.object({ id: z.string(), url: z.string() }),
  limit: 'write',
});

export const getPostcardTemplates = contract({
  method: 'GET',
  path: `${PATH}/templates/:id`,
  summary: 'A template by its id; all templates of an occasion by its type, the most fitting first.',
  access: 'anyone',
  params: z.object({ id: templateId }),
  response: z.union([template, z.array(template)]),
});

export const getPostcardArt = contract({
  method: 'GET',
  path: `${PATH}/templates/:id/art`,
  summary: 'What a template draws over the picture, as SVG instead of JSON.',
  access: 'anyone',
  params: z.object({ id: templateId }),
  response: z.string(),
});

/** @param id of a postcard */
export function postcardPdf(id: string): string {
  return `${PATH}/${id}/print.pdf`;
}

/** @param id of a postcard @param side `front` or `back` */
export function postcardPicture(id: string, side: string): string {
  return `${PATH}/${id}/${side}.jpg`;
}
