import type { PipelineStage } from 'mongoose';
import { joinedIn } from '../../platform/database/joined.ts';
import { AppError } from '../../platform/errors.ts';
import { readOnce, withSharedReads } from '../../platform/read-once.ts';
import { type FileScope, signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { FilmPerson, PublishedMedia } from '../../shared/contracts/films.ts';
import { SHAPE_WORDS, shapeOfVersion } from '../../shared/film-shapes.ts';
import { attachFilm } from '../events/event-film.service.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { requireChangeable } from '../events/events.access.ts';
import type { FilmCheck } from '../events/events.parts.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { type ClipPerson, clipPeople } from '../media/clip-people.service.ts';
import { includesWithdrawn } from '../media/timeline-clips.service.ts';
import { paidFor } from '../orders/orders.service.ts';
import { toPublishedMediaDto } from './film.dto.ts';
import { PublishedMediaModel, type StoredFilm } from './film.model.ts';
import { filmDue, filmPrice } from './film-due.ts';
import { contentMark, filmClips } from './film-timeline.ts';

/** All versions, newest first. */
export async function listFilms(event: EventRecord): Promise<PublishedMedia[]> {
  const films = await PublishedMediaModel.find({ eventId: event.id, isDraft: { $ne: true } })
    .sort({ version: -1 })
    .lean<StoredFilm[]>();
  if (films.length === 0) return [];
  const current = event.currentFilmId;
  const paid = await paidFor(event);
  return films.map((film) => {
    const dto = toPublishedMediaDto(film, current, 'own');
    return { ...dto, downloadUrl: filmPrice(film, event) <= paid ? downloadUrlOf(dto, 'own') : null };
  });
}

/** Makes an older version current. */
export async function restoreFilm(id: string, event: EventRecord): Promise<PublishedMedia> {
  const film = await PublishedMediaModel.findById(id).lean<StoredFilm>();
  if (!film || film.isDraft) throw new AppError('NOT_FOUND', { message: 'There is no such version of the film.' });
  if (film.shape) {
    throw new AppError('WRONG_STATE', {
      message: 'This is the film in another shape. It is shown beside the film, not in its place.',
    });
  }
  const eventId = String(film.eventId);
  requireChangeable(event);
  await attachFilm(eventId, id);
  const dto = toPublishedMediaDto(film, id, 'own');
  emitToEvent(eventId, 'creator', 'film:published', dto);
  return dto;
}

/** The current film of an event. */
export async function currentFilm(event: EventRecord, scope: 'own' | 'seen'): Promise<PublishedMedia | undefined> {
  const film = await storedFilmOf(event);
  return film ? toPublishedMediaDto(film, String(film._id), scope) : undefined;
}

/** A stage that adds a film by the field with its id; `joinedFilm` reads it. */
export function joinFilm(localField: string): PipelineStage.Lookup {
  return { $lookup: { from: PublishedMediaModel.collection.name, localField, foreignField: '_id', as: 'joinedFilms' } };
}

/** The film that `joinFilm` added, as reads of `film` share it. */
export function joinedFilm(document: object): unknown {
  return joinedIn(document, 'joinedFilms')[0] ?? null;
}

async function storedFilmOf(event: EventRecord): Promise<StoredFilm | null> {
  const { currentFilmId } = event;
  if (!currentFilmId) return null;
  return readOnce(event, 'film', () => PublishedMediaModel.findById(currentFilmId).lean<StoredFilm>().exec());
}

/**
 * People in a film, in order, without duplicates.
 * @param audience whose URLs: the makers' also work during the embargo
 */
export async function filmPeople(filmId: string, audience: 'viewer' | 'creator' = 'viewer'): Promise<FilmPerson[]> {
  const film = await PublishedMediaModel.findById(filmId, { chapters: 1 }).lean<StoredFilm>();
  const known = await clipPeople(film?.chapters.flatMap(({ mediaId }) => mediaId ?? []) ?? [], audience);
  const people = new Map<string, FilmPerson>();
  for (const { mediaId, start, title } of film?.chapters ?? []) {
    const { personId: id = null, ...face } = known.get(mediaId ?? '') ?? NO_FACE;
    const name = title ?? '';
    const key = id ?? `name:${name}`;
    if (!people.has(key)) people.set(key, { id, name, mediaId: mediaId ?? null, start: start ?? 0, ...face });
  }
  return [...people.values()];
}

const NO_FACE: Omit<ClipPerson, 'personId'> & { personId?: string } = { kind: 'video', posterUrl: null, text: null };

/** Cents due before the current film may be delivered or downloaded; 0 without a film. */
export async function currentFilmDue(event: EventRecord): Promise<number> {
  const film = await storedFilmOf(event);
  return film ? filmDue(film, event) : 0;
}

/** URLs for downloading the best rendition, also in other shapes; none while that is not allowed. */
export async function filmDownloads(
  film: PublishedMedia,
  event: EventRecord,
): Promise<{ downloadUrl: string | null; otherDownloads: { name: string; url: string }[] }> {
  if ((await currentFilmDue(event)) > 0) return { downloadUrl: null, otherDownloads: [] };
  const otherDownloads = film.shapes.flatMap((version) => {
    const shape = shapeOfVersion(version);
    const url = downloadUrlOf(version, 'seen');
    return shape && url ? [{ name: SHAPE_WORDS[shape].name, url }] : [];
  });
  return { downloadUrl: downloadUrlOf(film, 'seen'), otherDownloads };
}

function downloadUrlOf({ id, sources }: Pick<PublishedMedia, 'id' | 'sources'>, scope: FileScope): string | null {
  const best = [...sources].sort((a, b) => b.height - a.height)[0];
  return best ? signedFileUrl({ kind: 'film', id, variant: `${best.height}-download`, scope }) : null;
}

/** Compares the current film with the timeline; no findings without a film. */
export async function checkFilm(given: EventRecord): Promise<FilmCheck> {
  const event = withSharedReads(given);
  const film = await storedFilmOf(event);
  if (!film) return { isOutdated: false, holdsWithdrawn: false };
  return {
    isOutdated: film.contentMark !== (await contentMark(event, await filmClips(event))),
    holdsWithdrawn: await includesWithdrawn(event, clipIdsOf(film)),
  };
}

/** Versions of the film that have a clip in them, the newest first. */
export async function versionsWith({ eventId, id }: { eventId: string; id: string }): Promise<number[]> {
  const films = await PublishedMediaModel.find(
    { eventId, isDraft: { $ne: true } },
    { version: 1, clipIds: 1, chapters: 1 },
  )
    .sort({ version: -1 })
    .lean<StoredFilm[]>();
  return films.filter((film) => clipIdsOf(film).includes(id)).map(({ version }) => version);
}

/** Of older films, only the first clip of each chapter is known. */
function clipIdsOf({ clipIds, chapters }: StoredFilm): string[] {
  return clipIds?.length ? clipIds : chapters.flatMap(({ mediaId }) => mediaId ?? []);
}

/** Event of a film; null if unknown. */
export async function eventOfFilm(id: string): Promise<string | null> {
  const film = await PublishedMediaModel.findById(id, { eventId: 1 }).lean<StoredFilm>();
  return film ? String(film.eventId) : null;
}
