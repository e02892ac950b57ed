import { Types } from 'mongoose';

/**
 * Pages by id: documents after a cursor, the id of the last one seen; all if it is no id. Ids grow with time, so that no
 * page costs more than the first.
 */
export function pastId(cursor: string | undefined, order: 'newest' | 'oldest' = 'newest'): { _id?: object } {
  if (!cursor || !Types.ObjectId.isValid(cursor)) return {};
  return { _id: { [order === 'newest' ? '$lt' : '$gt']: new Types.ObjectId(cursor) } };
}

/** A page of documents of which one more than `limit` was read. */
export function pageOf<T extends { _id: Types.ObjectId }>(
  found: readonly T[],
  limit: number,
): { shown: T[]; nextCursor: string | null } {
  const shown = found.slice(0, limit);
  return { shown, nextCursor: found.length > limit ? String(shown.at(-1)?._id ?? '') : null };
}
