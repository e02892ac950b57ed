import type { Request } from 'express';
import { AppError } from '../../platform/errors.ts';
import { refusalOf } from '../../platform/http/access.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may, type Permission } from '../../shared/permissions.ts';
import { RECEIPT_ROLES, type Roles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireOpenGift } from '../events/embargo.service.ts';
import { isAway, noSuchEvent, rolesOf, type SeenEvent } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { keepSurprise } from '../events/surprise.service.ts';
import { isReceiptOf } from '../media/receipts.service.ts';

export interface AskedGuestbook {
  req: Request;
  viewer: Viewer;
}

/** Access to the guestbook of the event in the URL, by role, a key of the gift, or a receipt. */
export function atGuestbook<P extends Permission>(
  permission: P,
): AccessRule<P, AskedGuestbook & { params: { id?: string; ref?: string } }, SeenEvent> {
  return {
    word: permission,
    async load({ params: { id, ref = id ?? '' }, ...asked }) {
      return seeGuestbook(permission, await findEvent(ref), asked, ref);
    },
  };
}

/** Whether there is a guestbook that a role can open now. */
export function hasOpenGuestbook(event: EventRecord): boolean {
  return event.guestbook && event.currentFilmId !== null;
}

/** The event of a guestbook, if the viewer may read or change it now. @param ref what the viewer named it by */
export async function seeGuestbook(
  permission: Permission,
  event: EventRecord | null,
  { req, viewer }: AskedGuestbook,
  ref?: string,
): Promise<SeenEvent> {
  if (!event) throw noSuchEvent();
  // Forms without script have it in their address, too.
  const { receipt } = req.query;
  const isSender = typeof receipt === 'string' && (await isReceiptOf(event, receipt));
  const [role, ...others] = rolesOf(event, viewer, ref);
  keepSurprise(event, role, viewer);
  const roles: Roles = isSender ? [role, ...others, ...RECEIPT_ROLES] : [role, ...others];
  const isGuess = !isSender && role === 'guest' && kindOfKey(ref) !== 'uuid';
  if ((isAway(event) || isGuess) && !may(roles, 'event.readPrivate')) throw noSuchEvent();
  if (!may(roles, permission)) throw refusalOf(viewer.user, permission, notForGuests());
  requireOpen(event, roles);
  return { event, roles, role };
}

/** It opens with the gift; for those who sent a clip, once the gift was given. */
function requireOpen(event: EventRecord, roles: Roles): void {
  requireOpenGift(event, roles[0]);
  const isOpen = hasOpenGuestbook(event) && (may(roles, 'film.watch') || event.deliveredAt !== null);
  if (!isOpen) throw new AppError('WRONG_STATE', { message: 'There’s no guestbook here yet.' });
}

function notForGuests(): AppError {
  return new AppError('NOT_ALLOWED', { message: 'This needs the link to the film, or to a clip of your own.' });
}
