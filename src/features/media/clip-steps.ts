import { AppError } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import type { Media, Receipt } from '../../shared/contracts/media.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { askForTitles } from '../events/film-titles.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { placeOf, releasePlace } from './contributors.ts';
import { clipRemoved, clipsChanged } from './domain-events.ts';
import { toMediaDto } from './media.dto.ts';
import { isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';
import type { OwnMedia } from './own-clip.ts';
import { stopPreparing } from './preparing.ts';
import { releaseContent } from './sources.ts';

/* Idempotent steps shared by several clip actions. */

/**
 * Sends a clip's state to the event's viewers, except withdrawn clips and thank-yous.
 * @param known its position among the clips that are in, where the caller knows it
 */
export async function announce(
  media: StoredMedia,
  event: Pick<EventRecord, 'id' | 'order'>,
  known: number | null = null,
): Promise<Media> {
  const position = known ?? (await positionOf(media, event));
  const dto = toMediaDto(media, 'creator', position);
  if (!isWithdrawn(media) && !media.isThankYou) {
    emitToEvent(event.id, 'creator', 'media:updated', dto);
    if (media.status !== 'processing') await clipsChanged.emit({ eventId: event.id });
  }
  return dto;
}

/** A clip's position among those outside the bin, in timeline order; thank-yous don’t count. */
export async function positionOf(
  { _id }: Pick<StoredMedia, '_id'>,
  { order }: Pick<EventRecord, 'order'>,
): Promise<number> {
  const at = order.indexOf(String(_id));
  const before = at < 0 ? order : order.slice(0, at);
  return MediaModel.countDocuments({ _id: { $in: before }, deletedAt: null, isThankYou: { $ne: true } });
}

/**
 * Removes a clip and frees its place and content. A contributor's removal is a withdrawal, even after the organiser's.
 */
export async function removeOwn({ media, event, audience }: Omit<OwnMedia, 'roles'>): Promise<Media> {
  const change = { deletedAt: new Date(), deletedBy: audience };
  const removed =
    (await MediaModel.findOneAndUpdate({ _id: media._id, deletedAt: null }, change, {
      returnDocument: 'after',
    }).lean<StoredMedia>()) ?? (audience === 'owner' ? await withdrawLeftOut(media, change) : null);
  // Repeat these after an earlier removal, which may have crashed; but the text may belong to another clip by now.
  if (removed || media.kind !== 'text') await releasePlace(placeOf(media));
  await stopPreparing(String(media._id));
  await releaseContent(String(media._id));
  const now = removed ?? (await MediaModel.findById(media._id).lean<StoredMedia>()) ?? media;
  const news = { id: String(media._id), revision: now.revision ?? 0 };
  emitToEvent(event.id, 'creator', 'media:removed', {
    ...news,
    ...(!isWithdrawn(now) && !now.isThankYou && { clip: toMediaDto(now, 'creator') }),
  });
  await clipsChanged.emit({ eventId: event.id });
  await clipRemoved.emit({ eventId: event.id, mediaId: String(media._id) });
  await askForTitles(event.id);
  if (audience === 'owner') await withdrawCopies(media, event);
  return toMediaDto(now, audience);
}

/** What its sender withdraws is gone in every copy. */
async function withdrawCopies({ _id }: StoredMedia, event: EventRecord): Promise<void> {
  const copies = await MediaModel.find({ copyOf: _id, deletedBy: { $ne: 'owner' } }).lean<StoredMedia[]>();
  for (const media of copies) await removeOwn({ media, event, audience: 'owner' });
}

async function withdrawLeftOut(media: StoredMedia, change: { deletedAt: Date }): Promise<StoredMedia | null> {
  return MediaModel.findOneAndUpdate(
    { _id: media._id, deletedAt: { $ne: null }, deletedBy: { $ne: 'owner' } },
    { $set: { ...change, deletedBy: 'owner', wasLeftOut: true } },
    { returnDocument: 'after' },
  ).lean<StoredMedia>();
}

export function duplicate(): AppError {
  return new AppError('DUPLICATE', { message: 'This very file is in the film already.' });
}

export function toReceipt(media: StoredMedia, event: EventRecord): Receipt {
  return {
    media: toMediaDto(media, 'owner'),
    receiptKey: media.receiptKey,
    receiptUrl: `${platform().config.appOrigin}/e/${event.uuid}/receipt/${media.receiptKey}`,
  };
}
