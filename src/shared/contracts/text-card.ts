import * as z from 'zod';
import { hasRoomForLines, TOO_MANY_LINES } from '../card-text.ts';
import { contract } from '../contract.ts';
import { NAME_MAX, OTHERS_PER_CLIP, TEXT_MAX } from '../limits.ts';
import { line, objectId, text } from './common.ts';

export const drawTextCard = contract({
  method: 'POST',
  path: '/api/v2/events/:id/text-card',
  summary: 'A picture of a text card as the film will show it, in its theme, before it is saved.',
  access: 'film.read',
  params: z.object({ id: objectId }),
  body: z.object({
    text: text(TEXT_MAX).refine(hasRoomForLines, TOO_MANY_LINES),
    contributor: z.object({ name: line(NAME_MAX), with: z.array(line(NAME_MAX)).max(OTHERS_PER_CLIP).optional() }),
  }),
  /** WebP as a data URL, 640x360. */
  response: z.object({ url: z.string() }),
  limit: 'write',
  repeatable: true,
});
