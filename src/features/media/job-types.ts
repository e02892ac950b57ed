import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';
import { UPSCALE } from '../../shared/studio-limits.ts';

/** CPU seconds up to which a clip is short: about 20 seconds of ordinary phone video. */
export const QUICK_WORK = 20;
/** The same for stills: a photo, a text card, a voice message of a minute. */
const STILL_WORK = 3.5;
/** CPU seconds up to which a look is short: about 20 seconds of ordinary phone video. */
export const QUICK_LOOK = 5;

/** `generation` fences an older run of the same clip. */
const clipData = z.object({ mediaId: objectId, generation: z.number().int() });

/** A look precedes the preparation and passes its settings on. */
const lookData = clipData.extend({
  /** Time of the request in milliseconds: the latest clip is first. */
  askedAt: z.number().int(),
  /** Additional group for fair scheduling: a hash of the sender's IP address. */
  addressGroup: z.string().optional(),
});
export type LookData = z.infer<typeof lookData>;

export const mediaJobs = {
  /** Makes a video's poster; `look` follows. */
  poster: job({
    name: 'media.poster',
    data: lookData,
    attempts: 2,
    timeLimit: 5 * MINUTE,
    concurrency: 1,
    isPrivate: true,
    needsRoom: true,
  }),
  /** Makes a small playable copy of a video; `prepare` follows. */
  look: job({
    name: 'media.look',
    data: lookData,
    attempts: 2,
    timeLimit: 10 * MINUTE,
    concurrency: 1,
    quick: [QUICK_LOOK],
    isPrivate: true,
    needsRoom: true,
  }),
  /** Makes a clip's segments and checks, and what no look has made. */
  prepare: job({
    name: 'media.prepare',
    data: clipData,
    attempts: 3,
    // Encoders of long clips run at low priority.
    timeLimit: 90 * MINUTE,
    concurrency: 1,
    quick: [QUICK_WORK, STILL_WORK],
    needsRoom: true,
  }),
  /** Enlarges a photo or a short clip; `folder` is that of its request. */
  upscale: job({
    name: 'media.upscale',
    data: z.object({ mediaId: objectId, folder: z.string() }),
    attempts: 2,
    timeLimit: UPSCALE.timeLimit + 5 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Removes position, device and names from a clip's original. */
  cleanOriginal: job({
    name: 'original.clean',
    data: z.object({ mediaId: objectId }),
    attempts: 3,
    timeLimit: 15 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Makes a clip of an earlier version playable in the preview. */
  repack: job({
    name: 'clip.preview',
    data: z.object({ mediaId: objectId, segmentKey: z.string().regex(/^[0-9a-f]{40}$/) }),
    attempts: 3,
    timeLimit: 10 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Writes down what is said in a clip, by a service that may be slow. */
  transcribe: job({
    name: 'clip.transcribe',
    data: z.object({ mediaId: objectId, askedAt: z.number().int() }),
    attempts: 3,
    timeLimit: 40 * MINUTE,
    concurrency: 2,
    needsRoom: true,
  }),
  /** Looks for dead time in a clip that was prepared before. */
  listen: job({
    name: 'clip.listen',
    data: z.object({ mediaId: objectId }),
    attempts: 2,
    timeLimit: 5 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Mails the organiser about new clips, several in one mail. */
  arrived: job({
    name: 'clips.arrived',
    data: z.object({ eventId: objectId }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
};
