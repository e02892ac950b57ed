import { type FileScope, signedFilePath, signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { PublishedMedia, RenderJob } from '../../shared/contracts/films.ts';
import { kindOf } from '../../shared/film-shapes.ts';
import type { StoredFilm, StoredRenderJob } from './film.model.ts';

/** A film version with URLs valid for some hours; those of scope `own` also during the embargo. */
export function toPublishedMediaDto(film: StoredFilm, currentFilmId: string | null, scope: FileScope): PublishedMedia {
  const id = String(film._id);
  const url = (variant: string, of = id) => signedFileUrl({ kind: 'film', id: of, variant, scope });
  const sourcesOf = (stored: StoredFilm['sources'], of = id) =>
    stored.map((source) => ({
      width: source.width ?? 0,
      height: source.height ?? 0,
      type: 'video/mp4' as const,
      url: url(String(source.height), of),
      bytes: source.bytes ?? 0,
    }));
  return {
    id,
    eventId: String(film.eventId),
    version: film.version,
    length: film.length,
    ...kindOf(film.shape),
    sources: sourcesOf(film.sources),
    shapes: (film.shapes ?? []).map(({ filmId, shape, sources }) => ({
      id: filmId,
      ...kindOf(shape),
      sources: sourcesOf(sources, filmId),
    })),
    posterUrl: url('poster'),
    chapters: film.chapters.map(({ start, title }) => ({ start: start ?? 0, title: title ?? '' })),
    captionsUrl: signedFilePath({ kind: 'film', id, variant: 'captions', scope }),
    isCurrent: id === currentFilmId,
    createdAt: film.createdAt.toISOString(),
  };
}

export function toRenderJobDto(job: StoredRenderJob): RenderJob {
  return {
    id: String(job._id),
    eventId: String(job.eventId),
    kind: job.kind ?? 'publish',
    requestedBy: job.requestedBy ? String(job.requestedBy) : null,
    ...kindOf(job.shape),
    status: job.status,
    progress: job.progress,
    step: job.step,
    error: job.error ? { code: job.error.code ?? 'INTERNAL', message: job.error.message ?? '' } : null,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    publishedMediaId: job.publishedMediaId ? String(job.publishedMediaId) : null,
  };
}

/** The same for staff, with its log. */
export function toStaffRenderDto(job: StoredRenderJob): RenderJob {
  return { ...toRenderJobDto(job), log: [...(job.log ?? [])] };
}
