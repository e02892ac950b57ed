import type { StaffClip } from '../../shared/contracts/staff-media.ts';
import { toMediaDto } from './media.dto.ts';
import type { StoredMedia } from './media.model.ts';

/** A clip as staff see it in lists. */
export function toStaffClip(clip: StoredMedia): StaffClip {
  const { id, eventId, kind, status, contributor, text, length, posterUrl, previewUrl, hidden, createdAt } = toMediaDto(
    clip,
    'creator',
  );
  return {
    id,
    eventId,
    kind,
    status,
    contributor: { name: contributor.name, email: contributor.email ?? null },
    text,
    length,
    posterUrl,
    previewUrl,
    hidden,
    createdAt,
  };
}
