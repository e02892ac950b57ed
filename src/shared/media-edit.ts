import * as z from 'zod';
import { cutLength } from './edited-length.ts';
import { CLIP } from './limits.ts';
import { LOOK_NAMES } from './looks.ts';
import { EDIT } from './studio-limits.ts';

const fraction = z.number().min(0).max(1);
const seconds = z.number().min(0).max(EDIT.secondsMax);
const part = z.object({ start: seconds, end: seconds });

/**
 * Edit of a clip for the film. The picture is straightened, cropped, rotated and mirrored, in this order: a crop is a
 * share of the straightened picture. Trim and cuts are seconds of the source; an end of 0 means its end.
 */
export const mediaEdit = z.object({
  trim: part.optional(),
  /** Parts that are left out, in order. */
  cuts: z.array(part).max(EDIT.cuts, `Up to ${EDIT.cuts} parts can be cut out.`).optional(),
  crop: z.object({ x: fraction, y: fraction, width: fraction, height: fraction }).optional(),
  rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
  /** Degrees clockwise; the picture is enlarged until no corner is empty. */
  straighten: z.number().min(-EDIT.straighten).max(EDIT.straighten).optional(),
  flip: z.enum(['horizontal', 'vertical']).optional(),
  /** In dB. */
  volume: z.number().min(-60).max(20).optional(),
  muted: z.boolean().optional(),
  denoise: z.boolean().optional(),
  /** Factor; voices keep their pitch. */
  speed: z.number().min(EDIT.speed.min).max(EDIT.speed.max).optional(),
  fill: z.enum(['blur', 'colour', 'crop']).optional(),
  /** A colour look, see `LOOKS`. */
  look: z.enum(LOOK_NAMES).optional(),
  /** Seconds that a photo or text card is shown. */
  length: z.number().min(EDIT.still.min).max(EDIT.still.max).optional(),
});
export type MediaEdit = z.infer<typeof mediaEdit>;

/** An edit in a request; it must leave part of the clip. */
export const askedEdit = mediaEdit
  .refine(({ trim }) => !trim || trim.end === 0 || trim.end > trim.start, {
    path: ['trim', 'end'],
    message: 'The end must come after the start.',
  })
  .refine(
    ({ crop }) => !crop || (crop.width > 0 && crop.height > 0 && isWithin(crop.x + crop.width, crop.y + crop.height)),
    {
      path: ['crop'],
      message: 'This part is outside the picture.',
    },
  )
  .superRefine(({ trim, cuts = [] }, context) => {
    const refuse = (index: number, message: string) =>
      context.addIssue({ code: 'custom', path: ['cuts', index], message });
    const [first, last] = [trim?.start ?? 0, trim?.end || Infinity];
    cuts.forEach(({ start, end }, index) => {
      if (end <= start) refuse(index, 'A cut must end after it starts.');
      else if (start < first || end > last) refuse(index, 'A cut must lie inside the part that plays.');
      else if (start < (cuts[index - 1]?.end ?? 0)) refuse(index, 'Cuts must follow each other without overlapping.');
    });
    if (cuts.length > 0 && last - first - cutLength(cuts) < CLIP.min) refuse(0, AT_LEAST);
  });

/** Message for an edit that leaves too little. */
export const AT_LEAST = `At least ${CLIP.min} second of the clip must be left.`;

/** Allows for rounding of computed fractions. */
function isWithin(right: number, bottom: number): boolean {
  return Math.max(right, bottom) <= 1.001;
}
