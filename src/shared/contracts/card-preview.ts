import * as z from 'zod';

const entrance = z.object({
  at: z.number(),
  takes: z.number(),
  dx: z.number(),
  dy: z.number(),
  fades: z.boolean(),
});

/** A title card with its artwork by address and its words as text, see `CardPreview`. */
export const cardPreview = z.object({
  url: z.string(),
  parts: z.array(
    z.object({
      url: z.string(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      enters: entrance.nullable(),
    }),
  ),
  lines: z.array(
    z.object({
      text: z.string(),
      x: z.number(),
      y: z.number(),
      size: z.number(),
      font: z.string(),
      colour: z.string(),
      isCentred: z.boolean(),
      turn: z.string().nullable(),
      enters: entrance,
    }),
  ),
});
