import { platform } from '../../platform/platform.ts';
import { RESTORE_WINDOW, WITHDRAWAL_UNDO } from '../../shared/limits.ts';
import { rescueCleaning } from './clean-originals.ts';
import { removeLooks } from './look-files.ts';
import { ContributorModel, MediaModel, type StoredMedia, TakenPlacesModel } from './media.model.ts';
import { releaseContent } from './sources.ts';

/** A prepared folder that nothing refers to may still be read by a render that began before; after a day nothing does. */
const UNUSED_AFTER = 24 * 3_600_000;
const BATCH = 200;
/** Clocks of other machines may run behind by this much: none of them may undo what is being purged. */
const CLOCK_MARGIN = 60_000;

/** Removes clips whose time in the bin is over, with all their files, and prepared files that a later edit left behind. */
export async function cleanUpMedia(now = Date.now()): Promise<void> {
  await purgeWithdrawn(now);
  await purgeRemoved(now);
  await removeUnusedSegments(now);
  await removeUnusedOriginals(now);
  await rescueCleaning(now);
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

/**
 * Deletes the content of clips whose contributor can no longer undo the withdrawal: the original, everything made of it,
 * the words and the name. The record stays for as long as a removed clip's does, so that the film and the receipt can say
 * that the clip was withdrawn. Files go first, so a crash in between leaves nothing that the next run does not find.
 */
export async function purgeWithdrawn(now = Date.now()): Promise<void> {
  const before = new Date(now - WITHDRAWAL_UNDO - CLOCK_MARGIN);
  const over = await MediaModel.find({ deletedBy: 'owner', purgedAt: null, deletedAt: { $lt: before } })
    .limit(BATCH)
    .lean<StoredMedia[]>();
  for (const media of over) {
    await removeFilesOf(media);
    await MediaModel.updateOne(
      { _id: media._id, deletedBy: 'owner', deletedAt: media.deletedAt },
      { $set: { ...NOTHING_LEFT, purgedAt: new Date(now) }, $inc: { generation: 1 } },
    );
  }
}

const NOTHING_LEFT = {
  status: 'failed',
  progress: null,
  error: null,
  checks: [],
  'contributor.name': '',
  'contributor.with': [],
  'contributor.email': null,
  claimedBy: null,
  caption: null,
  text: null,
  sha256: null,
  originalKey: null,
  originalBytes: 0,
  originalName: null,
  edit: {},
  prepared: null,
  firstLook: null,
} as const;

async function purgeRemoved(now: number): Promise<void> {
  const over = await MediaModel.find({ deletedAt: { $lt: new Date(now - RESTORE_WINDOW) } })
    .limit(BATCH)
    .lean<StoredMedia[]>();
  for (const media of over) {
    await removeFilesOf(media);
    await MediaModel.deleteOne({ _id: media._id });
  }
}

async function removeFilesOf(media: StoredMedia): Promise<void> {
  const { _id, originalKey, prepared } = media;
  if (originalKey) await platform().store.remove(originalKey);
  if (prepared) await removeSegment(prepared.folder, _id);
  await removeLooks(media);
  await releaseContent(String(_id));
}

/** The same file under the same name is the same segment: another clip may still use it. */
async function removeSegment(folder: string, except?: StoredMedia['_id']): Promise<void> {
  const others = { 'prepared.folder': folder, ...(except && { _id: { $ne: except } }) };
  if (!(await MediaModel.exists(others))) await removeAll(`${folder}/`);
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
