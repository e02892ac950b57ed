import { Types } from 'mongoose';
import { AppError } from '../../platform/errors.ts';
import { newReceiptKey } from '../../platform/id.ts';
import type { Media } from '../../shared/contracts/media.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireChangeable } from '../events/events.access.ts';
import { askForTitles } from '../events/film-titles.service.ts';
import { findEvent } from '../events/find-events.service.ts';
import { placeInTimeline } from '../events/timeline.service.ts';
import { enqueueCleaning } from './clean-originals.ts';
import { rememberChange } from './clip-history.ts';
import { announce } from './clip-steps.ts';
import { placeOfCopy, releasePlace, reservePlace } from './contributors.ts';
import { contentHash, MediaModel, type StoredMedia } from './media.model.ts';
import { noSuchClip, type OwnMedia } from './own-clip.ts';
import { countAgain, startPreparing } from './preparing.ts';

/**
 * Adds a copy of a clip behind it: the same original and segment by reference, with an edit of its own. It belongs to
 * the same contributor, who can't open it: their receipt withdraws it with the clip. LIMIT_REACHED in a full event,
 * WRONG_STATE for a clip that failed.
 */
export async function duplicateClip({ media, event, roles }: OwnMedia, viewer: Viewer): Promise<Media> {
  requireChangeable(event);
  if (media.deletedAt !== null) throw noSuchClip();
  if (media.status === 'failed') {
    throw new AppError('WRONG_STATE', { message: 'This clip could not be prepared, so there is nothing to copy yet.' });
  }
  const _id = new Types.ObjectId();
  const place = placeOfCopy(event.id, String(_id));
  await reservePlace(place, '');
  try {
    if (media.status !== 'ready') await countAgain({ ...media, _id }, viewer);
    await MediaModel.create({ ...copied(media), _id });
  } catch (error) {
    await releasePlace(place);
    throw error;
  }
  const history = rememberChange(['duplicate'], viewer, roles);
  const stored = await MediaModel.findOneAndUpdate({ _id }, history, { returnDocument: 'after' }).lean<StoredMedia>();
  if (!stored) throw noSuchClip();
  await placeInTimeline(event.id, String(_id), { after: String(media._id) });
  if (stored.status === 'processing') await startPreparing(stored, event, viewer.ip);
  else await enqueueCleaning(stored);
  await askForTitles(event.id);
  return announce(stored, (await findEvent(event.id)) ?? event);
}

/** Fields of a copy. Its sender is mailed and thanked for the clip itself only. */
function copied(media: StoredMedia) {
  const { eventId, kind, status, progress, error, checks, caption, text, captions, originalKey } = media;
  const { originalBytes, originalName, originalState, work, edit, prepared, unedited, length, width, height, hidden } =
    media;
  const { late, cameAfterClosing, isThankYou, isOrganisers, contributor, annotation, painting, attribution, upscale } =
    media;
  return {
    ...{ eventId, kind, status, progress, error, checks, caption, text, captions, originalKey },
    ...{ originalBytes, originalName, originalState, work, edit, prepared, unedited, length, width, height, hidden },
    ...{ late, cameAfterClosing, isThankYou, isOrganisers, annotation, painting, attribution },
    ...(upscale?.status === 'approved' && { upscale }),
    contributor: { ...contributor, email: null },
    receiptKey: newReceiptKey(),
    copiedSha256: contentHash(media),
    copyOf: media.copyOf ?? media._id,
    told: { at: new Date(), jobId: 'copy' },
  };
}
