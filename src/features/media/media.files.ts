import { Types } from 'mongoose';
import type { FileReference, ServedFile } from '../../platform/storage/signed-files.ts';
import { isEmbargoed } from '../events/embargo.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { isTakenOut, isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';
import { photoCopyKey } from './photo-copy.ts';
import { PREVIEW_FILE, SEGMENT_FILES } from './segments.ts';
import { uneditedOf } from './unedited.ts';

/** Resolves a clip's signed URL, as long as the clip is visible. */
export async function resolveMediaFile({ id, variant, scope }: FileReference): Promise<ServedFile | null> {
  if (!Types.ObjectId.isValid(id)) return null;
  const media = await MediaModel.findById(id).lean<StoredMedia>();
  const event = media && (await findEvent(String(media.eventId)));
  if (!media || !event) return null;
  const isGone = media.deletedAt !== null || event.status === 'deleted' || event.status === 'suspended';
  const isOwn = scope === 'own' || scope === 'desk';
  if (isWithdrawn(media) || (isGone && !isOwn) || (isTakenOut(media) && scope !== 'desk')) return null;
  if (scope === 'seen' && isEmbargoed(event)) return null;
  if (variant === 'original' && isOwn && media.originalKey && (scope === 'desk' || media.originalState === 'clean')) {
    return {
      key: media.originalKey,
      type: 'application/octet-stream',
      downloadName: media.originalName ?? `clip-${id}`,
    };
  }
  if (variant === 'photo' && isOwn) return { key: photoCopyKey(media), type: 'image/jpeg' };
  if (isOwn && media.upscale?.sha256 && (variant === 'before' || variant === 'after')) {
    return { key: `${media.upscale.folder}/${variant}`, type: 'image/jpeg' };
  }
  const unedited = uneditedOf(media);
  if (unedited && isOwn && variant === 'source') {
    return { key: `${unedited.folder}/${PREVIEW_FILE}`, type: 'video/mp4' };
  }
  if (unedited && isOwn && variant === 'source-poster') {
    return { key: `${unedited.folder}/${SEGMENT_FILES.posterJpg}`, type: 'image/jpeg' };
  }
  if (variant === 'poster' && media.chosenPoster) {
    return { key: `${media.chosenPoster.folder}/${SEGMENT_FILES.posterJpg}`, type: 'image/jpeg' };
  }
  const folder = media.prepared?.folder ?? media.firstLook?.folder;
  if (!folder) return null;
  if (variant === 'poster') return { key: `${folder}/${SEGMENT_FILES.posterJpg}`, type: 'image/jpeg' };
  if (variant === 'preview') return { key: `${folder}/${PREVIEW_FILE}`, type: 'video/mp4' };
  return null;
}
