import * as z from 'zod';
import { hasRoomForLines, TOO_MANY_LINES } from '../card-text.ts';
import { contract } from '../contract.ts';
import { CAPTION_MAX, NAME_MAX, OTHERS_PER_CLIP, TEXT_MAX } from '../limits.ts';
import { askedEdit, mediaEdit } from '../media-edit.ts';
import type { OccasionType } from '../occasions.ts';
import { photoEdit } from '../photo-edit.ts';
import { MEDIA_STATUS } from '../transitions.ts';
import { askedCaptions, cue, TRANSCRIPTION_STATUS } from './captions.ts';
import { emailAddress, eventRef, line, objectId, text } from './common.ts';

export const MEDIA_KINDS = ['video', 'photo', 'text', 'audio'] as const;
export const MEDIA_CHECKS = ['silent', 'black', 'short', 'quiet', 'sideways'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];
export type MediaCheck = (typeof MEDIA_CHECKS)[number];

export const UPSCALE_STATUS = ['none', 'queued', 'running', 'review', 'approved', 'rejected', 'failed'] as const;

const upscale = z.object({
  status: z.enum(UPSCALE_STATUS),
  /** Pictures of the clip as it came and enlarged, to compare. */
  beforeUrl: z.string().nullable(),
  afterUrl: z.string().nullable(),
  /** `resampler`: the network failed or took too long, so it is larger, but hardly sharper. */
  method: z.enum(['network', 'resampler']).nullable(),
  /** Pixels when enlarged; 0 until then. */
  width: z.number(),
  height: z.number(),
  /** Small enough to be worth it, and not too long. */
  isOffered: z.boolean(),
});

export const media = z.object({
  id: z.string(),
  /** Increases with each change: the higher revision is newer. */
  revision: z.number(),
  eventId: z.string(),
  kind: z.enum(MEDIA_KINDS),
  status: z.enum(MEDIA_STATUS),
  progress: z.number().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  checks: z.array(z.enum(MEDIA_CHECKS)),
  contributor: z.object({
    name: z.string(),
    /** Other people in the clip, named by its sender; absent if none. */
    with: z.array(z.string()).optional(),
    email: z.string().nullable().optional(),
    /** For the creator: equal for all clips of a contributor; absent for clips by organisers. */
    id: z.string().optional(),
  }),
  caption: z.string().nullable(),
  text: z.string().nullable(),
  /** What is said, in seconds of the recording. */
  captions: z.array(cue),
  /** For the creator: writing captions by listening, while it goes on or after it failed. */
  transcription: z
    .object({ status: z.enum(TRANSCRIPTION_STATUS), message: z.string() })
    .nullable()
    .optional(),
  /** For the creator: a trim that leaves out dead time at its start and end; absent if it was not looked for. */
  tighten: z.object({ start: z.number(), end: z.number() }).nullable().optional(),
  position: z.number(),
  /** Seconds in the film. */
  length: z.number(),
  width: z.number(),
  height: z.number(),
  posterUrl: z.string().nullable(),
  previewUrl: z.string().nullable(),
  downloadUrl: z.string().nullable().optional(),
  hidden: z.boolean(),
  /** Taken out by staff: nobody can watch it. For makers and its sender; absent from all others. */
  isTakenOut: z.literal(true).optional(),
  /** For the creator: arrived after publishing, and not yet accepted or left out. */
  isWaiting: z.boolean().optional(),
  edit: mediaEdit,
  /** For the creator: the whole clip without its edit, as an editor shows it; null for text cards and until it is known. */
  source: z.object({ url: z.string(), posterUrl: z.string(), length: z.number() }).nullable().optional(),
  /** For the creator: the last changes, oldest first; `what` names fields, those of the edit by themselves. */
  history: z.array(z.object({ at: z.string(), by: z.string(), what: z.string() })).optional(),
  /** For the creator: what the photo editor did, see `pintura-edit`, and whether the picture shows just that. */
  annotation: photoEdit.nullable().optional(),
  isPainted: z.boolean().optional(),
  /** For the creator: a larger, sharper version; absent from other clips than photos and videos. */
  upscale: upscale.optional(),
  /** Who made a photo from elsewhere on the web, their page, and where it was found; null for all other clips. */
  attribution: z.object({ author: z.string(), url: z.string(), source: z.string() }).nullable(),
  isThankYou: z.boolean(),
  deletedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Media = z.infer<typeof media>;

/** A clip sent to someone else's event, in the sender's account. */
export interface Contribution {
  id: string;
  occasion: OccasionType;
  title: string;
  /** First names. */
  recipients: string[];
  kind: MediaKind;
  posterUrl: string | null;
  text: string | null;
  /** Opens the clip for anyone who has the link; null during impersonation. */
  receiptUrl: string | null;
  createdAt: string;
}

/** What a contributor has earned with a clip, for an event of their own. */
const earnedCode = z.object({ code: z.string(), label: z.string(), eventId: z.string() });
export type EarnedCode = z.infer<typeof earnedCode>;

const receipt = z.object({ media, receiptKey: z.string(), receiptUrl: z.string() });
/** The receipt's own page also shows the code; null before the clip is ready, and for clips that earn none. */
const shownReceipt = receipt.extend({ promoCode: earnedCode.nullable() });
export type Receipt = z.infer<typeof receipt>;
export type ShownReceipt = z.infer<typeof shownReceipt>;

/** `in`, withdrawn by its contributor, left out by the organiser, or taken out by staff. */
export type ReceiptStanding = 'in' | 'withdrawn' | 'leftOut' | 'takenOut';

/** Names of other people in the clip. */
const others = z.array(line(NAME_MAX).min(1)).max(OTHERS_PER_CLIP).optional();

const contributor = z.object({
  name: line(NAME_MAX).min(1, 'Please add your name.'),
  email: z.preprocess((value) => (value === '' ? null : value), emailAddress.nullish()),
  with: others,
});

const cardText = text(TEXT_MAX).refine(hasRoomForLines, TOO_MANY_LINES);

const createMediaBody = z
  .object({
    /** uuid or privateKey of the event. */
    event: eventRef,
    uploadId: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/)
      .optional(),
    kind: z.literal('text').optional(),
    text: cardText.optional(),
    contributor,
    caption: line(CAPTION_MAX).optional(),
    isThankYou: z.boolean().optional(),
    /** Receipt key of the sender's clip that this one replaces. */
    replaces: z.string().max(64).optional(),
    /** Key of the sender's own invitation (`?i=`), which works two days longer. */
    invitation: z.string().max(64).optional(),
  })
  .refine((body) => (body.uploadId === undefined) !== (body.kind === undefined), {
    path: ['uploadId'],
    message: 'Send either an upload or a text.',
  })
  .refine((body) => body.kind !== 'text' || Boolean(body.text), {
    path: ['text'],
    message: 'Write a few words first.',
  });
export type CreateMediaBody = z.infer<typeof createMediaBody>;

const updateMediaBody = z
  .object({
    caption: line(CAPTION_MAX).nullable(),
    position: z.number().int().min(0).max(10_000),
    hidden: z.boolean(),
    /** False accepts a late clip, `hidden: true` leaves it out; true undoes the decision. */
    isWaiting: z.boolean(),
    edit: askedEdit,
    /** The edit that `edit` was made from: only what differs is changed, so that others' changes stay. */
    editFrom: mediaEdit,
    captions: askedCaptions,
    /** Null, as in other clips, changes nothing. */
    text: cardText.pipe(z.string().min(1, 'Write a few words first.')).nullable(),
    contributor: z.object({ name: line(NAME_MAX).min(1, 'Please add a name.'), with: others }),
    /** As by `pintura-edit`. */
    annotation: photoEdit.nullable(),
  })
  .partial();
export type UpdateMediaBody = z.infer<typeof updateMediaBody>;

export const createMedia = contract({
  method: 'POST',
  path: '/api/v2/media',
  summary:
    'Add a finished upload or a text card to an event. The receipt allows its sender to watch, replace or withdraw it.',
  access: 'clip.add',
  body: createMediaBody,
  response: receipt,
  status: 201,
  limit: 'write',
});

export const updateMedia = contract({
  method: 'PUT',
  path: '/api/v2/media/:id',
  summary:
    'Change a clip: name, caption, place, hidden, edit, text, captions. You may send the whole clip: read-only fields are ignored.',
  access: 'clip.update',
  params: z.object({ id: objectId }),
  body: updateMediaBody,
  response: media,
  limit: 'write',
  roundTrip: true,
});

const withReceipt = z.object({ receipt: z.string().max(64).optional(), v: z.string().max(64).optional() });

export const deleteMedia = contract({
  method: 'DELETE',
  path: '/api/v2/media/:id',
  summary:
    'Remove a clip; the organiser can restore it for 30 days. With `receipt`, a contributor withdraws their clip; with `v` (the private key), the recipient their thank-you: only they can undo that, for an hour.',
  access: 'clip.remove',
  params: z.object({ id: objectId }),
  query: withReceipt,
  response: media,
  limit: 'write',
});

export const removeContributor = contract({
  method: 'DELETE',
  path: '/api/v2/events/:id/contributors/:contributorId',
  summary: 'Remove all clips of a contributor; the organiser can restore each of them for 30 days.',
  access: 'contributor.remove',
  params: z.object({
    id: objectId,
    contributorId: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'This is not a contributor.'),
  }),
  response: z.object({ mediaIds: z.array(z.string()) }),
  limit: 'write',
});

