import { AppError } from '../../platform/errors.ts';
import { addressKey, createLimiter, tooMany } from '../../platform/http/rate-limits.ts';
import { platform } from '../../platform/platform.ts';
import type { Role } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { SeenEvent } from '../events/events.access.ts';
import { flagReported } from '../media/report-clip.service.ts';
import { ReportModel } from './report.model.ts';

const HOUR = 3600;
const perAddress = createLimiter('reports', { points: 20, seconds: HOUR });
/** More reports in a day add nothing. */
const perEvent = createLimiter('reports-of-event', { points: 50, seconds: 24 * HOUR });

/**
 * Reports an event's page, or a clip of it, which then waits for staff by itself. TOO_MANY_REQUESTS past 20 an hour,
 * NOT_FOUND for a clip that is not in it.
 */
export async function reportEvent(
  { event, role }: Pick<SeenEvent, 'event' | 'role'>,
  viewer: Viewer,
  {
    reason,
    text,
    mediaId = '',
  }: { reason?: string | undefined; text?: string | undefined; mediaId?: string | undefined },
): Promise<{ reported: true }> {
  const asked = await perAddress.count(addressKey(viewer.ip));
  if (asked.isOver) throw tooMany(asked.secondsLeft);
  const { isOver } = await perEvent.count(event.id);
  if (!isOver) {
    if (mediaId && !(await flagReported(event.id, mediaId))) throw noSuchClip();
    const { _id } = await ReportModel.create({
      eventId: event.id,
      mediaId: mediaId || null,
      role: storedRole(role),
      userId: viewer.user?.id ?? null,
      reason: [reason, text].filter(Boolean).join('\n'),
    });
    platform().sockets.emitToStaff('report:created', { id: String(_id), eventId: event.id });
    platform().sockets.emitToStaff('desk:changed', { what: 'reports' });
  }
  return { reported: true };
}

function noSuchClip(): AppError {
  return new AppError('NOT_FOUND', { message: 'This clip isn’t there any more.' });
}

/** Reports are stored under the names that roles had first. */
function storedRole(role: Role): 'recipient' | 'viewOnly' | 'public' | 'staff' {
  if (role === 'recipient') return role;
  if (role === 'editor' || role === 'admin') return 'staff';
  return role === 'viewer' ? 'viewOnly' : 'public';
}
