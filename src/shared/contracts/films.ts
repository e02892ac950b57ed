import * as z from 'zod';
import { contract } from '../contract.ts';
import { FILM_FORMATS } from '../film-shapes.ts';
import { RENDER_STATUS } from '../transitions.ts';
import { objectId } from './common.ts';
import type { MediaKind } from './media.ts';

const sources = z.array(
  z.object({
    width: z.number(),
    height: z.number(),
    type: z.literal('video/mp4'),
    url: z.string(),
    bytes: z.number(),
  }),
);

const kind = {
  format: z.enum(FILM_FORMATS),
  /** Of the larger rendition; of an upright version its shorter side. */
  height: z.number().int(),
};

export const publishedMedia = z.object({
  id: z.string(),
  eventId: z.string(),
  version: z.number().int(),
  ...kind,
  length: z.number(),
  sources,
  /** The same film in other shapes; empty for versions that are in one. */
  shapes: z.array(z.object({ id: z.string(), ...kind, sources })),
  posterUrl: z.string(),
  chapters: z.array(z.object({ start: z.number(), title: z.string() })),
  captionsUrl: z.string(),
  /** Download for the makers; null while payment is due. */
  downloadUrl: z.string().nullable().optional(),
  isCurrent: z.boolean(),
  createdAt: z.string(),
});
export type PublishedMedia = z.infer<typeof publishedMedia>;

/** A person in a film, with their poster. */
export interface FilmPerson {
  /** Id for thanks from a recipient; null when their clip has been removed. */
  id: string | null;
  name: string;
  kind: MediaKind;
  posterUrl: string | null;
  text: string | null;
  /** Their first clip. */
  mediaId: string | null;
  /** Start of their first part, in seconds. */
  start: number;
}

export const renderJob = z.object({
  id: z.string(),
  eventId: z.string(),
  /** `staff`: made at the desk, unpaid and not published. */
  kind: z.enum(['publish', 'staff']),
  /** Id of a user; null where a payment started it. */
  requestedBy: z.string().nullable(),
  ...kind,
  status: z.enum(RENDER_STATUS),
  progress: z.number(),
  step: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  publishedMediaId: z.string().nullable(),
  /** For staff: steps and errors with their times. */
  log: z.array(z.string()).optional(),
});
export type RenderJob = z.infer<typeof renderJob>;

/** The current film without rendering: a playlist of prepared clips, with times. */
const preview = z.object({
  playlistUrl: z.string().nullable(),
  length: z.number(),
  chapters: z.array(z.object({ start: z.number(), title: z.string(), mediaId: z.string().nullable() })),
  /** Number of clips still being prepared. */
  waiting: z.number().int(),
});
export type Preview = z.infer<typeof preview>;

/** Every version has a 720p rendition as well, so 720 and 1080 are the same. Only 16:9 is made in 2160. */
export const askedKind = {
  format: z.enum(FILM_FORMATS).default('16:9'),
  height: z.literal([720, 1080, 2160]).default(1080),
};

export const publish = contract({
  method: 'POST',
  path: '/api/publish/media',
  summary:
    'Publish the current timeline as a film, or make it in another shape or in 4K, beside the film. PAYMENT_REQUIRED until its price is paid.',
  access: 'film.publish',
  body: z.object({ eventId: objectId, ...askedKind }),
  response: renderJob,
  status: 202,
  limit: 'write',
});

export const getRenderJob = contract({
  method: 'GET',
  path: '/api/v2/render-jobs/:id',
  summary: 'The progress of a render.',
  access: 'film.read',
  params: z.object({ id: objectId }),
  response: renderJob,
});

export const cancelRenderJob = contract({
  method: 'DELETE',
  path: '/api/v2/render-jobs/:id',
  summary: 'Cancel a render; the previous film stays.',
  access: 'film.publish',
  params: z.object({ id: objectId }),
  response: renderJob,
  limit: 'write',
});

export const latestRenderJob = contract({
  method: 'GET',
  path: '/api/v2/events/:id/render-job',
  summary: 'The latest render of an event’s film, or of another shape of it.',
  access: 'film.read',
  params: z.object({ id: objectId }),
  query: z.object({
    format: z.enum(FILM_FORMATS).default('16:9'),
    height: z.coerce
      .number()
      .pipe(z.literal([720, 1080, 2160]))
      .default(1080),
  }),
  response: renderJob.nullable(),
});

export const listPublishedMedia = contract({
  method: 'GET',
  path: '/api/v2/events/:id/published-media',
  summary: 'Every version of the film, newest first.',
  access: 'film.read',
  params: z.object({ id: objectId }),
  response: z.array(publishedMedia),
});

export const restorePublishedMedia = contract({
  method: 'PUT',
  path: '/api/v2/published-media/:id/restore',
  summary: 'Make an older version of the film the current one.',
  access: 'film.publish',
  params: z.object({ id: objectId }),
  response: publishedMedia,
  limit: 'write',
});

export const getPreview = contract({
  method: 'GET',
  path: '/api/v2/events/:id/preview',
  summary: 'A preview of the current film, playable at once.',
  access: 'film.read',
  params: z.object({ id: objectId }),
  response: preview,
});

export const getPreviewPlaylist = contract({
  method: 'GET',
  path: '/api/v2/events/:id/preview.m3u8',
  summary: 'The playlist of the preview, as HLS (application/vnd.apple.mpegurl) instead of JSON.',
  access: 'film.read',
  params: z.object({ id: objectId }),
  query: z.object({ r: z.string().max(40).optional() }),
  response: z.string(),
});
