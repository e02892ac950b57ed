import * as z from 'zod';
import { contract } from '../contract.ts';
import { eventRef } from './common.ts';

/** What is in a keepsake. */
const content = z.object({
  /** Seconds of the film. */
  length: z.number(),
  /** Clips with a file, and cards, which are on the page. */
  clips: z.number().int(),
  lines: z.number().int(),
  thanks: z.number().int(),
  /** Bytes, about. */
  bytes: z.number().int(),
});

const keepsake = z.object({
  /** `closed`: for a recipient, until the makers allow it; `none`: it can be packed. */
  status: z.enum(['closed', 'none', 'packing', 'ready', 'failed']),
  /** 0..1 */
  progress: z.number(),
  /** What is being packed; may be empty. */
  step: z.string(),
  /** The archive; a download can be resumed. */
  url: z.string().nullable(),
  bytes: z.number().int().nullable(),
  /** When it is deleted; it can be packed again. */
  expiresAt: z.string().nullable(),
  /** Something has changed since it was packed; it can be packed again. */
  isOld: z.boolean().optional(),
  /** For makers: whether the recipients may have one, too. */
  isForRecipients: z.boolean().nullable(),
  /** Null while it is being packed, and while there is nothing. */
  content: content.nullable(),
});
export type Keepsake = z.infer<typeof keepsake>;

const ofEvent = {
  path: '/api/v2/events/:id/keepsake',
  params: z.object({ id: eventRef }),
  query: z.object({ v: z.string().max(64).optional() }),
  response: keepsake,
} as const;

export const getKeepsake = contract({
  ...ofEvent,
  method: 'GET',
  summary: 'The archive with the film, the clips, the guestbook and the thank-yous, and how far it is packed.',
  access: 'keepsake.read',
});

export const packKeepsake = contract({
  ...ofEvent,
  method: 'POST',
  summary:
    'Pack the archive; it is kept for 7 days. While it is being packed, and while nothing has changed, this starts nothing.',
  access: 'keepsake.read',
  status: 202,
  limit: 'write',
});

export const allowKeepsake = contract({
  ...ofEvent,
  method: 'PUT',
  summary: 'Decide whether the recipients may have an archive of their own.',
  access: 'event.edit',
  body: z.object({ isForRecipients: z.boolean() }),
  limit: 'write',
});
