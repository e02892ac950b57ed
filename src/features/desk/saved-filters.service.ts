import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { type DeskListName, filterQuery, type SavedFilter } from '../../shared/desk-lists.ts';
import { SavedFilterModel, type StoredFilter } from './saved-filter.model.ts';

/** Of one list. */
const MOST = 12;

/** The filters that somebody has named for a list, in their order. */
export async function savedFilters(userId: string, list: DeskListName): Promise<SavedFilter[]> {
  const found = await SavedFilterModel.find({ userId, list }).lean<StoredFilter[]>();
  return found
    .map(({ _id, label, query }) => ({ id: String(_id), name: label, query }))
    .sort((one, other) => one.id.localeCompare(other.id));
}

/** Keeps a filter; one that is kept already gets the new name. LIMIT_REACHED past 12 of a list. */
export async function saveFilter(
  userId: string,
  { list, name, query }: { list: DeskListName; name: string; query: string },
): Promise<{ query: string }> {
  const clean = filterQuery(Object.fromEntries(new URLSearchParams(query)));
  const known = await savedFilters(userId, list);
  if (known.length >= MOST && !known.some((each) => each.query === clean)) {
    throw new AppError('LIMIT_REACHED', { message: `A list keeps ${MOST} filters. Remove one first.` });
  }
  try {
    await SavedFilterModel.updateOne({ userId, list, query: clean }, { $set: { label: name } }, { upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return { query: clean };
}

/** Removes an own filter; answers its list, null if there is none. */
export async function removeFilter(userId: string, id: string): Promise<DeskListName | null> {
  const removed = await SavedFilterModel.findOneAndDelete({ _id: id, userId }).lean<StoredFilter>();
  return removed?.list ?? null;
}

/** Deletes the filters of a deleted user. Idempotent. */
export async function forgetFilters({ userId }: { userId: string }): Promise<void> {
  await SavedFilterModel.deleteMany({ userId });
}
