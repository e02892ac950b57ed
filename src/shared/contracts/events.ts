import * as z from 'zod';
import { CLIP_TRANSITIONS } from '../clip-transitions.ts';
import { contract } from '../contract.ts';
import { CLIP, MESSAGE_MAX, NAME_MAX, PROMPT_MAX, PROMPTS_MAX, RECIPIENTS_MAX } from '../limits.ts';
import { OCCASION_TYPES } from '../occasions.ts';
import { MUSIC_VOLUME, PHOTO_PACE, SONG } from '../studio-limits.ts';
import { EVENT_STATUS } from '../transitions.ts';
import { UNDELIVERED } from '../undelivered.ts';
import { emailAddress, eventRef, isoDate, line, listMeta, objectId, page, text, timeZone } from './common.ts';
import { publishedMedia } from './films.ts';
import { media } from './media.ts';

export const recipient = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string().nullable(),
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
});
export type Recipient = z.infer<typeof recipient>;

/** A recipient that the last delivery did not reach. */
const undelivered = z.object({ recipientId: z.string(), why: z.enum(UNDELIVERED) });
export type Undelivered = z.infer<typeof undelivered>;

/** The planned delivery and its settings. */
const delivery = z.object({
  /** Time of delivery; null when nothing is planned, and after delivery. */
  at: z.string().nullable(),
  message: z.string(),
  byHand: z.boolean(),
  /** Goes out as a text to recipients’ phones, not by mail. */
  byText: z.boolean(),
  /** Whether texts by us reach anybody here. */
  canText: z.boolean(),
  /** Seconds in which an immediate delivery can be undone; null for a planned one. */
  undoFor: z.number().nullable(),
  /** Too late to cancel or move. */
  isGoingOut: z.boolean(),
  /** Its recipients may be reminded that it waits for them. */
  mayNudge: z.boolean(),
  /** When they were reminded. */
  nudgedAt: z.string().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

const price = z.object({
  amount: z.number().int(),
  currency: z.literal('USD'),
  lines: z.array(z.object({ id: z.string(), label: z.string(), amount: z.number().int() })),
  /** The next smaller package, if a shorter film would cost less: its maximum seconds and the price. */
  smaller: z.object({ name: z.string(), covers: z.number().int(), amount: z.number().int() }).nullable(),
  /** Cents that a song or theme of the makers' own would add; 0 if it is in the price. */
  own: z.object({ song: z.number().int(), theme: z.number().int() }),
});

/** How the event's track is played. */
const music = z.object({
  /** Second of the track at which the film begins. */
  start: z.number(),
  /** dB, beside the default of every track. */
  volume: z.number(),
  /** Title of the chosen song that was removed since; choosing another clears it. */
  removed: z.string().nullable(),
});
export type Music = z.infer<typeof music>;

/** An event as a role sees it; fields that the role may not see are absent. */
export const event = z.object({
  id: z.string(),
  uuid: z.string(),
  status: z.enum(EVENT_STATUS),
  /** No clips are accepted: closed by the organiser, or past the deadline. */
  isClosed: z.boolean(),
  /** The organiser's switch; publishing and delivery don't change it. */
  acceptsClips: z.boolean(),
  occasion: z.enum(OCCASION_TYPES),
  occasionOther: z.string().nullable(),
  title: z.string(),
  message: z.string(),
  prompts: z.array(z.string()),
  guestbook: z.boolean(),
  creatorId: z.string().nullable(),
  /** First name of the creator. */
  creatorName: z.string().nullable(),
  privateKey: z.string().optional(),
  viewKey: z.string().optional(),
  recipients: z.array(recipient),
  deadline: z.string().nullable(),
  deliverAt: z.string().nullable(),
  timeZone: z.string(),
  /** For the creator: no time zone has been chosen, so times are in UTC. */
  isZoneAssumed: z.boolean().optional(),
  themeId: z.string().nullable(),
  trackId: z.string().nullable(),
  /** How clips follow one another in the film. */
  transition: z.enum(CLIP_TRANSITIONS),
  /** For makers: they chose the transition themselves, so that it stays when the theme changes. */
  isOwnTransition: z.boolean().optional(),
  /** Names appear in the first seconds of videos and photos. */
  showsNames: z.boolean(),
  /** Captions are part of the film's picture, and not only a track that viewers switch on. */
  showsCaptions: z.boolean(),
  /** Photos in a row follow the music's beats, each for at least so many seconds; null: each as it is. */
  photoSeconds: z.number().nullable(),
  /** For makers and staff. */
  music: music.optional(),
  /** Maximum length of a clip, in seconds. */
  maxClipLength: z.number(),
  /** `trees`: paid for the recipient, who learns of them after the film. */
  counts: z.object({ media: z.number().int(), contributors: z.number().int(), trees: z.number().int() }),
  length: z.number(),
  price: price.optional(),
  media: z.array(media).optional(),
  contributors: z.array(z.object({ firstName: z.string() })),
  film: publishedMedia.nullable(),
  /** For the creator: the timeline has changed since the film was made. */
  isFilmOutdated: z.boolean().optional(),
  /** For the creator: the film contains a withdrawn clip and should be published again. */
  filmHoldsWithdrawn: z.boolean().optional(),
  openedAt: z.string().nullable().optional(),
  /** For the creator. */
  delivery: delivery.optional(),
  /** For the creator: recipients that the last delivery did not reach. */
  undelivered: z.array(undelivered).optional(),
  /** The recipient's reply; for everyone who may see the film. */
  thankYou: z.string().nullable().optional(),
  deliveredAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Event = z.infer<typeof event>;

export const recipientInput = z.object({
  firstName: line(NAME_MAX).min(1, 'What is their first name?'),
  lastName: line(NAME_MAX).nullish(),
  email: emailAddress.nullish(),
  phone: line(40).nullish(),
});

const prompts = z.array(line(PROMPT_MAX).min(1)).max(PROMPTS_MAX);

export const createEventBody = z.object({
  occasion: z.enum(OCCASION_TYPES, 'Please choose an occasion.'),
  occasionOther: line(NAME_MAX).nullish(),
  recipients: z.array(recipientInput).min(1, 'Who is it for?').max(RECIPIENTS_MAX),
  deadline: isoDate.nullish(),
  deliverAt: isoDate.nullish(),
  timeZone: timeZone.optional(),
  message: text(MESSAGE_MAX).optional(),
  prompts: prompts.optional(),
  guestbook: z.boolean().optional(),
  analyticsClientId: z.string().max(100).nullish(),
});
export type CreateEventBody = z.infer<typeof createEventBody>;

export const updateEventBody = z
  .object({
    occasion: z.enum(OCCASION_TYPES),
    occasionOther: line(NAME_MAX).nullable(),
    recipients: z
      .array(recipientInput.extend({ id: z.string().max(40).optional() }))
      .min(1)
      .max(RECIPIENTS_MAX),
    acceptsClips: z.boolean(),
    deadline: isoDate.nullable(),
    deliverAt: isoDate.nullable(),
    timeZone,
    isZoneAssumed: z.boolean(),
    message: text(MESSAGE_MAX),
    prompts,
    guestbook: z.boolean(),
    themeId: z.string().max(60).nullable(),
    trackId: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/)
      .nullable(),
    /** Null leaves it to the theme. */
    transition: z.enum(CLIP_TRANSITIONS).nullable(),
    showsNames: z.boolean(),
    showsCaptions: z.boolean(),
    photoSeconds: z.number().min(PHOTO_PACE.min).max(PHOTO_PACE.max).nullable(),
    /** Choosing another track without it starts that one at its beginning. */
    music: z.object({
      start: z.number().min(0).max(SONG.max),
      volume: z.number().min(MUSIC_VOLUME.min).max(MUSIC_VOLUME.max).optional(),
    }),
    maxClipLength: z.number().int().min(CLIP.min).max(CLIP.max),
    /** The recipient's short reply to everyone. */
    thankYou: text(MESSAGE_MAX).nullable(),
  })
  .partial();
export type UpdateEventBody = z.infer<typeof updateEventBody>;

export const withKey = z.object({ v: z.string().max(64).optional(), privateKey: z.string().max(64).optional() });

export const createEvent = contract({
  method: 'POST',
  path: '/api/event',
  summary:
    'Create an event. Without an account it belongs to the browser’s session until someone registers or signs in.',
  access: 'anyone',
  body: createEventBody,
  response: event,
  status: 201,
  limit: 'write',
});

export const listEvents = contract({
  method: 'GET',
  path: '/api/events',
  summary: 'Your events, newest first.',
  access: 'signed-in',
  query: page,
  response: z.array(event),
  beside: listMeta,
});

export const getEvent = contract({
  method: 'GET',
  path: '/api/event/:id',
  summary: 'An event by id, uuid or key, with the fields that your role may see.',
  access: 'event.read',
  params: z.object({ id: eventRef }),
  query: withKey,
  response: event,
});

export const updateEvent = contract({
  method: 'PUT',
  path: '/api/v2/events/:id',
  summary:
    'Change an event. The creator may change all of it; a recipient, with `privateKey`, only their own fields. You may send the whole event: unchanged and read-only fields are ignored.',
  access: 'event.update',
  params: z.object({ id: eventRef }),
  query: withKey,
  body: updateEventBody,
  response: event,
  limit: 'write',
  roundTrip: true,
});

export const deleteEvent = contract({
  method: 'DELETE',
  path: '/api/v2/events/:id',
  summary: 'Delete an event; it can be restored for 30 days.',
  access: 'event.delete',
  params: z.object({ id: objectId }),
  response: z.object({ id: z.string(), deletedAt: z.string() }),
  limit: 'write',
});

export const restoreEvent = contract({
  method: 'PUT',
  path: '/api/v2/events/:id/restore',
  summary: 'Restore a deleted event.',
  access: 'event.delete',
  params: z.object({ id: objectId }),
  response: event,
  limit: 'write',
});

export const bringBackEvent = contract({
  method: 'PUT',
  path: '/api/v2/events/:id/bring-back',
  summary: 'Bring an archived event back as it was given.',
  access: 'event.edit',
  params: z.object({ id: eventRef }),
  response: event,
  limit: 'write',
});

export const orderMedia = contract({
  method: 'PUT',
  path: '/api/v2/events/:id/order',
  summary: 'Reorder the clips: all ids of the timeline, first to last.',
  access: 'event.edit',
  params: z.object({ id: objectId }),
  body: z.object({ mediaIds: z.array(objectId).max(500) }),
  response: z.object({ mediaIds: z.array(z.string()) }),
  limit: 'write',
});
