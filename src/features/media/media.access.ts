import { AppError } from '../../platform/errors.ts';
import { kindOfKey } from '../../shared/keys.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { findEvent, isClosed, requireChangeable, requireCreator, type StoredEvent } from '../events/events.service.ts';
import type { MediaAudience } from './media.dto.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';

export interface OwnMedia {
  media: StoredMedia;
  event: StoredEvent;
  audience: MediaAudience;
}

/** The clip, for the creator of its event. */
export async function requireMediaCreator(id: string, viewer: Viewer): Promise<OwnMedia> {
  const media = await MediaModel.findById(id).lean<StoredMedia>();
  if (!media) throw noSuchClip();
  const event = await requireCreator(String(media.eventId), viewer);
  return { media, event, audience: 'creator' };
}

/** The clip, for whoever presents its receipt key, and for the creator of its event. */
export async function requireMediaOwner(id: string, receiptKey: string | undefined, viewer: Viewer): Promise<OwnMedia> {
  if (receiptKey === undefined) return requireMediaCreator(id, viewer);
  const own = await requireReceipt(receiptKey);
  if (String(own.media._id) !== id) throw noSuchClip();
  return own;
}

/** The clip behind a receipt key. NOT_FOUND for an unknown key and for an event that is gone. */
export async function requireReceipt(receiptKey: string): Promise<OwnMedia> {
  if (kindOfKey(receiptKey) !== 'receipt') throw noSuchClip();
  const media = await MediaModel.findOne({ receiptKey }).lean<StoredMedia>();
  const event = media && (await findEvent(String(media.eventId)));
  if (!media || !event || event.status === 'deleted' || event.status === 'suspended') throw noSuchClip();
  return { media, event, audience: 'owner' };
}

/** Contributors change their own clip only until the film is closed; the creator always. */
export function requireOpen({ event, audience }: OwnMedia): void {
  requireChangeable(event);
  if (audience === 'owner' && isClosed(event)) {
    throw new AppError('EVENT_CLOSED', { message: 'The film is being made, so clips can’t be changed any more.' });
  }
}

export function noSuchClip(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no clip behind this link. Check that it is complete.' });
}
