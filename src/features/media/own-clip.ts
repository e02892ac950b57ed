import { AppError } from '../../platform/errors.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may, type Permission } from '../../shared/permissions.ts';
import { isMaker, RECEIPT_ROLES, type Roles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { isClosed } from '../events/event-facts.service.ts';
import { checkEvent, requireChangeable, rolesOf } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import type { MediaAudience } from './media.dto.ts';
import { isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';

export interface OwnMedia {
  media: StoredMedia;
  event: EventRecord;
  /** What the viewer is to this clip: a role at its event, or its contributor. */
  roles: Roles;
  audience: MediaAudience;
}

interface AskedClip {
  id: string;
  receiptKey?: string | undefined;
  viewer: Viewer;
}

/**
 * The clip, for whom the table gives the permission: by its receipt key, as a contribution that their account keeps, or by
 * their roles at its event. NOT_FOUND once its contributor has withdrawn it.
 */
export function requireClip(permission: Permission, asked: AskedClip): Promise<OwnMedia> {
  return requireClipFor(() => permission, asked);
}

/** The clip, for who may take it out; the private key is enough for a thank-you, and NOT_ALLOWED for any other clip. */
export function requireRemovable(asked: AskedClip): Promise<OwnMedia> {
  return requireClipFor(({ isThankYou }) => (isThankYou ? 'clip.removeThankYou' : 'clip.remove'), asked);
}

async function requireClipFor(
  permissionOf: (media: StoredMedia) => Permission,
  { id, receiptKey, viewer }: AskedClip,
): Promise<OwnMedia> {
  if (receiptKey !== undefined) {
    const own = await requireReceipt(receiptKey);
    if (String(own.media._id) !== id || !may(own.roles, permissionOf(own.media))) throw noSuchClip();
    return own;
  }
  const media = await MediaModel.findById(id).lean<StoredMedia>();
  if (!media) throw noSuchClip();
  const permission = permissionOf(media);
  const event = await findEvent(String(media.eventId));
  if (event && isKeptBy(media, event, viewer) && may(RECEIPT_ROLES, permission)) return asContributor(media, event);
  if (event && permission === 'clip.remove' && mayOnlyThank(rolesOf(event, viewer))) {
    throw new AppError('NOT_ALLOWED', { message: 'With this link you can only remove your own thank-you.' });
  }
  const { roles, event: seen } = checkEvent(permission, event, String(media.eventId), viewer);
  const audience = may(roles, 'event.readPrivate') ? 'creator' : 'owner';
  if (audience === 'creator' && isWithdrawn(media)) throw noSuchClip();
  return { media, event: seen, roles, audience };
}

function mayOnlyThank(roles: Roles): boolean {
  return may(roles, 'clip.removeThankYou') && !may(roles, 'clip.remove');
}

/** Whether a clip is among the viewer's own contributions; for who makes the film none is. */
function isKeptBy(media: StoredMedia, event: EventRecord, viewer: Viewer): boolean {
  const isOwn = viewer.user !== null && !viewer.isImpersonated && media.claimedBy?.equals(viewer.user.id) === true;
  return isOwn && isVisible(event) && !isMaker(rolesOf(event, viewer)[0]);
}

/** The clip behind a receipt key. NOT_FOUND for an unknown key and for an event that is gone. */
export async function requireReceipt(receiptKey: string): Promise<OwnMedia> {
  if (kindOfKey(receiptKey) !== 'receipt') throw noSuchClip();
  const media = await MediaModel.findOne({ receiptKey }).lean<StoredMedia>();
  const event = media && (await findEvent(String(media.eventId)));
  if (!media || !event || !isVisible(event)) throw noSuchClip();
  return asContributor(media, event);
}

function asContributor(media: StoredMedia, event: EventRecord): OwnMedia {
  return { media, event, roles: RECEIPT_ROLES, audience: 'owner' };
}

function isVisible({ status }: EventRecord): boolean {
  return status !== 'deleted' && status !== 'suspended';
}

/** Contributors change their own clip only until the film is closed; the creator always, and a thank-you comes after it. */
export function requireOpen({ event, media, audience }: Omit<OwnMedia, 'roles'>): void {
  requireChangeable(event);
  if (audience === 'owner' && !media.isThankYou && isClosed(event)) {
    throw new AppError('EVENT_CLOSED', { message: 'This VidDay is closed, so clips can’t be changed any more.' });
  }
}

export function noSuchClip(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no clip behind this link. Check that it is complete.' });
}
