import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may, type Permission } from '../../shared/permissions.ts';
import { INVITATION_ROLES, type Roles } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { checkEvent, isAway } from '../events/events.access.ts';
import { type EventRecord, findEvent } from '../events/find-events.service.ts';
import { keepSurprise } from '../events/surprise.service.ts';
import type { RsvpAudience } from './rsvp.dto.ts';
import { RsvpModel, type StoredRsvp } from './rsvp.model.ts';

/** A guest, their event, and how the viewer sees them. */
export interface SeenGuest {
  guest: StoredRsvp;
  event: EventRecord;
  roles: Roles;
  audience: RsvpAudience;
}

interface ById {
  params: { id: string };
  query?: { i?: string | undefined } | undefined;
  body?: object | undefined;
  viewer: Viewer;
}

/** Permission at a guest: by their invitation's key, or by roles at their event. NOT_FOUND for others. */
export function atGuest<P extends Permission>(permission: P): AccessRule<P, ById, { seen: SeenGuest }> {
  return {
    word: permission,
    async load({ params, query, body, viewer }) {
      const key = query?.i ?? keyIn(body);
      const guest = await RsvpModel.findById(params.id).lean<StoredRsvp>();
      if (!guest) throw noSuchGuest();
      const event = await findEvent(String(guest.eventId));
      if (key !== undefined) {
        if (!event || isAway(event) || guest.key !== key || !may(INVITATION_ROLES, permission)) throw noSuchGuest();
        keepSurprise(event, 'guest', viewer);
        return { seen: { guest, event, roles: INVITATION_ROLES, audience: 'guest' } };
      }
      const { event: own, roles } = checkEvent(permission, event, String(guest.eventId), viewer);
      return { seen: { guest, event: own, roles, audience: 'maker' } };
    },
  };
}

/** The guest whose key is presented on an event's page; null for a wrong key or one of another event. */
export async function findInvitation(event: Pick<EventRecord, 'id'>, key: unknown): Promise<StoredRsvp | null> {
  if (kindOfKey(key) !== 'invitation') return null;
  const guest = await RsvpModel.findOne({ key: String(key) }).lean<StoredRsvp>();
  return guest && String(guest.eventId) === event.id ? guest : null;
}

function keyIn(body: object | undefined): string | undefined {
  return body && 'i' in body && typeof body.i === 'string' ? body.i : undefined;
}

function noSuchGuest(): AppError {
  return new AppError('NOT_FOUND', { message: 'This person is not on the list.' });
}
