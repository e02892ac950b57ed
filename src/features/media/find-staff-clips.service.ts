import { searchStages, startingWith } from '../../platform/database/search-words.ts';
import type { StaffClip } from '../../shared/contracts/staff-media.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { isWithdrawn, type MediaFilter, MediaModel, type StoredMedia } from './media.model.ts';
import { toStaffClip } from './staff-clip.dto.ts';

/** Clips that a search answers at most. */
const FOUND = 50;
const RECEIPT_PART = /^r[0-9A-Za-z]{3,22}$/;

/**
 * Clips by their id, by the address or the beginning of the name of who sent them, or by that of a receipt key; newest
 * first, 50 at most. Costs the same however many clips there are.
 */
export async function searchClips(text: string): Promise<StaffClip[]> {
  const q = text.trim();
  const exact = filterFor(q);
  const stages = exact.isWhole ? null : searchStages(q, FOUND);
  const [byKey, byName] = await Promise.all([
    exact.filter ? MediaModel.find(exact.filter).limit(FOUND).lean<StoredMedia[]>() : [],
    stages ? MediaModel.aggregate<StoredMedia>(stages) : [],
  ]);
  const unique = new Map([...byKey, ...byName].map((clip) => [String(clip._id), clip]));
  return [...unique.values()]
    .filter((clip) => !isWithdrawn(clip))
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, FOUND)
    .map(toStaffClip);
}

/** `isWhole`: it can’t be a name as well. */
function filterFor(q: string): { filter: MediaFilter | null; isWhole: boolean } {
  if (kindOfKey(q) === 'id') return { filter: { _id: q }, isWhole: true };
  if (q.includes('@')) return { filter: { 'contributor.email': q.toLowerCase() }, isWhole: true };
  return { filter: RECEIPT_PART.test(q) ? { receiptKey: startingWith(q) } : null, isWhole: false };
}
