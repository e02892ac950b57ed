import { AppError } from '../../platform/errors.ts';
import { may, type Role } from '../../shared/permissions.ts';
import { eventFilms } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';

type Plan = Pick<EventRecord, 'deliverAt' | 'deliveredAt'>;

/**
 * Whether a scheduled gift is closed to all but its makers, whatever key they hold. It opens by time, not by mail. A
 * delivered gift stays open, even if it is scheduled again.
 */
export function isEmbargoed(event: Plan, now = new Date()): boolean {
  return event.deliveredAt == null && event.deliverAt != null && event.deliverAt > now;
}

/** Whether key holders must wait: for the scheduled time, or for the payment of an undelivered film. */
export async function isWithheld(event: EventRecord): Promise<boolean> {
  if (isEmbargoed(event)) return true;
  if (event.deliveredAt !== null || !event.currentFilmId) return false;
  return (await eventFilms().filmDue(event)) > 0;
}

/** Whether a role may watch the film, but not during the embargo. */
export function isKeyHolder(role: Role): boolean {
  return may(role, 'film.watch') && !may(role, 'film.watchEarly');
}

/** WRONG_STATE for a key holder during the embargo. */
export function requireOpenGift(event: Plan, role: Role): void {
  if (isKeyHolder(role) && isEmbargoed(event)) throw notOpenYet();
}

/** Error for key holders during the embargo. */
export function notOpenYet(): AppError {
  return new AppError('WRONG_STATE', {
    message: 'This isn’t open yet. Come back on its day; the link stays the same.',
  });
}
