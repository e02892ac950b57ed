import { platform } from '../../platform/platform.ts';
import { findEvent } from '../events/find-events.service.ts';
import { filmFolder } from './film.files.ts';
import { PublishedMediaModel, RenderJobModel, type StoredFilm, type StoredRenderJob } from './film.model.ts';

/** Deletes the films of a purged event, with their files. Idempotent. */
export async function purgeFilmsOf(eventId: string): Promise<void> {
  await removeFiles(`films/${eventId}/`);
  await PublishedMediaModel.deleteMany({ eventId });
  await RenderJobModel.deleteMany({ eventId });
}

/** Deletes film and files of a render that was cancelled or failed before its film became current. Idempotent. */
export async function forgetIfStopped({ _id }: Pick<StoredRenderJob, '_id'>): Promise<void> {
  const job = await RenderJobModel.findById(_id).lean<StoredRenderJob>();
  if (job?.status !== 'cancelled' && job?.status !== 'failed') return;
  const film = await PublishedMediaModel.findOne({ renderJobId: job._id }, { _id: 1 }).lean<StoredFilm>();
  const event = await findEvent(String(job.eventId));
  if (film && event?.currentFilmId === String(film._id)) return;
  await PublishedMediaModel.deleteOne({ renderJobId: job._id });
  await removeFiles(`${filmFolder(job)}/`);
}

async function removeFiles(prefix: string): Promise<void> {
  const { store } = platform();
  for await (const file of store.list(prefix)) await store.remove(file.key);
}
