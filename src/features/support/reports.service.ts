import { AppError } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { SeenEvent } from '../events/events.access.ts';
import { ReportModel } from './report.model.ts';

const HOUR = 3600;
const perAddress = createLimiter('reports', { points: 20, seconds: HOUR });
/** Past this many in a day an event is as well known to us as it can be. */
const perEvent = createLimiter('reports-of-event', { points: 50, seconds: 24 * HOUR });

/**
 * Notes that somebody wants an event's page looked at. NOT_ALLOWED for who made it, TOO_MANY_REQUESTS past 20 an hour.
 */
export async function reportEvent(
  { event, role, isMaker }: Pick<SeenEvent, 'event' | 'role' | 'isMaker'>,
  viewer: Viewer,
  reason = '',
): Promise<{ reported: true }> {
  if (isMaker) throw new AppError('NOT_ALLOWED', { message: 'This page is your own.' });
  const asked = await perAddress.count(addressKey(viewer.ip));
  if (asked.isOver) throw tooMany(asked.secondsLeft);
  const { isOver } = await perEvent.count(event.id);
  if (!isOver)
    await ReportModel.create({
      eventId: event.id,
      role: role === 'creator' ? 'staff' : role,
      userId: viewer.user?.id ?? null,
      reason,
    });
  return { reported: true };
}
