import { AppError } from '../../platform/errors.ts';
import type { AccessRule } from '../../platform/http/access-rules.ts';
import { may, type Permission } from '../../shared/permissions.ts';
import type { SeenEvent } from '../events/events.access.ts';
import { findEvent } from '../events/find-events.service.ts';
import { type AskedGuestbook, seeGuestbook } from './guestbook.access.ts';
import { GuestbookModel, type StoredEntry } from './guestbook.model.ts';

/** Access to a line, by its event. NOT_FOUND for a hidden one, unless the viewer may hide lines. */
export function atEntry<P extends Permission>(
  permission: P,
): AccessRule<P, AskedGuestbook & { params: { id: string } }, SeenEvent & { entry: StoredEntry }> {
  return {
    word: permission,
    async load({ params: { id }, ...asked }) {
      const entry = await GuestbookModel.findById(id).lean<StoredEntry>();
      if (!entry) throw noSuchEntry();
      const seen = await seeGuestbook(permission, await findEvent(String(entry.eventId)), asked);
      if (entry.hidden && !may(seen.roles, 'guestbook.hide')) throw noSuchEntry();
      return { ...seen, entry };
    },
  };
}

function noSuchEntry(): AppError {
  return new AppError('NOT_FOUND', { message: 'This line is gone.' });
}
