import * as z from 'zod';
import { LOOK_NAMES } from './looks.ts';
import { PHOTO_FACES, STICKER_NAMES } from './photo-drawing.ts';
import { EDIT, PHOTO_EDIT } from './studio-limits.ts';

const fraction = z.number().min(0).max(1);
/** Layers may reach over an edge. */
const place = z.number().min(-0.5).max(1.5);
const level = z.number().min(-100).max(100);
const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'A colour looks like #d9486b.');
const angle = z.number().min(-180).max(180);
const size = z.number().min(PHOTO_EDIT.size.min).max(PHOTO_EDIT.size.max);

const textLayer = z.strictObject({
  kind: z.literal('text'),
  text: z
    .string()
    .min(1, 'Write a few words first.')
    .max(PHOTO_EDIT.letters, `Up to ${PHOTO_EDIT.letters} characters, please.`)
    .regex(/^[^\p{Cc}]*$/u, 'Please leave out line breaks and control characters.')
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Please write something that can be seen.'),
  face: z.enum(PHOTO_FACES),
  colour,
  ...{ x: place, y: place, size, angle },
});
const drawingLayer = z.strictObject({
  kind: z.literal('drawing'),
  colour,
  width: z.number().min(PHOTO_EDIT.width.min).max(PHOTO_EDIT.width.max),
  points: z
    .array(z.tuple([place, place]))
    .min(1)
    .max(PHOTO_EDIT.points, 'This line is too long.'),
});
const stickerLayer = z.strictObject({
  kind: z.literal('sticker'),
  name: z.enum(STICKER_NAMES),
  ...{ x: place, y: place, size, angle },
});
const layer = z.discriminatedUnion('kind', [textLayer, drawingLayer, stickerLayer]);
export type PhotoLayer = z.infer<typeof layer>;

/**
 * What the photo editor does to a photo: turned, cropped and mirrored as in `mediaEdit`, then coloured, then covered by
 * layers in order. Places and sizes of layers are shares: of width and height, and of the height.
 */
export const photoEdit = z
  .strictObject({
    crop: z.strictObject({ x: fraction, y: fraction, width: fraction, height: fraction }).nullable(),
    rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
    straighten: z.number().min(-EDIT.straighten).max(EDIT.straighten),
    flip: z.enum(['horizontal', 'vertical']).nullable(),
    adjust: z.strictObject({ brightness: level, contrast: level, saturation: level, warmth: level }).partial(),
    filter: z.enum(LOOK_NAMES).nullable(),
    layers: z.array(layer).max(PHOTO_EDIT.layers, `Up to ${PHOTO_EDIT.layers} things fit on a photo.`),
  })
  .partial()
  .refine(
    ({ crop }) =>
      !crop || (crop.width > 0 && crop.height > 0 && crop.x + crop.width <= 1.001 && crop.y + crop.height <= 1.001),
    { path: ['crop'], message: 'This part is outside the picture.' },
  )
  .refine((value) => JSON.stringify(value).length <= EDIT.annotationMax, {
    message: `A drawing can have up to ${EDIT.annotationMax / 1024} KB.`,
  });
export type PhotoEdit = z.infer<typeof photoEdit>;
export type Adjustments = NonNullable<PhotoEdit['adjust']>;
