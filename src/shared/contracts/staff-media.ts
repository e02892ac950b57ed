import * as z from 'zod';
import { contract } from '../contract.ts';
import { FLAG_REASONS, MODERATION_STATES, SEEN_STATES } from '../moderation.ts';
import { codeBeside } from './accounts.ts';
import { listMeta, objectId, page, text } from './common.ts';
import { MEDIA_KINDS, media } from './media.ts';

const { id, eventId, kind, status, caption, length, posterUrl, previewUrl, hidden, isThankYou, createdAt } =
  media.shape;

const staffClip = z.object({
  id,
  eventId,
  kind,
  status,
  contributor: z.object({ name: z.string(), email: z.string().nullable() }),
  caption,
  text: media.shape.text,
  length,
  posterUrl,
  previewUrl,
  hidden,
  isThankYou,
  createdAt,
  /** What marked it, and what staff decided last; null: nothing. */
  moderation: z
    .object({
      state: z.enum(MODERATION_STATES),
      reasons: z.array(z.enum(FLAG_REASONS)),
      /** When it was last marked or decided. */
      at: z.string(),
      /** Why staff decided so. */
      note: z.string(),
    })
    .nullable(),
});
export type StaffClip = z.infer<typeof staffClip>;

const params = z.object({ id: objectId });
const why = text(500).pipe(z.string().min(1, 'Please say why.'));

export const listStaffMedia = contract({
  method: 'GET',
  path: '/api/v2/staff/media',
  summary: 'Clips that were reported or marked by their words, or that staff decided about: latest first.',
  access: 'media.moderate',
  query: page.extend({
    state: z.enum(MODERATION_STATES).default('open'),
    reason: z.enum(FLAG_REASONS).optional(),
    kind: z.enum(MEDIA_KINDS).optional(),
  }),
  response: z.array(staffClip),
  beside: listMeta,
});

export const moderateMedia = contract({
  method: 'PUT',
  path: '/api/v2/staff/media/:id',
  summary: 'Take a clip and its copies out of everything, or clear it, which shows it again.',
  access: 'media.moderate',
  params,
  body: z.object({
    state: z.enum(['hidden', 'cleared']),
    /** Its state where it was decided. WRONG_STATE if a colleague decided otherwise meanwhile. */
    seen: z.enum(SEEN_STATES).optional(),
    /** Why, for the audit log. */
    note: why,
  }),
  response: staffClip,
  limit: 'write',
});

export const downloadOriginal = contract({
  method: 'POST',
  path: '/api/v2/staff/media/:id/original',
  summary:
    'An address of a clip as it was uploaded, for 1 to 2 hours. Requires a reason and a recent second step; audited.',
  access: 'media.download',
  params,
  body: z.object({ note: why, ...codeBeside.shape }),
  response: z.object({ url: z.string() }),
  limit: 'write',
});
