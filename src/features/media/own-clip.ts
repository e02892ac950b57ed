import { AppError } from '../../platform/errors.ts';
import { kindOfKey } from '../../shared/keys.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { isClosed } from '../events/event-facts.service.ts';
import { requireChangeable, requireCreator, roleOf } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import type { MediaAudience } from './media.dto.ts';
import { isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';

export interface OwnMedia {
  media: StoredMedia;
  event: EventRecord;
  audience: MediaAudience;
}

/** The clip, for the creator of its event. NOT_FOUND once its contributor has withdrawn it. */
export async function requireMediaCreator(id: string, viewer: Viewer): Promise<OwnMedia> {
  const media = await MediaModel.findById(id).lean<StoredMedia>();
  if (!media) throw noSuchClip();
  const event = await requireCreator(String(media.eventId), viewer);
  if (isWithdrawn(media)) throw noSuchClip();
  return { media, event, audience: 'creator' };
}

/** The clip, for whoever presents its receipt key or keeps it in their account, and for the creator of its event. */
export async function requireMediaOwner(id: string, receiptKey: string | undefined, viewer: Viewer): Promise<OwnMedia> {
  if (receiptKey === undefined) return (await claimedMedia(id, viewer)) ?? requireMediaCreator(id, viewer);
  const own = await requireReceipt(receiptKey);
  if (String(own.media._id) !== id) throw noSuchClip();
  return own;
}

/**
 * The clip, for who may take it out: its owner, the creator of its event, and the recipient's private key for a thank-you.
 * NOT_ALLOWED for any other clip with that key.
 */
export async function requireMediaRemover(
  id: string,
  receiptKey: string | undefined,
  viewer: Viewer,
): Promise<OwnMedia> {
  const media = receiptKey === undefined ? await MediaModel.findById(id).lean<StoredMedia>() : null;
  const event = media && (await findEvent(String(media.eventId)));
  if (!media || !event || roleOf(event, viewer) !== 'recipient') return requireMediaOwner(id, receiptKey, viewer);
  if (!isVisible(event)) throw noSuchClip();
  if (!media.isThankYou) {
    throw new AppError('NOT_ALLOWED', { message: 'With this link you can only remove your own thank-you.' });
  }
  return { media, event, audience: 'owner' };
}

/** A clip among the viewer's own contributions; null where it is none, and for who makes the film. */
async function claimedMedia(id: string, viewer: Viewer): Promise<OwnMedia | null> {
  if (!viewer.user || viewer.isImpersonated) return null;
  const media = await MediaModel.findOne({ _id: id, claimedBy: viewer.user.id }).lean<StoredMedia>();
  const event = media && (await findEvent(String(media.eventId)));
  if (!media || !event || !isVisible(event)) return null;
  return roleOf(event, viewer) === 'creator' ? null : { media, event, audience: 'owner' };
}

/** The clip behind a receipt key. NOT_FOUND for an unknown key and for an event that is gone. */
export async function requireReceipt(receiptKey: string): Promise<OwnMedia> {
  if (kindOfKey(receiptKey) !== 'receipt') throw noSuchClip();
  const media = await MediaModel.findOne({ receiptKey }).lean<StoredMedia>();
  const event = media && (await findEvent(String(media.eventId)));
  if (!media || !event || !isVisible(event)) throw noSuchClip();
  return { media, event, audience: 'owner' };
}

function isVisible({ status }: EventRecord): boolean {
  return status !== 'deleted' && status !== 'suspended';
}

/** Contributors change their own clip only until the film is closed; the creator always, and a thank-you comes after it. */
export function requireOpen({ event, media, audience }: OwnMedia): void {
  requireChangeable(event);
  if (audience === 'owner' && !media.isThankYou && isClosed(event)) {
    throw new AppError('EVENT_CLOSED', { message: 'This VidDay is closed, so clips can’t be changed any more.' });
  }
}

export function noSuchClip(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no clip behind this link. Check that it is complete.' });
}
