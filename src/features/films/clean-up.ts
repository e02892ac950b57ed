import { platform } from '../../platform/platform.ts';
import { eventsToPurge, forgetEvent } from '../events/events.service.ts';
import { purgeMediaOf } from '../media/media.service.ts';
import { PublishedMediaModel, RenderJobModel } from './film.model.ts';
import { PreviewModel } from './preview.model.ts';

/** Removes deleted events whose 30 days are over, with every clip, film and file. Each step may be repeated after a crash. */
export async function purgeDeletedEvents(): Promise<number> {
  const ids = await eventsToPurge();
  for (const eventId of ids) {
    await forgetPreviews(eventId);
    await purgeMediaOf(eventId);
    const { store } = platform();
    for await (const file of store.list(`films/${eventId}/`)) await store.remove(file.key);
    await PublishedMediaModel.deleteMany({ eventId });
    await RenderJobModel.deleteMany({ eventId });
    await forgetEvent(eventId);
  }
  return ids.length;
}

async function forgetPreviews(eventId: string): Promise<void> {
  await PreviewModel.deleteMany({ eventId });
}
