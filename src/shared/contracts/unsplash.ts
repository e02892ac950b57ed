import * as z from 'zod';
import { contract } from '../contract.ts';
import { eventRef, line } from './common.ts';
import { media } from './media.ts';

/** Last page of a search that is offered; people refine their words long before. */
const LAST_PAGE = 100;

const foundPhoto = z.object({
  id: z.string(),
  description: z.string(),
  /** Pixels of the whole photo. */
  width: z.number(),
  height: z.number(),
  /** Average colour, shown until the picture is loaded. */
  color: z.string(),
  /** At the vendor’s own host, as its rules ask. */
  urls: z.object({ thumb: z.string(), regular: z.string() }),
  author: z.object({ name: z.string(), url: z.string() }),
  downloadLocation: z.string(),
});
export type FoundPhoto = z.infer<typeof foundPhoto>;

export const searchPhotos = contract({
  method: 'POST',
  path: '/api/v2/unsplash-search',
  summary: 'Find photos on Unsplash. Pass the `downloadLocation` of one to `unsplash-track` to add it.',
  access: 'signed-in',
  body: z.object({
    search: line(100).min(1, 'What should the photo show?'),
    page: z.number().int().min(1).max(LAST_PAGE).default(1),
  }),
  response: z.array(foundPhoto),
  beside: z.object({
    meta: z.object({
      total: z.number().int(),
      totalPages: z.number().int(),
      page: z.number().int(),
      /** The pictures are drawn by our stand-in, because no key is set. */
      isSandbox: z.boolean(),
    }),
  }),
  limit: 'write',
  repeatable: true,
});

export const addFoundPhoto = contract({
  method: 'POST',
  path: '/api/v2/unsplash-track',
  summary: 'Add a photo from Unsplash to an event, with its author’s credit. Unsplash counts it as a download.',
  access: 'clip.addClosed',
  body: z.object({ downloadLocation: z.string().max(2000), event: eventRef }),
  response: media,
  status: 201,
  limit: 'write',
});
