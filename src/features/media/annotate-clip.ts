import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Media } from '../../shared/contracts/media.ts';
import type { PhotoEdit } from '../../shared/photo-edit.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireChangeable } from '../events/events.access.ts';
import { rememberChange } from './clip-history.ts';
import { announce } from './clip-steps.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip, type OwnMedia } from './own-clip.ts';
import { clipTag, countAgain, startPreparing } from './preparing.ts';

/** Keeps what the photo editor did to a photo; null forgets it. The picture changes with `paint` only. */
export async function annotate(
  { media, event, roles }: OwnMedia,
  edit: PhotoEdit | null,
  viewer: Viewer,
): Promise<Media> {
  requireChangeable(event);
  const annotated = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: null },
    { $set: { annotation: storedAnnotation(edit) }, ...rememberChange(['annotation'], viewer, roles) },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!annotated) throw noSuchClip();
  return announce(annotated, event);
}

/** As it is stored. */
export function storedAnnotation(edit: PhotoEdit | null): string | null {
  return edit && JSON.stringify(edit);
}

/**
 * Prepares a photo again with what its editor did, or without where that was undone; the old version plays meanwhile.
 * WRONG_STATE for other clips than photos.
 */
export async function paint({ media, event, roles }: OwnMedia, viewer: Viewer): Promise<Media> {
  requireChangeable(event);
  if (media.deletedAt !== null) throw noSuchClip();
  if (media.kind !== 'photo') throw new AppError('WRONG_STATE', { message: 'Only photos can be drawn on.' });
  const { annotation = null } = media;
  if (annotation === (media.painting ?? null)) return announce(media, event);
  await countAgain(media, viewer);
  const painted = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: null },
    {
      $set: { painting: annotation, status: 'processing', progress: 0, error: null },
      $inc: { generation: 1 },
      ...rememberChange(['painting'], viewer, roles),
    },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!painted) throw noSuchClip();
  await platform().queue.cancelAll(clipTag(String(media._id)));
  await startPreparing(painted, event);
  return announce(painted, event);
}
