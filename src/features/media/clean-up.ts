import { platform } from '../../platform/platform.ts';
import { RESTORE_WINDOW } from '../../shared/limits.ts';
import { ContributorModel, MediaModel, type StoredMedia, TakenPlacesModel } from './media.model.ts';
import { releaseContent } from './sources.ts';

/** A prepared folder that nothing refers to may still be read by a render that began before; after a day nothing does. */
const UNUSED_AFTER = 24 * 3_600_000;
const BATCH = 200;

/** Removes clips whose time in the bin is over, with all their files, and prepared files that a later edit left behind. */
export async function cleanUpMedia(now = Date.now()): Promise<void> {
  await purgeRemoved(now);
  await removeUnusedSegments(now);
  await removeUnusedOriginals(now);
}

/** Forgets all clips of an event that is purged, with their files. */
export async function purgeMediaOf(eventId: string): Promise<void> {
  const clips = await MediaModel.find({ eventId }, { _id: 1 }).lean();
  await removeAll(`originals/${eventId}/`);
  await removeAll(`prepared/${eventId}/`);
  for (const { _id } of clips) await releaseContent(String(_id));
  await ContributorModel.deleteMany({ eventId });
  await TakenPlacesModel.deleteOne({ _id: eventId });
  await MediaModel.deleteMany({ eventId });
}

async function purgeRemoved(now: number): Promise<void> {
  const { store } = platform();
  const over = await MediaModel.find({ deletedAt: { $lt: new Date(now - RESTORE_WINDOW) } })
    .limit(BATCH)
    .lean<StoredMedia[]>();
  for (const media of over) {
    if (media.originalKey) await store.remove(media.originalKey);
    await MediaModel.deleteOne({ _id: media._id });
    if (media.prepared) await removeSegment(media.prepared.folder);
    if (media.firstLook) await removeAll(`${media.firstLook.folder}/`);
    await releaseContent(String(media._id));
  }
}

/** The same file under the same name is the same segment: whoever withdrew a clip and sent it again still has it. */
async function removeSegment(folder: string): Promise<void> {
  if (!(await MediaModel.exists({ 'prepared.folder': folder }))) await removeAll(`${folder}/`);
}

async function removeUnusedSegments(now: number): Promise<void> {
  const { store } = platform();
  const folders = new Set<string>();
  for await (const file of store.list('prepared/')) {
    const isOld = file.modifiedAt.getTime() < now - UNUSED_AFTER;
    // Title cards lie there too; without facts they are not a clip's.
    if (isOld && file.key.endsWith('/clip.json')) folders.add(file.key.slice(0, -'/clip.json'.length));
  }
  for (const folder of folders) await removeSegment(folder);
}

/** A file that was taken over for a clip which never came to be: its process died, or the same file was there first. */
async function removeUnusedOriginals(now: number): Promise<void> {
  const { store } = platform();
  for await (const { key, modifiedAt } of store.list('originals/')) {
    if (modifiedAt.getTime() >= now - UNUSED_AFTER) continue;
    if (!(await MediaModel.exists({ originalKey: key }))) await store.remove(key);
  }
}

async function removeAll(prefix: string): Promise<void> {
  const { store } = platform();
  for await (const file of store.list(prefix)) await store.remove(file.key);
}
