import type { StorageUse } from '../../shared/contracts/storage-use.ts';
import { allFilmBytes, filmBytesOf } from '../films/film-bytes.service.ts';
import { allKeepsakeBytes, keepsakeBytesOf } from '../keepsakes/keepsake-bytes.service.ts';
import { allTrackBytes, songBytesOf } from '../library/track-bytes.service.ts';
import { allClipBytes, clipBytesOf } from '../media/clip-bytes.service.ts';
import { allParcelBytes, parcelBytesOf } from '../parcels/parcel-bytes.service.ts';
import { allPostcardBytes, postcardBytesOf } from '../postcards/postcard-bytes.service.ts';
import { allPictureBytes } from '../profiles/picture-bytes.service.ts';
import { StorageUseModel, type StoredUse } from './storage-use.model.ts';

const ALL = 'all';

/** What an event takes now, by kind. */
export async function storageOf(eventId: string): Promise<StorageUse> {
  const [clips, films, packages, songs, cards, parcels] = await Promise.all([
    clipBytesOf(eventId),
    filmBytesOf(eventId),
    keepsakeBytesOf(eventId),
    songBytesOf(eventId),
    postcardBytesOf(eventId),
    parcelBytesOf(eventId),
  ]);
  return { ...clips, films, packages, songs, printed: cards + parcels, apart: null, at: null };
}

/** What everything takes, as it was last added up; null before the first time. */
export async function storageInAll(): Promise<StorageUse | null> {
  const stored = await StorageUseModel.findById(ALL).lean<StoredUse>();
  if (!stored) return null;
  const { originals, prepared, films, packages, songs, printed, music, pictures, at } = stored;
  return {
    originals,
    prepared,
    films,
    packages,
    // The last sum of an older version lacks these, for an hour.
    songs: songs ?? 0,
    printed: printed ?? 0,
    apart: { music: music ?? 0, pictures: pictures ?? 0 },
    at: at.toISOString(),
  };
}

/** Adds up what everything takes; a worker does so each hour. */
export async function addUpStorage(): Promise<void> {
  const sums = {
    ...(await allClipBytes()),
    ...(await allTrackBytes()),
    films: await allFilmBytes(),
    packages: await allKeepsakeBytes(),
    printed: (await allPostcardBytes()) + (await allParcelBytes()),
    pictures: await allPictureBytes(),
  };
  await StorageUseModel.updateOne({ _id: ALL }, { $set: { ...sums, at: new Date() } }, { upsert: true });
}
