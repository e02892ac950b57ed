import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import type { FileReference, ServedFile } from '../../platform/storage/signed-files.ts';
import { isEmbargoed } from '../events/embargo.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { PublishedMediaModel, type StoredFilm, type StoredRenderJob } from './film.model.ts';
import { filmDue } from './film-due.ts';

/** Folder of a render's files, which are deleted together. */
export function filmFolder({ eventId, _id }: Pick<StoredRenderJob, 'eventId' | '_id'>): string {
  return `films/${String(eventId)}/${String(_id)}`;
}

/** Resolves a film's signed URL, as long as the event is visible. */
export async function resolveFilmFile({ id, variant, scope }: FileReference): Promise<ServedFile | null> {
  if (!Types.ObjectId.isValid(id)) return null;
  const film = await PublishedMediaModel.findById(id).lean<StoredFilm>();
  const event = film && (await findEvent(String(film.eventId)));
  if (!film || !event || event.status === 'deleted' || event.status === 'suspended') return null;
  const isDue = (await filmDue(film, event)) > 0;
  if (scope !== 'own' && (isEmbargoed(event) || (isDue && event.deliveredAt === null))) return null;
  if (variant === 'poster') return { key: film.posterKey, type: 'image/jpeg' };
  if (variant === 'captions') return { key: film.captionsKey, type: 'text/vtt' };
  const [height, asDownload] = variant.split('-');
  const source = film.sources.find((each) => String(each.height) === height);
  if (!source?.key) return null;
  if (asDownload !== undefined && asDownload !== 'download') return null;
  if (asDownload && isDue) {
    throw new AppError('PAYMENT_REQUIRED', {
      message: 'This film isn’t paid for, so it can’t be saved yet. Its organiser can pay for it in the studio.',
    });
  }
  return { key: source.key, type: 'video/mp4', ...(asDownload && { downloadName: `${fileName(film.title)}.mp4` }) };
}

/** The title as a safe file name. */
function fileName(title: string): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name.slice(0, 80) || 'Film';
}
