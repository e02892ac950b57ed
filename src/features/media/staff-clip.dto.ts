import type { StaffClip } from '../../shared/contracts/staff-media.ts';
import { toDeskDto } from './media.dto.ts';
import type { StoredMedia } from './media.model.ts';

/** A clip as staff see it in lists. */
export function toStaffClip(clip: StoredMedia): StaffClip {
  const { id, eventId, kind, status, contributor, caption, text, length, ...shown } = toDeskDto(clip);
  const { posterUrl, previewUrl, hidden, isThankYou, createdAt } = shown;
  const { moderation } = clip;
  return {
    id,
    eventId,
    kind,
    status,
    contributor: { name: contributor.name, email: contributor.email ?? null },
    caption,
    text,
    length,
    posterUrl,
    previewUrl,
    hidden,
    isThankYou,
    createdAt,
    moderation: moderation
      ? {
          state: moderation.state,
          reasons: [...moderation.reasons],
          at: moderation.at.toISOString(),
          note: moderation.note ?? '',
        }
      : null,
  };
}
