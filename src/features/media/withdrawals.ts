import { WITHDRAWAL_UNDO } from '../../shared/limits.ts';
import { isWithdrawn, type StoredMedia } from './media.model.ts';

/** Until when the contributor can undo the withdrawal; null if they can't, as after replacing it. */
export function undoUntil(media: StoredMedia): Date | null {
  if (!isWithdrawn(media) || media.wasLeftOut || media.replacedBy || media.purgedAt) return null;
  const until = new Date((media.deletedAt?.getTime() ?? 0) + WITHDRAWAL_UNDO);
  return until > new Date() ? until : null;
}
