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
  posterKey: string;
  captionsKey: string;
  chapters: { start: number; title: string }[];
}

/** The current film of an event; null without one. */
export async function filmToKeep({ currentFilmId }: Pick<EventRecord, 'currentFilmId'>): Promise<FilmToKeep | null> {
  const film = currentFilmId && (await PublishedMediaModel.findById(currentFilmId).lean<StoredFilm>());
  if (!film) return null;
  const [best] = film.sources.toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0));
  if (!best?.key) return null;
  return {
    id: String(film._id),
    title: film.title,
    length: film.length,
    video: { key: best.key, bytes: best.bytes ?? 0 },
    posterKey: film.posterKey,
    captionsKey: film.captionsKey,
    chapters: film.chapters.map(({ start, title }) => ({ start: start ?? 0, title: title ?? '' })),
  };
}
