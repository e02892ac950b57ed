import { AppError } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/access.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { isMakerOf, type RoleEvent, type ViewerRole, viewerRole } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { type EventRecord, findEvent } from './find-events.service.ts';

/** Who this viewer is to this event; a key in the reference itself counts as presented. */
export function roleOf(event: EventRecord, viewer: Viewer, ref?: string): ViewerRole {
  return viewerRole(toRoleEvent(event), { ...viewer, presentedKey: presentedKeyOf(viewer, ref) });
}

function presentedKeyOf(viewer: Viewer, ref?: string): string | null {
  const kind = kindOfKey(ref);
  return kind === 'privateKey' || kind === 'viewKey' ? (ref ?? null) : viewer.presentedKey;
}

export interface SeenEvent {
  event: EventRecord;
  role: ViewerRole;
  /** They made it or organise it; staff did not. */
  isMaker: boolean;
  /** They hold the private key, whatever else they are. */
  isRecipient: boolean;
}

/**
 * The event and the viewer's role. NOT_FOUND when there is none, when the reference is a bare id in a stranger's hands
 * (ids are not invitations), and when it was deleted or suspended and the viewer is not its creator. Here as below whoever
 * would be let in as staff, once a second step is passed, is told so.
 */
export async function seeEvent(ref: string, viewer: Viewer): Promise<SeenEvent> {
  const event = await findEvent(ref);
  if (!event) throw noSuchEvent();
  const role = roleOf(event, viewer, ref);
  const isGone = isAway(event);
  const isGuess = role === 'public' && kindOfKey(ref) === 'id';
  if (role !== 'creator' && (isGone || isGuess)) throw refusalOf(viewer.user, 'staff', noSuchEvent());
  const isMaker = isMakerOf(toRoleEvent(event), viewer);
  return { event, role, isMaker, isRecipient: presentedKeyOf(viewer, ref) === event.privateKey };
}

/** Whether a reference names this very event; a bare id does in its creator's hands only. */
export function refersTo(event: EventRecord, ref: string, viewer: Viewer): boolean {
  const kind = kindOfKey(ref);
  if (kind === null || kind === 'receipt') return false;
  if (kind === 'id') return event.id === ref && roleOf(event, viewer) === 'creator';
  return event[kind] === ref;
}

/** Whether an event is in the bin or suspended: nobody but its creator and staff knows of it. */
export function isAway({ status }: Pick<EventRecord, 'status'>): boolean {
  return status === 'deleted' || status === 'suspended';
}

/** The event, for its creator, organisers and staff; anybody else is told as little as their reference already shows. */
export async function requireCreator(ref: string, viewer: Viewer): Promise<EventRecord> {
  const { event, role } = await seeEvent(ref, viewer);
  if (role === 'creator') return event;
  if (!viewer.user) throw new AppError('NOT_SIGNED_IN', { message: 'Please log in first.' });
  throw refusalOf(viewer.user, 'staff', notYours('Only the person who made this VidDay can do that.'));
}

/** The event, for what organisers and editors may not do: the one who made it, and admins where they may act for others. */
export async function requireOwner(ref: string, viewer: Viewer, others: 'admins' | 'nobody'): Promise<EventRecord> {
  const event = await requireCreator(ref, viewer);
  const isOwner = event.creatorId === null || event.creatorId === viewer.user?.id;
  const mayAdmins = others === 'admins';
  if (isOwner || (mayAdmins && viewer.user?.role === 'admin')) return event;
  const refused = notYours('Only the owner of this VidDay can do that.');
  throw mayAdmins ? refusalOf(viewer.user, 'admin', refused) : refused;
}

/** The event, for its creator and whoever holds its private key. */
export async function requireRecipient(ref: string, viewer: Viewer): Promise<SeenEvent> {
  const seen = await seeEvent(ref, viewer);
  if (seen.role === 'creator' || seen.isRecipient) return seen;
  throw refusalOf(viewer.user, 'staff', notYours('This needs the recipient’s own link.'));
}

/** WRONG_STATE for an event in the bin, suspended or archived: its creator may look at it, and changes nothing. */
export function requireChangeable(event: Pick<EventRecord, 'status'>): void {
  if (event.status !== 'deleted' && event.status !== 'suspended' && event.status !== 'archived') return;
  throw new AppError('WRONG_STATE', { message: 'This VidDay can’t be changed right now.' });
}

function notYours(message: string): AppError {
  return new AppError('NOT_ALLOWED', { message });
}

export function noSuchEvent(): AppError {
  return new AppError('NOT_FOUND', { message: 'There’s no VidDay at this link. Check that it’s complete.' });
}

function toRoleEvent(event: EventRecord): RoleEvent {
  return {
    id: event.id,
    creatorId: event.creatorId,
    organiserIds: event.organiserIds,
    privateKey: event.privateKey,
    viewKey: event.viewKey,
  };
}
