import mongoose from 'mongoose';
import type { StoredFile } from '../file-store.ts';
import { openRecords } from '../migrations/records.ts';

const DAY = 24 * 3_600_000;
/** Until then a job may still read, or be about to name, a file that the database does not. */
const UNUSED_AFTER = DAY;
/** Within this time a restore can be taken back, together with the files that only the replaced data names. */
const RESTORE_UNDO = 30 * DAY;

/**
 * Tells of files that nothing in the database names whether they may be deleted, by when they were written. Sweeps of
 * the whole store ask it: an empty or restored database names none of the files that were there before it. Parts of films
 * (`unused-parts.ts`) don’t, as they can be made again.
 */
export async function leftOverFiles(now: number): Promise<(file: Pick<StoredFile, 'modifiedAt'>) => boolean> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected');
  const times = await openRecords(db)
    .times.find({ $or: [{ _id: 'begun' }, { _id: /^restored:/ }] })
    .toArray();
  const counting = times.filter(({ _id, at }) => _id === 'begun' || at.getTime() > now - RESTORE_UNDO);
  const knownSince = Math.max(0, ...counting.map(({ at }) => at.getTime()));
  return ({ modifiedAt }) => modifiedAt.getTime() >= knownSince && modifiedAt.getTime() < now - UNUSED_AFTER;
}
