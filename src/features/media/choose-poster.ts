import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import { withTempFolder } from '../../platform/ffmpeg/temp-folder.ts';
import { platform } from '../../platform/platform.ts';
import type { Media } from '../../shared/contracts/media.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireChangeable } from '../events/events.access.ts';
import { rememberChange } from './clip-history.ts';
import { announce } from './clip-steps.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip, type OwnMedia } from './own-clip.ts';
import { posterOfSegment } from './prepare/poster.ts';
import { SEGMENT_FILES, segmentFile } from './segments.ts';

/** Of the last frame, which has to be there. */
const LAST_FRAME = 1 / 30;

/**
 * Takes a clip's poster from a second of its segment, which is one small decode of our own file. WRONG_STATE while it is
 * being prepared, FIELDS_REFUSED for other clips than videos and beyond the end.
 */
export async function choosePoster({ media, event, roles }: OwnMedia, at: number, viewer: Viewer): Promise<Media> {
  requireChangeable(event);
  if (media.deletedAt !== null) throw noSuchClip();
  if (media.kind !== 'video') throw refused('Only a video has other pictures to choose from.');
  const { prepared } = media;
  if (media.status !== 'ready' || !prepared) throw notReady();
  if (at > media.length) throw refused(`This clip ends after ${media.length.toFixed(1)} seconds.`);
  const folder = `posters/${event.id}/${media._id}-${randomBytes(4).toString('hex')}`;
  const second = Math.max(0, Math.min(at, media.length - LAST_FRAME));
  await storePosterOf(segmentFile(prepared, 'video720'), second, folder);
  const chosen = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: null, 'prepared.segmentKey': prepared.segmentKey },
    { $set: { chosenPoster: { folder, at } }, ...rememberChange(['poster'], viewer, roles) },
    { returnDocument: 'before' },
  ).lean<StoredMedia>();
  await removePoster(chosen ? chosen.chosenPoster?.folder : folder);
  if (!chosen) throw notReady();
  const now = await MediaModel.findById(media._id).lean<StoredMedia>();
  if (!now) throw noSuchClip();
  return announce(now, event);
}

async function storePosterOf(video: string, at: number, folder: string): Promise<void> {
  const { config, store } = platform();
  await withTempFolder(join(config.varDir, 'tmp'), async (temp) => {
    const files = { posterJpg: join(temp, 'poster.jpg'), posterWebp: join(temp, 'poster.webp') };
    await posterOfSegment(await store.local(video, temp), at, files);
    await store.take(`${folder}/${SEGMENT_FILES.posterJpg}`, files.posterJpg);
  });
}

/** Deletes a chosen poster's files. */
export async function removePoster(folder: string | null | undefined): Promise<void> {
  if (folder) await platform().store.remove(`${folder}/${SEGMENT_FILES.posterJpg}`);
}

function notReady(): AppError {
  return new AppError('WRONG_STATE', { message: 'This clip is being prepared. Try again in a moment.' });
}

function refused(message: string): AppError {
  return new AppError('FIELDS_REFUSED', { message, fields: { at: message } });
}
