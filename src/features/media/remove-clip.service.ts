import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import type { Media } from '../../shared/contracts/media.ts';
import { RESTORE_WINDOW, WITHDRAWAL_UNDO } from '../../shared/limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireChangeable } from '../events/events.access.ts';
import { askForTitles } from '../events/film-titles.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { appendToTimeline } from '../events/timeline.service.ts';
import { announce, duplicate, positionOf, removeOwn } from './clip-steps.ts';
import { placeOf, releasePlace, reservePlace } from './contributors.ts';
import { toMediaDto } from './media.dto.ts';
import { isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';
import { type OwnMedia, requireOpen } from './own-clip.ts';
import { countAgain, startPreparing } from './preparing.ts';
import { tellGuestList } from './tell-guest-list.ts';
import { undoUntil } from './withdrawals.ts';

/**
 * Removes a clip. The organiser can restore it for 30 days; a contributor, or a recipient with their thank-you,
 * withdraws it and can undo that for an hour.
 */
export async function removeMedia(own: Omit<OwnMedia, 'roles'>): Promise<Media> {
  requireOpen(own);
  return removeOwn(own);
}

/** Withdraws the video of a recipient's thanks. */
export async function removeThankYou(event: EventRecord, id: string): Promise<void> {
  const media = await MediaModel.findOne({ _id: id, eventId: event.id, isThankYou: true }).lean<StoredMedia>();
  if (media) await removeMedia({ media, event, audience: 'owner' });
}

/** Restores a removed clip to its place. A withdrawal can be undone after the deadline too. */
export async function restoreMedia(own: OwnMedia, viewer: Viewer): Promise<Media> {
  const { media, event } = own;
  const id = String(media._id);
  if (own.audience === 'owner' && isWithdrawn(media)) requireChangeable(event);
  else requireOpen(own);
  if (media.deletedAt === null) return toMediaDto(media, own.audience, await positionOf(media, event));
  if (own.audience === 'owner' && (media.deletedBy === 'creator' || media.wasLeftOut)) {
    throw new AppError('NOT_ALLOWED', { message: 'Who makes the film left this clip out. Ask them to bring it back.' });
  }
  if (own.audience === 'owner' && media.replacedBy) {
    throw new AppError('WRONG_STATE', { message: 'You sent another clip instead. Reload this page to see that one.' });
  }
  if (own.audience === 'owner' && !undoUntil(media)) throw tooLate();
  if (media.status === 'processing') await countAgain(media, viewer);
  const place = placeOf(media);
  const { isNew } = await reservePlace(place, media.contributor?.name ?? '');
  const window = own.audience === 'owner' ? WITHDRAWAL_UNDO : RESTORE_WINDOW;
  const restored = await MediaModel.findOneAndUpdate(
    {
      _id: media._id,
      deletedBy: media.deletedBy ?? null,
      purgedAt: null,
      deletedAt: { $gt: new Date(Date.now() - window) },
    },
    { $set: { deletedAt: null, deletedBy: null } },
    { returnDocument: 'after' },
  )
    .lean<StoredMedia>()
    .catch(async (error) => {
      if (isNew) await releasePlace(place);
      throw isDuplicateKey(error) ? duplicate() : error;
    });
  if (!restored) {
    if (isNew) await releasePlace(place);
    throw tooLate();
  }
  if (restored.status === 'processing') await startPreparing(restored, event, viewer.ip);
  await appendToTimeline(event.id, id);
  await askForTitles(event.id);
  await tellGuestList(restored, event, { former: restored });
  const { position } = await announce(restored, event);
  if (own.audience === 'owner') await restoreCopies(own, viewer);
  return toMediaDto(restored, own.audience, position);
}

/** Copies that went with the withdrawn clip; not those that were left out before. */
async function restoreCopies(own: OwnMedia, viewer: Viewer): Promise<void> {
  const withdrawn = { copyOf: own.media._id, deletedBy: 'owner', wasLeftOut: { $ne: true }, purgedAt: null } as const;
  const copies = await MediaModel.find(withdrawn).lean<StoredMedia[]>();
  for (const media of copies) await restoreMedia({ ...own, media }, viewer);
}

function tooLate(): AppError {
  return new AppError('WRONG_STATE', { message: 'This clip can’t be brought back any more.' });
}
