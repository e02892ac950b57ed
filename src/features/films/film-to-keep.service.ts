import { Types } from 'mongoose';
import type { EventRecord } from '../events/find-events.service.ts';
import { PublishedMediaModel, type StoredFilm } from './film.model.ts';

/** A film's files and chapters, for an archive. */
export interface FilmToKeep {
  id: string;
  title: string;
  /** Seconds. */
  length: number;
  /** The best rendition. */
  video: { key: string; bytes: number };
  /** All of them, the best first. */
  renditions: { key: string; bytes: number; height: number }[];
  posterKey: string;
  captionsKey: string;
  chapters: { start: number; title: string }[];
}

/** The current film of an event; null without one. */
export async function filmToKeep({ currentFilmId }: Pick<EventRecord, 'currentFilmId'>): Promise<FilmToKeep | null> {
  const film = currentFilmId && (await PublishedMediaModel.findById(currentFilmId).lean<StoredFilm>());
  return film ? toKeep(film) : null;
}

/** A version of an event’s film; null if it has none with this id. */
export async function findFilmToKeep({ id: eventId }: Pick<EventRecord, 'id'>, id: string): Promise<FilmToKeep | null> {
  const film = Types.ObjectId.isValid(id) ? await PublishedMediaModel.findById(id).lean<StoredFilm>() : null;
  return film && String(film.eventId) === eventId && !film.shape ? toKeep(film) : null;
}

function toKeep(film: StoredFilm): FilmToKeep | null {
  const renditions = film.sources
    .flatMap(({ key, bytes, height }) => (key ? [{ key, bytes: bytes ?? 0, height: height ?? 0 }] : []))
    .toSorted((a, b) => b.height - a.height);
  const [best] = renditions;
  if (!best) return null;
  return {
    id: String(film._id),
    title: film.title,
    length: film.length,
    video: { key: best.key, bytes: best.bytes },
    renditions,
    posterKey: film.posterKey,
    captionsKey: film.captionsKey,
    chapters: film.chapters.map(({ start, title }) => ({ start: start ?? 0, title: title ?? '' })),
  };
}
