import type { Media } from '../../shared/contracts/media.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireChangeable } from '../events/events.access.ts';
import { rememberChange } from './clip-history.ts';
import { announce } from './clip-steps.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip, type OwnMedia } from './own-clip.ts';

/** Keeps a photo editor's own description of its edit; null forgets it. */
export async function annotate(
  { media, event, roles }: OwnMedia,
  edit: Record<string, unknown> | null,
  viewer: Viewer,
): Promise<Media> {
  requireChangeable(event);
  const annotated = await MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: null },
    { $set: { annotation: edit && JSON.stringify(edit) }, ...rememberChange(['annotation'], viewer, roles) },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
  if (!annotated) throw noSuchClip();
  return announce(annotated, event);
}
