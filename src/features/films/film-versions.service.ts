import { AppError } from '../../platform/errors.ts';
import { readOnce } from '../../platform/read-once.ts';
import { type FileScope, signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { FilmPerson, PublishedMedia } from '../../shared/contracts/films.ts';
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
  const films = await PublishedMediaModel.find({ eventId: event.id }).sort({ version: -1 }).lean<StoredFilm[]>();
  if (films.length === 0) return [];
  const current = event.currentFilmId;
  const paid = await readOnce(event, 'paid', () => paidFor(event.id));
  return films.map((film) => {
    const dto = toPublishedMediaDto(film, current, 'own');
    return { ...dto, downloadUrl: filmPrice(film, event) <= paid ? downloadUrlOf(dto, 'own') : null };
  });
}

/** Makes an older version current. */
export async function restoreFilm(id: string, event: EventRecord): Promise<PublishedMedia> {
  const film = await PublishedMediaModel.findById(id).lean<StoredFilm>();
  if (!film) throw new AppError('NOT_FOUND', { message: 'There is no such version of the film.' });
  const eventId = String(film.eventId);
  requireChangeable(event);
  await attachFilm(eventId, id);
  const dto = toPublishedMediaDto(film, id, 'own');
  emitToEvent(eventId, 'creator', 'film:published', dto);
  return dto;
}

/** Films with these ids, each marked as current, for events. */
export async function currentFilms(filmIds: string[], scope: 'own' | 'seen'): Promise<Map<string, PublishedMedia>> {
  if (filmIds.length === 0) return new Map();
  const films = await PublishedMediaModel.find({ _id: { $in: filmIds } }).lean<StoredFilm[]>();
  return new Map(films.map((film) => [String(film._id), toPublishedMediaDto(film, String(film._id), scope)]));
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
    if (!people.has(key)) people.set(key, { id, name, start: start ?? 0, ...face });
  }
  return [...people.values()];
}

const NO_FACE: Omit<ClipPerson, 'personId'> & { personId?: string } = { kind: 'video', posterUrl: null, text: null };

/** Cents due before the current film may be delivered or downloaded; 0 without a film. */
export async function currentFilmDue(event: EventRecord): Promise<number> {
  if (!event.currentFilmId) return 0;
  const film = await PublishedMediaModel.findById(event.currentFilmId, { length: 1, bill: 1 }).lean<StoredFilm>();
  return film ? filmDue(film, event) : 0;
}

/** URL for downloading the best rendition; null while that is not allowed. */
export async function filmDownloadUrl(film: PublishedMedia, event: EventRecord): Promise<string | null> {
  if ((await currentFilmDue(event)) > 0) return null;
  return downloadUrlOf(film, 'seen');
}

function downloadUrlOf({ id, sources }: PublishedMedia, scope: FileScope): string | null {
  const best = [...sources].sort((a, b) => b.height - a.height)[0];
  return best ? signedFileUrl({ kind: 'film', id, variant: `${best.height}-download`, scope }) : null;
}

/** Compares the current film with the timeline; no findings without a film. */
export async function checkFilm(event: EventRecord): Promise<FilmCheck> {
  const film =
    event.currentFilmId &&
    (await PublishedMediaModel.findById(event.currentFilmId, {
      contentMark: 1,
      clipIds: 1,
      chapters: 1,
    }).lean<StoredFilm>());
  if (!film) return { isOutdated: false, holdsWithdrawn: false };
  const clipIds = film.clipIds?.length ? film.clipIds : film.chapters.flatMap(({ mediaId }) => mediaId ?? []);
  return {
    isOutdated: film.contentMark !== contentMark(event, await filmClips(event)),
    holdsWithdrawn: await includesWithdrawn(clipIds),
  };
}

/** Event of a film; null if unknown. */
export async function eventOfFilm(id: string): Promise<string | null> {
  const film = await PublishedMediaModel.findById(id, { eventId: 1 }).lean<StoredFilm>();
  return film ? String(film.eventId) : null;
}
