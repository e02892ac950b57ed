import { platform } from '../../platform/platform.ts';
import { leftOverFiles } from '../../platform/storage/left-over-files.ts';
import { RESTORE_WINDOW, WITHDRAWAL_UNDO } from '../../shared/limits.ts';
import { removePoster } from './choose-poster.ts';
import { rescueCleaning } from './clean-originals.ts';
import { ContributorModel, TakenPlacesModel } from './contributor.model.ts';
import { removeLooks } from './look-files.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { photoCopyKey } from './photo-copy.ts';
import { dropLostUploads, forgetUpload } from './sources.ts';
import { removeEnlarged } from './upscale-files.ts';

const BATCH = 200;
/** Maximum clock skew of other machines, which must not undo a purge. */
const CLOCK_MARGIN = 60_000;

/** Deletes clips whose time in the bin is over, with all files, and prepared files of earlier edits. */
export async function cleanUpMedia(now = Date.now()): Promise<void> {
  await purgeWithdrawn(now);
  await purgeRemoved(now);
  await removeUnusedSegments(now);
  await removeUnusedOriginals(now);
  await dropLostUploads(now);
  await rescueCleaning(now);
}

/** Deletes all clips of a purged event, with their files. */
export async function purgeMediaOf(eventId: string): Promise<void> {
  const clips = await MediaModel.find({ eventId }, { _id: 1 }).lean();
  await removeAll(`originals/${eventId}/`);
  await removeAll(`prepared/${eventId}/`);
  await removeAll(`posters/${eventId}/`);
  await removeAll(`photos/${eventId}/`);
  await removeAll(`upscaled/${eventId}/`);
  for (const { _id } of clips) await forgetUpload(String(_id));
  await ContributorModel.deleteMany({ eventId });
  await TakenPlacesModel.deleteOne({ _id: eventId });
  await MediaModel.deleteMany({ eventId });
}

/**
 * Deletes the content of clips whose withdrawal can no longer be undone: original, derived files, text and name. The
 * record stays as long as a removed clip's, for film and receipt. Files go first, so that the next run finds what a
 * crash left.
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
  captions: [],
  transcription: null,
  heard: null,
  sha256: null,
  originalKey: null,
  originalBytes: 0,
  originalName: null,
  sourceFacts: null,
  edit: {},
  prepared: null,
  copiedSha256: null,
  unedited: null,
  chosenPoster: null,
  history: [],
  annotation: null,
  painting: null,
  upscale: null,
  attribution: null,
  firstLook: null,
  moderation: null,
} as const;

async function purgeRemoved(now: number): Promise<void> {
  // The record of a replaced clip stays: its receipt, which was mailed, leads to the newer one.
  const over = await MediaModel.find({ deletedAt: { $lt: new Date(now - RESTORE_WINDOW) }, replacedBy: null })
    .limit(BATCH)
    .lean<StoredMedia[]>();
  for (const media of over) {
    await removeFilesOf(media);
    await MediaModel.deleteOne({ _id: media._id });
  }
}

async function removeFilesOf(media: StoredMedia): Promise<void> {
  const { _id, originalKey, prepared, unedited, chosenPoster } = media;
  if (originalKey) await removeOriginal(originalKey, _id);
  if (prepared) await removeSegment(prepared.folder, _id);
  if (unedited) await removeSegment(unedited.folder, _id);
  await removePoster(chosenPoster?.folder);
  await platform().store.remove(photoCopyKey(media));
  await removeEnlarged(media);
  await removeLooks(media);
  await forgetUpload(String(_id));
}

/** A copy may use the same original. */
async function removeOriginal(originalKey: string, except: StoredMedia['_id']): Promise<void> {
  if (!(await MediaModel.exists({ originalKey, _id: { $ne: except } }))) await platform().store.remove(originalKey);
}

/** The same file under the same name is the same segment, which another clip may use, or show in its editor. */
async function removeSegment(folder: string, except?: StoredMedia['_id']): Promise<void> {
  const others = except && { _id: { $ne: except } };
  if (await MediaModel.exists({ 'prepared.folder': folder, ...others })) return;
  if (!(await MediaModel.exists({ 'unedited.folder': folder, ...others }))) await removeAll(`${folder}/`);
}

async function removeUnusedSegments(now: number): Promise<void> {
  const { store } = platform();
  const mayBeLeftOver = await leftOverFiles(now);
  const folders = new Set<string>();
  for await (const file of store.list('prepared/')) {
    // Title cards are stored there too, without clip facts.
    if (mayBeLeftOver(file) && file.key.endsWith('/clip.json')) folders.add(file.key.slice(0, -'/clip.json'.length));
  }
  for (const folder of folders) await removeSegment(folder);
}

/** A file taken over for a clip that was never stored: after a crash, or because the file existed already. */
async function removeUnusedOriginals(now: number): Promise<void> {
  const { store } = platform();
  const mayBeLeftOver = await leftOverFiles(now);
  for await (const file of store.list('originals/')) {
    if (!mayBeLeftOver(file)) continue;
    if (!(await MediaModel.exists({ originalKey: file.key }))) await store.remove(file.key);
  }
}

async function removeAll(prefix: string): Promise<void> {
  const { store } = platform();
  for await (const file of store.list(prefix)) await store.remove(file.key);
}
