import * as z from 'zod';
import { contract } from '../contract.ts';
import { cue } from './captions.ts';
import { cardPreview } from './card-preview.ts';
import { objectId } from './common.ts';

/** `length` in seconds. */
const card = cardPreview.extend({ length: z.number() });

const previewLook = z.object({
  opening: card,
  closing: card,
  /** Names over clips. Size in pixels of a picture 1080 high. */
  plate: z.object({ font: z.string(), size: z.number(), ink: z.string(), box: z.string(), accent: z.string() }),
  /** The clips that play, in order; seconds of the preview. */
  clips: z.array(
    z.object({
      id: z.string(),
      start: z.number(),
      length: z.number(),
      /** Names that come over its picture, and until when; null for none. */
      name: z.object({ text: z.string(), from: z.number(), until: z.number() }).nullable(),
      cues: z.array(cue),
    }),
  ),
  /** Seconds with several clips at once, which only the film has. */
  collages: z.number(),
});
export type PreviewLook = z.infer<typeof previewLook>;

export const getPreviewLook = contract({
  method: 'GET',
  path: '/api/v2/events/:id/preview-look',
  summary: 'What a preview shows around and over its clips: title cards, names and captions, with their times.',
  access: 'film.read',
  params: z.object({ id: objectId }),
  response: previewLook,
});
