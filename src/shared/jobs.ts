import * as z from 'zod';
import { mailJobData } from './mails.ts';

const MINUTE = 60_000;
const id = z.string().regex(/^[0-9a-f]{24}$/);

/** Describes one type of job once: whoever enqueues it and whoever does it read the same. */
function job<T>(shape: {
  name: string;
  data: z.ZodType<T>;
  attempts: number;
  /** Milliseconds. */
  timeLimit: number;
  concurrency: number;
  quick?: readonly number[];
  isPrivate?: boolean;
  needsRoom?: boolean;
  /** Repeated after so many milliseconds. */
  every?: number;
}) {
  return shape;
}

/** Expected CPU seconds up to which a clip is short: about 20 seconds of an ordinary phone video. */
export const QUICK_WORK = 20;
/** The same for what stands still: a photo, a text card, a voice message of a minute. */
export const STILL_WORK = 3.5;

/** `generation` fences an older run of the same clip. */
const clipData = z.object({ mediaId: id, generation: z.number().int() });

/** A look at a clip comes before its preparation, and hands on what that is enqueued with. */
const lookData = clipData.extend({
  /** When it was asked for, in milliseconds: the newest clip is looked at first. */
  askedAt: z.number().int(),
  /** Takes turns beside its event: a hash of the sender's address. */
  addressGroup: z.string().optional(),
});
export type LookData = z.infer<typeof lookData>;

/** Expected CPU seconds up to which a look is short: about 20 seconds of an ordinary phone video. */
export const QUICK_LOOK = 5;

/** Takes the poster of a video; `media.look` follows. */
export const mediaPosterJob = job({
  name: 'media.poster',
  data: lookData,
  attempts: 2,
  timeLimit: 5 * MINUTE,
  concurrency: 1,
  isPrivate: true,
  needsRoom: true,
});

/** Makes a small copy of a video that can be played at once; `media.prepare` follows. */
export const mediaLookJob = job({
  name: 'media.look',
  data: lookData,
  attempts: 2,
  timeLimit: 10 * MINUTE,
  concurrency: 1,
  quick: [QUICK_LOOK],
  isPrivate: true,
  needsRoom: true,
});

/** Makes a clip's segments and checks, and what no look has made. */
export const mediaPrepareJob = job({
  name: 'media.prepare',
  data: clipData,
  attempts: 3,
  // Encoders of long clips leave the processor to all others.
  timeLimit: 90 * MINUTE,
  concurrency: 1,
  quick: [QUICK_WORK, STILL_WORK],
  needsRoom: true,
});

/** Takes position, device and names out of a clip's original. */
export const originalCleanJob = job({
  name: 'original.clean',
  data: z.object({ mediaId: id }),
  attempts: 3,
  timeLimit: 15 * MINUTE,
  concurrency: 1,
  needsRoom: true,
});

/** Makes a clip that an earlier version prepared playable in the instant preview. */
export const clipPreviewJob = job({
  name: 'clip.preview',
  data: z.object({ mediaId: id, segmentKey: z.string().regex(/^[0-9a-f]{40}$/) }),
  attempts: 3,
  timeLimit: 10 * MINUTE,
  concurrency: 1,
  needsRoom: true,
});

/** Draws the opening and closing titles of an event's film as it stands, before anybody asks for the film. */
export const filmTitlesJob = job({
  name: 'film.titles',
  data: z.object({ eventId: id }),
  attempts: 2,
  timeLimit: 10 * MINUTE,
  concurrency: 1,
  needsRoom: true,
});

/** Makes the film of a render job's snapshot. */
export const filmRenderJob = job({
  name: 'film.render',
  data: z.object({ renderJobId: id }),
  attempts: 3,
  timeLimit: 60 * MINUTE,
  concurrency: 1,
  needsRoom: true,
});

/** Sends an event's film to its recipients; `deliveryId` makes a later change of plan win. */
export const eventDeliverJob = job({
  name: 'event.deliver',
  data: z.object({ eventId: id, deliveryId: z.string() }),
  attempts: 5,
  timeLimit: 2 * MINUTE,
  concurrency: 2,
});

/** Mails those whom a recipient has thanked, once that can't be taken back any more. */
export const thanksSendJob = job({
  name: 'thanks.send',
  data: z.object({ thanksId: id }),
  attempts: 5,
  timeLimit: 5 * MINUTE,
  concurrency: 2,
});

/** Tells an event's organiser which clips have come since they were told last; several are gathered in one mail. */
export const clipsArrivedJob = job({
  name: 'clips.arrived',
  data: z.object({ eventId: id }),
  attempts: 5,
  timeLimit: MINUTE,
  concurrency: 2,
});

/** Makes a new version of a gift that goes out by itself, where late clips were taken in since the last one. */
export const lateClipsJob = job({
  name: 'film.late-clips',
  data: z.object({ eventId: id }),
  attempts: 5,
  timeLimit: MINUTE,
  concurrency: 2,
});

/** Reminds an event's organiser some days before its deadline or on the day; for another deadline by then it does nothing. */
export const deadlineNearJob = job({
  name: 'deadline.near',
  data: z.object({ eventId: id, deadline: z.iso.datetime(), turn: z.enum(['days-before', 'last-day']) }),
  attempts: 5,
  timeLimit: MINUTE,
  concurrency: 2,
});

/** Sends one mail to one address; see `mailJobData` for those there are. A repeated `key` sends it once. */
export const mailSendJob = job({
  name: 'mail.send',
  data: mailJobData,
  attempts: 8,
  timeLimit: MINUTE,
  concurrency: 4,
  isPrivate: true,
});

/** Mails what was answered in a chat and its visitor has not seen. */
export const chatAnswerJob = job({
  name: 'chat.answer',
  data: z.object({ conversationId: id }),
  attempts: 5,
  timeLimit: MINUTE,
  concurrency: 2,
});

/** Mails us what a visitor wrote in a chat and nobody has read; several messages are gathered in one mail. */
export const chatWaitingJob = job({
  name: 'chat.waiting',
  data: z.object({ conversationId: id }),
  attempts: 5,
  timeLimit: MINUTE,
  concurrency: 2,
});

/**
 * Mails somebody the link that was asked for under an address, if it has an account. A job, so that the answer to who asked
 * takes the same time and says the same whether it has.
 */
export const accountLinkJob = job({
  name: 'account.link',
  data: z.object({
    kind: z.enum(['verify', 'reset']),
    email: z.string().max(254),
    /** What the asking browser had prepared and contributed; it goes to the account when the link is used. */
    preparedEventIds: z.array(z.string()).max(20),
    contributedMediaIds: z.array(z.string()).max(40),
  }),
  attempts: 5,
  timeLimit: MINUTE,
  concurrency: 4,
  isPrivate: true,
});

/** Removes what nobody may see any more: expired uploads, withdrawn clips, deleted events and accounts past their time. */
export const cleanUpJob = job({
  name: 'clean-up',
  data: z.object({}),
  attempts: 1,
  timeLimit: 10 * MINUTE,
  concurrency: 1,
  every: 60 * MINUTE,
});

/** Takes up again what a process left that died: jobs that were never enqueued, and uploads whose time is over. */
export const rescueJob = job({
  name: 'rescue',
  data: z.object({}),
  attempts: 1,
  timeLimit: 10 * MINUTE,
  concurrency: 1,
  every: MINUTE,
});
