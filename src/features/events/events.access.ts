import { AppError } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/access.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may, type Permission, type Role } from '../../shared/permissions.ts';
import { type RoleEvent, type Roles, type RoleViewer, rolesAt } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { type EventRecord, findEvent } from './find-events.service.ts';
import { keepSurprise } from './surprise.service.ts';

/** A viewer's roles at an event; a key in the reference counts as presented. */
export function rolesOf(event: EventRecord, viewer: RoleViewer, ref?: string): Roles {
  return rolesAt(toRoleEvent(event), { ...viewer, presentedKey: presentedKeyOf(event, viewer, ref) });
}

/** A view key in the reference takes nothing from who presented the private key as well. */
function presentedKeyOf(event: EventRecord, viewer: RoleViewer, ref?: string): string | null {
  if (viewer.presentedKey === event.privateKey) return viewer.presentedKey;
  const kind = kindOfKey(ref);
  return kind === 'privateKey' || kind === 'viewKey' ? (ref ?? null) : viewer.presentedKey;
}

export interface SeenEvent {
  event: EventRecord;
  /** All roles: what they may do. */
  roles: Roles;
  /** The first role: what they are shown. */
  role: Role;
}

/**
 * The event and the viewer's roles. NOT_FOUND if it does not exist, if a stranger uses a bare id (ids are not
 * invitations), or if it is deleted or suspended and must stay hidden. Here and below, staff who only lack two-factor
 * get STAFF_NEEDS_SECOND_STEP.
 */
export async function seeEvent(ref: string, viewer: Viewer): Promise<SeenEvent> {
  return seen(await findEvent(ref), ref, viewer);
}

/** The event for its page, which has a face of its own for recipients who must not know yet. */
export function seePage(event: EventRecord | null, ref: string, viewer: Viewer): SeenEvent {
  return found(event, ref, viewer);
}

function seen(event: EventRecord | null, ref: string, viewer: Viewer): SeenEvent {
  const known = found(event, ref, viewer);
  keepSurprise(known.event, known.role, viewer);
  return known;
}

function found(event: EventRecord | null, ref: string, viewer: Viewer): SeenEvent {
  if (!event) throw noSuchEvent();
  const roles = rolesOf(event, viewer, ref);
  const [role] = roles;
  const isGuess = role === 'guest' && kindOfKey(ref) === 'id';
  if ((isAway(event) || isGuess) && !may(roles, 'event.readPrivate')) {
    throw refusalOf(viewer.user, 'event.readPrivate', isGuess ? noSuchEvent() : awayError(event));
  }
  return { event, roles, role };
}

/** Whether a reference names this event; a bare id does for roles with `event.readPrivate`. */
export function refersTo(event: EventRecord, ref: string, viewer: Viewer): boolean {
  const kind = kindOfKey(ref);
  if (kind === null || kind === 'receipt' || kind === 'invitation') return false;
  if (kind === 'id') return event.id === ref && may(rolesOf(event, viewer), 'event.readPrivate');
  return event[kind] === ref;
}

/** Whether an event is deleted or suspended, and so hidden from all but makers and staff. */
export function isAway({ status }: Pick<EventRecord, 'status'>): boolean {
  return status === 'deleted' || status === 'suspended';
}

/** NOT_FOUND for who may not see an event that `isAway`. Of a suspended one it says as little as possible. */
export function awayError({ status }: Pick<EventRecord, 'status'>): AppError {
  if (status !== 'suspended') return noSuchEvent();
  return new AppError('NOT_FOUND', { message: 'This page isn’t open right now. There’s nothing you have to do.' });
}

/** The event, if the viewer has the permission; errors reveal no more than the reference does. */
export async function requireEvent(permission: Permission, ref: string, viewer: Viewer): Promise<SeenEvent> {
  return checkEvent(permission, await findEvent(ref), ref, viewer);
}

/** The same for a loaded event. */
export function checkEvent(permission: Permission, event: EventRecord | null, ref: string, viewer: Viewer): SeenEvent {
  const known = seen(event, ref, viewer);
  if (!may(known.roles, permission)) throw refusedAt(permission, viewer);
  return known;
}

const ONLY_CREATOR = 'Only the owner of this VidDay can do that.';
const ONLY_RECIPIENT = 'This needs the recipient’s own link.';
const REFUSALS: Partial<Record<Permission, string>> = {
  'event.delete': ONLY_CREATOR,
  'event.pay': 'Only the owner of this VidDay can pay. Please ask them.',
  'event.report': 'This page is your own.',
  'thanks.send': 'Only the person it’s for can send a thank-you.',
};

/** NOT_ALLOWED with a suitable message; NOT_SIGNED_IN if an account would suffice. */
function refusedAt(permission: Permission, { user }: Viewer): AppError {
  const isByKey = may('recipient', permission) && !may('contributor', permission);
  if (!user && !isByKey) return new AppError('NOT_SIGNED_IN', { message: 'Please log in first.' });
  const message = isByKey ? ONLY_RECIPIENT : 'Only the person who made this VidDay can do that.';
  return refusalOf(user, permission, new AppError('NOT_ALLOWED', { message: REFUSALS[permission] ?? message }));
}

/** WRONG_STATE for a deleted, suspended or archived event, which its creator may see but not change. */
export function requireChangeable(event: Pick<EventRecord, 'status'>): void {
  if (event.status !== 'deleted' && event.status !== 'suspended' && event.status !== 'archived') return;
  throw new AppError('WRONG_STATE', { message: 'This VidDay can’t be changed right now.' });
}

export function noSuchEvent(): AppError {
  return new AppError('NOT_FOUND', { message: 'There’s no VidDay at this link. Check that it’s complete.' });
}

function toRoleEvent(event: EventRecord): RoleEvent {
  return {
    id: event.id,
    ownership: event.ownership,
    creatorId: event.creatorId,
    organiserIds: event.organiserIds,
    privateKey: event.privateKey,
    viewKey: event.viewKey,
  };
}
