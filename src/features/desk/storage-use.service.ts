import type { StorageUse } from '../../shared/contracts/storage-use.ts';
import { allFilmBytes, filmBytesOf } from '../films/film-bytes.service.ts';
import { allKeepsakeBytes, keepsakeBytesOf } from '../keepsakes/keepsake-bytes.service.ts';
import { allClipBytes, clipBytesOf } from '../media/clip-bytes.service.ts';
import { StorageUseModel, type StoredUse } from './storage-use.model.ts';

const ALL = 'all';

/** What an event takes, by kind, from the sizes that were stored with its files. */
export async function storageOf(eventId: string): Promise<StorageUse> {
  const [clips, films, packages] = await Promise.all([
    clipBytesOf(eventId),
    filmBytesOf(eventId),
    keepsakeBytesOf(eventId),
  ]);
  return { ...clips, films, packages, at: null };
}

/** What everything takes, as it was last added up; null before the first time. */
export async function storageInAll(): Promise<StorageUse | null> {
  const stored = await StorageUseModel.findById(ALL).lean<StoredUse>();
  if (!stored) return null;
  const { originals, prepared, films, packages, at } = stored;
  return { originals, prepared, films, packages, at: at.toISOString() };
}

/** Adds up what everything takes; a worker does so each hour. */
export async function addUpStorage(): Promise<void> {
  const clips = await allClipBytes();
  const sums = { ...clips, films: await allFilmBytes(), packages: await allKeepsakeBytes() };
  await StorageUseModel.updateOne({ _id: ALL }, { $set: { ...sums, at: new Date() } }, { upsert: true });
}
