import * as z from 'zod';
import { job, MINUTE, objectId } from '../../shared/job.ts';

/** Expected CPU seconds up to which a clip is short: about 20 seconds of an ordinary phone video. */
export const QUICK_WORK = 20;
/** The same for what stands still: a photo, a text card, a voice message of a minute. */
const STILL_WORK = 3.5;
/** Expected CPU seconds up to which a look is short: about 20 seconds of an ordinary phone video. */
export const QUICK_LOOK = 5;

/** `generation` fences an older run of the same clip. */
const clipData = z.object({ mediaId: objectId, generation: z.number().int() });

/** A look at a clip comes before its preparation, and hands on what that is enqueued with. */
const lookData = clipData.extend({
  /** When it was asked for, in milliseconds: the newest clip is looked at first. */
  askedAt: z.number().int(),
  /** Takes turns beside its event: a hash of the sender's address. */
  addressGroup: z.string().optional(),
});
export type LookData = z.infer<typeof lookData>;

export const mediaJobs = {
  /** Takes the poster of a video; `look` follows. */
  poster: job({
    name: 'media.poster',
    data: lookData,
    attempts: 2,
    timeLimit: 5 * MINUTE,
    concurrency: 1,
    isPrivate: true,
    needsRoom: true,
  }),
  /** Makes a small copy of a video that can be played at once; `prepare` follows. */
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
    // Encoders of long clips leave the processor to all others.
    timeLimit: 90 * MINUTE,
    concurrency: 1,
    quick: [QUICK_WORK, STILL_WORK],
    needsRoom: true,
  }),
  /** Takes position, device and names out of a clip's original. */
  cleanOriginal: job({
    name: 'original.clean',
    data: z.object({ mediaId: objectId }),
    attempts: 3,
    timeLimit: 15 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Makes a clip that an earlier version prepared playable in the instant preview. */
  repack: job({
    name: 'clip.preview',
    data: z.object({ mediaId: objectId, segmentKey: z.string().regex(/^[0-9a-f]{40}$/) }),
    attempts: 3,
    timeLimit: 10 * MINUTE,
    concurrency: 1,
    needsRoom: true,
  }),
  /** Tells an event's organiser which clips are new since the last mail; several are gathered in one. */
  arrived: job({
    name: 'clips.arrived',
    data: z.object({ eventId: objectId }),
    attempts: 5,
    timeLimit: MINUTE,
    concurrency: 2,
  }),
};
