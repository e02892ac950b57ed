import type { RenderJob } from '../../shared/contracts/films.ts';
import { kindOf } from '../../shared/film-shapes.ts';
import { toStaffRenderDto } from './film.dto.ts';
import { PublishedMediaModel, RenderJobModel, type StoredFilm, type StoredRenderJob } from './film.model.ts';

/** Renders of an event that are listed. */
const RENDERS = 50;

/** A version of a film with its files in the store, for a package of its event. */
export interface FilmFiles {
  id: string;
  version: number;
  format: string;
  length: number;
  createdAt: string;
  /** Name and key of each file. */
  files: { name: string; key: string }[];
}

/** All versions of an event's film, also in other shapes. */
export async function filmFilesOf(eventId: string): Promise<FilmFiles[]> {
  const films = await PublishedMediaModel.find({ eventId }).sort({ version: 1 }).lean<StoredFilm[]>();
  return films.map(({ _id, version, shape, length, createdAt, sources, posterKey, captionsKey }) => ({
    id: String(_id),
    version,
    format: kindOf(shape).format,
    length,
    createdAt: createdAt.toISOString(),
    files: [
      ...sources.flatMap(({ key, height }) => (key ? [{ name: `film-${height}.mp4`, key }] : [])),
      { name: 'poster.jpg', key: posterKey },
      { name: 'captions.vtt', key: captionsKey },
    ],
  }));
}

/** The latest renders of an event, newest first. */
export async function rendersOf(eventId: string): Promise<RenderJob[]> {
  const found = await RenderJobModel.find({ eventId }).sort({ createdAt: -1 }).limit(RENDERS).lean<StoredRenderJob[]>();
  return found.map(toStaffRenderDto);
}
