import { startingWith } from '../../platform/database/search-words.ts';
import type { StaffClip } from '../../shared/contracts/staff-media.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { isWithdrawn, type MediaFilter, MediaModel, type StoredMedia } from './media.model.ts';
import { toStaffClip } from './staff-clip.dto.ts';

/** Clips that a search answers at most. */
const FOUND = 50;
const RECEIPT_PART = /^r[0-9A-Za-z]{3,22}$/;

/** Clips by their id, the address of who sent them, or the beginning of a receipt key; 50 at most, newest first. */
export async function searchClips(text: string): Promise<StaffClip[]> {
  const filter = filterFor(text.trim());
  if (!filter) return [];
  const found = await MediaModel.find(filter).limit(FOUND).lean<StoredMedia[]>();
  return found
    .filter((clip) => !isWithdrawn(clip))
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .map(toStaffClip);
}

function filterFor(q: string): MediaFilter | null {
  if (kindOfKey(q) === 'id') return { _id: q };
  if (q.includes('@')) return { 'contributor.email': q.toLowerCase() };
  return RECEIPT_PART.test(q) ? { receiptKey: startingWith(q) } : null;
}
