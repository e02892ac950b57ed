import { AppError } from '../../platform/errors.ts';
import { may, type Role } from '../../shared/permissions.ts';
import { eventFilms } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';

type Plan = Pick<EventRecord, 'deliverAt' | 'deliveredAt'>;

/**
 * Whether a scheduled gift is still closed to everybody but its makers, whatever key they hold. Its time opens it, not the
 * mail. A gift that was given stays given, also when it is planned once more.
 */
export function isEmbargoed(event: Plan, now = new Date()): boolean {
  return event.deliveredAt == null && event.deliverAt != null && event.deliverAt > now;
}

/** Whether key holders must wait: for the gift's time, or for the payment of a film that was not given yet. */
export async function isWithheld(event: EventRecord): Promise<boolean> {
  if (isEmbargoed(event)) return true;
  if (event.deliveredAt !== null || !event.currentFilmId) return false;
  return (await eventFilms().filmDue(event)) > 0;
}

/** Whether a role may watch the film, and not before the gift's time. */
export function isKeyHolder(role: Role): boolean {
  return may(role, 'film.watch') && !may(role, 'film.watchEarly');
}

/** WRONG_STATE for a key holder before the gift's time. */
export function requireOpenGift(event: Plan, role: Role): void {
  if (isKeyHolder(role) && isEmbargoed(event)) throw notOpenYet();
}

/** What a key holder is told before the gift can be opened. */
export function notOpenYet(): AppError {
  return new AppError('WRONG_STATE', {
    message: 'This isn’t open yet. Come back on its day; the link stays the same.',
  });
}
