import * as z from 'zod';
import { contract } from '../contract.ts';
import { NAME_MAX } from '../limits.ts';
import { MOODS } from '../moods.ts';
import { OCCASION_TYPES } from '../occasions.ts';
import { eventRef, line, listMeta, objectId, page } from './common.ts';

export const TRACK_STATUS = ['processing', 'ready', 'failed'] as const;

export const track = z.object({
  id: z.string(),
  title: z.string(),
  artist: z.string(),
  mood: z.enum(MOODS).nullable(),
  status: z.enum(TRACK_STATUS),
  /** Why an upload can't be used, with a message for its owner. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Seconds; 0 until it is ready. */
  length: z.number(),
  /** Last second of the song at which a film can begin. */
  latestStart: z.number(),
  /** AAC; null until it is ready. */
  url: z.string().nullable(),
  /** Loudness over time in 64 levels from 0 to 1. */
  waveform: z.array(z.number()),
  /** Times of the beats in seconds; null if there is no steady one. */
  beats: z.array(z.number()).nullable(),
  occasions: z.array(z.enum(OCCASION_TYPES)),
  isPublic: z.boolean(),
  /** The event of a private track. */
  eventId: z.string().nullable(),
  rightsConfirmed: z.boolean(),
  /** Set in the answer and the message of its removal. */
  deletedAt: z.string().nullable(),
});
export type Track = z.infer<typeof track>;

const trackId = z.string().regex(/^[a-z0-9-]{1,60}$/, 'This is not an id.');

const described = z.object({
  title: line(NAME_MAX).min(1, 'What is it called?'),
  artist: line(NAME_MAX),
  mood: z.enum(MOODS).nullable(),
  occasions: z.array(z.enum(OCCASION_TYPES)).max(OCCASION_TYPES.length),
});

const createTrackBody = described.partial({ artist: true, mood: true, occasions: true }).extend({
  uploadId: z.string().regex(/^[0-9a-f]{32}$/, 'This is not an upload.'),
  eventId: objectId.optional(),
  rightsConfirmed: z.literal(true, 'Please confirm that you may use this song.'),
});
export type CreateTrackBody = z.infer<typeof createTrackBody>;
const updateTrackBody = described.partial();
export type UpdateTrackBody = z.infer<typeof updateTrackBody>;

export const listTracks = contract({
  method: 'GET',
  path: '/api/v2/tracks',
  summary: 'The music that films can have; with `eventId`, for those who may see its clips, also its own songs.',
  access: 'anyone',
  query: page.extend({
    eventId: eventRef.optional(),
    mood: z.enum(MOODS).optional(),
    occasion: z.enum(OCCASION_TYPES).optional(),
  }),
  response: z.array(track),
  beside: listMeta,
});

export const createTrack = contract({
  method: 'POST',
  path: '/api/v2/tracks',
  summary:
    'Add a song from a finished upload. With `eventId` it belongs to that event and is private; without, staff make it public. It is `processing` until it was decoded.',
  access: 'track.edit',
  body: createTrackBody,
  response: track,
  status: 201,
  limit: 'write',
});

export const updateTrack = contract({
  method: 'PUT',
  path: '/api/v2/tracks/:id',
  summary: 'Change what is said of a song. You may send the whole track: unchanged and read-only fields are ignored.',
  access: 'track.edit',
  params: z.object({ id: trackId }),
  body: updateTrackBody,
  response: track,
  limit: 'write',
  roundTrip: true,
});

export const deleteTrack = contract({
  method: 'DELETE',
  path: '/api/v2/tracks/:id',
  summary: 'Remove a song. Films that were made with it stay as they are; events that chose it have no music then.',
  access: 'track.edit',
  params: z.object({ id: trackId }),
  response: track,
  limit: 'write',
});