export const restoreMedia = contract({
  method: 'PUT',
  path: '/api/v2/media/:id/restore',
  summary: 'Restore a removed clip to its place.',
  access: 'clip.restore',
  params: z.object({ id: objectId }),
  query: withReceipt,
  response: media,
  limit: 'write',
});

export const claimMedia = contract({
  method: 'PUT',
  path: '/api/v2/media/:id/claim',
  summary: 'Link a clip sent before signing in to your account; `receipt` proves that it is yours.',
  access: 'signed-in',
  params: z.object({ id: objectId }),
  query: z.object({ receipt: z.string().max(64).optional() }),
  response: receipt,
  limit: 'write',
});

export const retryMedia = contract({
  method: 'PUT',
  path: '/api/v2/media/:id/retry',
  summary: 'Retry the preparation of a failed clip.',
  access: 'clip.retry',
  params: z.object({ id: objectId }),
  query: withReceipt,
  response: media,
  limit: 'write',
});

export const getReceipt = contract({
  method: 'GET',
  path: '/api/v2/receipts/:key',
  summary: 'The status of your clip.',
  access: 'receipt.read',
  params: z.object({ key: eventRef }),
  response: shownReceipt,
});

const updateReceiptBody = z
  .object({
    name: line(NAME_MAX).min(1, 'Please add your name.'),
    email: emailAddress,
    with: others,
  })
  .partial();
export type UpdateReceiptBody = z.infer<typeof updateReceiptBody>;

export const updateReceipt = contract({
  method: 'PUT',
  path: '/api/v2/receipts/:key',
  summary: 'Change the sender of your clip: the names until the film is closed, the address for its link at any time.',
  access: 'receipt.edit',
  params: z.object({ key: eventRef }),
  body: updateReceiptBody,
  response: receipt,
  limit: 'write',
});
