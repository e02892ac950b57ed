import { platform } from '../../platform/platform.ts';
import { findEvent } from '../events/find-events.service.ts';
import { filmFolder } from './film.files.ts';
import { PublishedMediaModel, RenderJobModel, type StoredFilm, type StoredRenderJob } from './film.model.ts';

/** Forgets the films of an event that is purged, with their files. May be repeated. */
export async function purgeFilmsOf(eventId: string): Promise<void> {
  await removeFiles(`films/${eventId}/`);
  await PublishedMediaModel.deleteMany({ eventId });
  await RenderJobModel.deleteMany({ eventId });
}

/**
 * Removes what a render has put on the shelf that was stopped or failed before its film became the one people see; a film
 * that already is stays.
 */
export async function forgetUnpublished(job: StoredRenderJob): Promise<void> {
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
