import * as z from 'zod';
import { media } from './media.ts';

const { id, eventId, kind, status, text, length, posterUrl, previewUrl, hidden, createdAt } = media.shape;

const staffClip = z.object({
  id,
  eventId,
  kind,
  status,
  contributor: z.object({ name: z.string(), email: z.string().nullable() }),
  text,
  length,
  posterUrl,
  previewUrl,
  hidden,
  createdAt,
});
export type StaffClip = z.infer<typeof staffClip>;
