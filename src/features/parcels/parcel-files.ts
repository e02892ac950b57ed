import { join } from 'node:path';
import { Types } from 'mongoose';
import type { MakerFiles } from '../../integrations/makers.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import { type FileReference, type ServedFile, signedFileUrl } from '../../platform/storage/signed-files.ts';
import { isAway } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { type FilmToKeep, findFilmToKeep } from '../films/film-to-keep.service.ts';
import { drawBookCover, drawCaseCover, drawLabel } from './art/draw-art.ts';
import { cardArt } from './card-art.parts.ts';
import { makeDisc } from './disc/make-disc.ts';
import { packStick } from './disc/pack-stick.ts';
import { ParcelModel, type StoredParcel } from './parcel.model.ts';

const DAY = 24 * 3_600_000;
/** Makers fetch files when they come to it. */
const FETCHED_WITHIN = 14 * DAY;
const BATCH = 200;

interface Content {
  event: EventRecord;
  film: FilmToKeep;
  signal: AbortSignal;
}

/** Makes what is on a parcel and printed on it, once; null for a postcard that can’t be printed any more. */
export async function filesOf(parcel: StoredParcel, content: Content): Promise<MakerFiles | null> {
  const { product, postcardId } = parcel;
  if (product === 'postcard') {
    const sides = postcardId && (await cardArt().sidesOf(String(postcardId)));
    return sides && { kind: 'card', ...sides };
  }
  await ParcelModel.updateOne({ _id: parcel._id }, { $set: { hasFiles: true } });
  const art = await artFor(content);
  const url = (name: string) => urlOf(parcel, name);
  if (product === 'videobook') {
    await keep(parcel, 'cover.jpg', () => drawBookCover(art));
    return { kind: 'book', film: url('film'), cover: url('cover') };
  }
  await keep(parcel, 'label.png', () => drawLabel(art));
  await keep(parcel, 'cover.jpg', () => drawCaseCover(art));
  if (!(await platform().store.stat(keyOf(parcel, MASTERS[product])))) await makeMaster(parcel, content);
  return { kind: 'disc', image: url('master'), label: url('label'), cover: url('cover') };
}

const MASTERS = { dvd: 'master.iso', usb: 'master.zip' } as const;

async function makeMaster(parcel: StoredParcel, { event, film, signal }: Content): Promise<void> {
  const { config, store } = platform();
  await withTempFolder(join(config.varDir, 'tmp'), async (folder) => {
    if (parcel.product === 'usb') {
      const key = keyOf(parcel, MASTERS.usb);
      return packStick(event, film, { key, signal });
    }
    const image = await makeDisc(event, film, { folder, country: parcel.shipTo.country, signal });
    await store.take(keyOf(parcel, MASTERS.dvd), image);
  });
}

async function artFor({ event, film }: Content) {
  const { store } = platform();
  const poster = await store.read(film.posterKey).then((stream) => stream.toArray());
  return {
    poster: Buffer.concat(poster),
    title: film.title,
    occasion: event.occasion,
    length: film.length,
    names: film.chapters.map(({ title }) => title),
  };
}

async function keep(parcel: StoredParcel, name: string, draw: () => Promise<Buffer>): Promise<void> {
  const { store } = platform();
  if (!(await store.stat(keyOf(parcel, name)))) await store.write(keyOf(parcel, name), await draw());
}

function urlOf({ _id }: StoredParcel, variant: string): string {
  const reference = { kind: 'parcel', id: String(_id), variant, scope: 'own' } as const;
  const url = signedFileUrl(reference, '', Date.now() + FETCHED_WITHIN);
  return new URL(url, platform().config.appOrigin).href;
}

/** Resolves a signed URL of a parcel's file, for its maker. */
export async function resolveParcelFile({ id, variant }: FileReference): Promise<ServedFile | null> {
  const parcel = Types.ObjectId.isValid(id) ? await ParcelModel.findById(id).lean<StoredParcel>() : null;
  const event = parcel && (await findEvent(String(parcel.eventId)));
  if (!parcel || !event || isAway(event)) return null;
  if (variant === 'label') return { key: keyOf(parcel, 'label.png'), type: 'image/png' };
  if (variant === 'cover') return { key: keyOf(parcel, 'cover.jpg'), type: 'image/jpeg' };
  if (variant === 'film' && parcel.filmId) {
    const film = await findFilmToKeep(event, String(parcel.filmId));
    return film && { key: film.video.key, type: 'video/mp4' };
  }
  const { product } = parcel;
  if (variant !== 'master' || (product !== 'dvd' && product !== 'usb')) return null;
  const type = product === 'dvd' ? 'application/x-iso9660-image' : 'application/zip';
  return { key: keyOf(parcel, MASTERS[product]), type };
}

/** Deletes the files of a parcel. */
export async function removeFiles(parcel: StoredParcel): Promise<void> {
  const { store } = platform();
  for await (const { key } of store.list(`${folderOf(parcel)}/`)) await store.remove(key);
  await ParcelModel.updateOne({ _id: parcel._id }, { $set: { hasFiles: false } });
}

/** Deletes the files of parcels that their makers don’t need any more. */
export async function removeOldFiles(): Promise<void> {
  const over = await ParcelModel.find({
    hasFiles: true,
    status: { $in: ['shipped', 'delivered', 'failed', 'cancelled'] },
  })
    .limit(BATCH)
    .lean<StoredParcel[]>();
  for (const parcel of over) await removeFiles(parcel);
}

function keyOf(parcel: StoredParcel, name: string): string {
  return `${folderOf(parcel)}/${name}`;
}

function folderOf({ eventId, _id }: StoredParcel): string {
  return `parcels/${eventId}/${_id}`;
}
