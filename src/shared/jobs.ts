import * as z from 'zod';

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
}) {
  return shape;
}

/** Makes a clip's segments, poster and checks. `generation` fences an older run of the same clip. */
export const mediaPrepareJob = job({
  name: 'media.prepare',
  data: z.object({ mediaId: id, generation: z.number().int() }),
  attempts: 3,
  timeLimit: 30 * MINUTE,
  concurrency: 1,
});

/** Makes a prepared clip playable in the instant preview. */
export const clipPreviewJob = job({
  name: 'clip.preview',
  data: z.object({ mediaId: id, segmentKey: z.string().regex(/^[0-9a-f]{40}$/) }),
  attempts: 3,
  timeLimit: 10 * MINUTE,
  concurrency: 1,
});

/** Draws the opening and closing titles of an event's film as it stands, before anybody asks for the film. */
export const filmTitlesJob = job({
  name: 'film.titles',
  data: z.object({ eventId: id }),
  attempts: 2,
  timeLimit: 10 * MINUTE,
  concurrency: 1,
});

/** Makes the film of a render job's snapshot. */
export const filmRenderJob = job({
  name: 'film.render',
  data: z.object({ renderJobId: id }),
  attempts: 3,
  timeLimit: 60 * MINUTE,
  concurrency: 1,
});

/** Sends an event's film to its recipients; `deliveryId` makes a later change of plan win. */
export const eventDeliverJob = job({
  name: 'event.deliver',
  data: z.object({ eventId: id, deliveryId: z.string() }),
  attempts: 5,
  timeLimit: 2 * MINUTE,
  concurrency: 2,
});

export const MAIL_TEMPLATES = ['gift', 'film-ready', 'film-failed'] as const;

/** Sends one mail to one address; `key` makes a repeated enqueueing send it once. */
export const mailSendJob = job({
  name: 'mail.send',
  data: z.object({
    key: z.string().max(200),
    to: z.string().max(254),
    template: z.enum(MAIL_TEMPLATES),
    values: z.record(z.string(), z.string()),
  }),
  attempts: 8,
  timeLimit: MINUTE,
  concurrency: 4,
});

/** Removes what nobody may see any more: expired uploads, withdrawn clips and deleted events past their time. */
export const cleanUpJob = job({
  name: 'clean-up',
  data: z.object({}),
  attempts: 1,
  timeLimit: 10 * MINUTE,
  concurrency: 1,
});
