import * as z from 'zod';
import { contract } from '../contract.ts';
import { NAME_MAX } from '../limits.ts';
import { PREMIERE_STATUS } from '../premiere-clock.ts';
import { REACTIONS, type Reaction } from '../reactions.ts';
import { eventRef, isoDate, line } from './common.ts';
import { publishedMedia } from './films.ts';

const premiere = z.object({
  eventId: z.string(),
  startsAt: z.string(),
  status: z.enum(PREMIERE_STATUS),
  /** Seconds into the film at the server's time `at`; it plays on from there unless paused. */
  position: z.number(),
  at: z.string(),
  isPaused: z.boolean(),
  isEnded: z.boolean(),
  /** Length of the film in seconds. */
  length: z.number(),
  /** People in the room. */
  viewers: z.number().int(),
  /** Grows with each change: ignore a lower one. */
  revision: z.number().int(),
});
export type Premiere = z.infer<typeof premiere>;

/** Somebody in the room, as the others see them. */
export interface PremiereFace {
  name: string;
  /** The film is for them. */
  isHonoured: boolean;
  isHost: boolean;
}

const PREMIERE_ACTIONS = ['start', 'pause', 'play', 'seek', 'end'] as const;
export type PremiereAction = (typeof PREMIERE_ACTIONS)[number];

const ofEvent = z.object({ id: eventRef });
const withKey = z.object({ v: z.string().max(64).optional() });

export const planPremiere = contract({
  method: 'POST',
  path: '/api/v2/events/:id/premiere',
  summary: 'Plan watching the film together, or move it while it has not begun. WRONG_STATE without a finished film.',
  access: 'premiere.host',
  params: ofEvent,
  body: z.object({ startsAt: isoDate }),
  response: premiere,
  status: 201,
  limit: 'write',
});

export const directPremiere = contract({
  method: 'PUT',
  path: '/api/v2/events/:id/premiere',
  summary: 'Start, pause, continue, seek or end the film for everyone in the room.',
  access: 'premiere.host',
  params: ofEvent,
  body: z
    .object({ action: z.enum(PREMIERE_ACTIONS), position: z.number().min(0).max(86_400).optional() })
    .refine(({ action, position }) => (action === 'seek') === (position !== undefined), {
      path: ['position'],
      message: 'Seeking needs a position, and nothing else has one.',
    }),
  response: premiere,
  limit: 'write',
});

export const getPremiere = contract({
  method: 'GET',
  path: '/api/v2/events/:id/premiere',
  summary: 'The premiere of an event, and its film from shortly before the start. NOT_FOUND if none is planned.',
  access: 'premiere.join',
  params: ofEvent,
  query: withKey,
  response: premiere.extend({
    /** Null until a minute before the start, and while the gift is closed. */
    film: publishedMedia.nullable(),
    /** The film is due by the clock, but its gift is not open: planned for later, or not paid for. */
    isClosed: z.boolean(),
  }),
});
export type PremiereWithFilm = z.infer<typeof getPremiere.response>;

/** How often each reaction was sent since the last message. */
export type ReactionCounts = Partial<Record<Reaction, number>>;

export const premiereJoin = z.object({
  event: eventRef,
  v: z.string().max(64).optional(),
  /** The visitor's name; those without one are counted. */
  name: line(NAME_MAX).optional(),
});
export const premiereReaction = z.object({ eventId: z.string().regex(/^[0-9a-f]{24}$/), reaction: z.enum(REACTIONS) });
