import { AppError } from '../../platform/errors.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may, type Permission } from '../../shared/permissions.ts';
import { isMaker, RECEIPT_ROLES, type Roles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { isClosed } from '../events/event-facts.service.ts';
import { checkEvent, requireChangeable, rolesOf } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { latestOfReceipt } from './latest-clip.ts';
import type { MediaAudience } from './media.dto.ts';
import { isTakenOut, isWithdrawn, MediaModel, type StoredMedia } from './media.model.ts';

export interface OwnMedia {
  media: StoredMedia;
  event: EventRecord;
  /** The viewer's roles: at the clip's event, or as its contributor. */
  roles: Roles;
  audience: MediaAudience;
}

/** Refused for a clip that staff took out. */
const WORKS_ON: readonly Permission[] = ['clip.edit', 'clip.retry'];

interface AskedClip {
  id: string;
  receiptKey?: string | undefined;
  viewer: Viewer;
}

/**
 * The clip, if the viewer has the permission: by receipt key, contribution in the account, or roles at its event.
 * NOT_FOUND once it was withdrawn.
 */
export function requireClip(permission: Permission, asked: AskedClip): Promise<OwnMedia> {
  return requireClipFor(() => permission, asked);
}

/**
 * The clip, if the viewer may remove it; the private key suffices for a thank-you, and gives NOT_ALLOWED for other
 * clips.
 */
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
  if (event && permission === 'clip.update' && onlyModerates(rolesOf(event, viewer))) {
    throw new AppError('NOT_ALLOWED', {
      message: 'Staff don’t change clips of others. To take one out, open it at the desk under Clips and say why.',
    });
  }
  const { roles, event: seen } = checkEvent(permission, event, String(media.eventId), viewer);
  const audience = may(roles, 'event.readPrivate') ? 'creator' : 'owner';
  if (audience === 'creator' && isWithdrawn(media)) throw noSuchClip();
  if (isTakenOut(media) && WORKS_ON.includes(permission)) throw takenOut();
  return { media, event: seen, roles, audience };
}

function onlyModerates(roles: Roles): boolean {
  return may(roles, 'media.moderate') && !may(roles, 'clip.update');
}

function mayOnlyThank(roles: Roles): boolean {
  return may(roles, 'clip.removeThankYou') && !may(roles, 'clip.remove');
}

/** Whether a clip is a contribution of the viewer; never for makers of the film. */
function isKeptBy(media: StoredMedia, event: EventRecord, viewer: Viewer): boolean {
  const isOwn = viewer.user !== null && !viewer.isImpersonated && media.claimedBy?.equals(viewer.user.id) === true;
  return isOwn && isVisible(event) && !isMaker(rolesOf(event, viewer)[0]);
}

/** The clip of a receipt key. NOT_FOUND for an unknown key or a deleted event. */
export async function requireReceipt(receiptKey: string): Promise<OwnMedia> {
  if (kindOfKey(receiptKey) !== 'receipt') throw noSuchClip();
  return requireVisible(await MediaModel.findOne({ receiptKey }).lean<StoredMedia>());
}

/** The same, or the clip that replaced it since, whose owner the key proves, too. */
export async function requireLatest(receiptKey: string): Promise<OwnMedia> {
  if (kindOfKey(receiptKey) !== 'receipt') throw noSuchClip();
  return requireVisible(await latestOfReceipt(receiptKey));
}

async function requireVisible(media: StoredMedia | null): Promise<OwnMedia> {
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

/** Contributors change their clip only until clips are closed; the creator always, and thank-yous come later. */
export function requireOpen({ event, media, audience }: Omit<OwnMedia, 'roles'>): void {
  requireChangeable(event);
  if (audience === 'owner' && !media.isThankYou && isClosed(event)) {
    throw new AppError('EVENT_CLOSED', { message: 'This VidDay is closed, so clips can’t be changed any more.' });
  }
}

export function noSuchClip(): AppError {
  return new AppError('NOT_FOUND', { message: 'There is no clip behind this link. Check that it is complete.' });
}

export function takenOut(): AppError {
  return new AppError('WRONG_STATE', {
    message: 'Our team took this clip out, so it can’t be changed. Write to us if you have a question about it.',
  });
}
