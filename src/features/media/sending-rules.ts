import { AppError } from '../../platform/errors.ts';
import { refusalOf, signedIn } from '../../platform/http/access.ts';
import { closedBy } from '../../shared/collecting.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import { LIBRARY_UPLOADS } from '../../shared/upload-path.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { requireOpenGift } from '../events/embargo.service.ts';
import { requireChangeable, requireEvent } from '../events/events.access.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { requireOn } from '../switches/switches.service.ts';
import { hasGrace } from './grace.service.ts';

/* When an event accepts clips. */

const PAUSED =
  'We’re not taking new files for a moment. What you sent before is safe. Please try again in a few minutes.';

/**
 * Whether a file may be uploaded to an event, checked before its first byte.
 * @param ref the event's uuid or private key
 * @param invitation key of the sender's own invitation
 * @returns the event's uuid; `LIBRARY_UPLOADS` for staff who add public music
 */
export async function mayUpload(ref: string, viewer: Viewer, invitation?: string): Promise<string> {
  if (ref === LIBRARY_UPLOADS) {
    if (!may(siteRoles(signedIn(viewer)), 'track.publish')) throw refusalOf(viewer.user, 'track.publish');
    return ref;
  }
  const { event, roles, role } = await requireEvent('clip.add', ref, viewer);
  requireOpenGift(event, role);
  const isMakers = may(roles, 'clip.addClosed') || may(roles, 'clip.addThankYou');
  requireTaken(event, { isMakers, hasArrived: false, hasGrace: await hasGrace(event, invitation) });
  await requireOn('uploads', event.creatorId, PAUSED);
  return event.uuid;
}

/**
 * EVENT_CLOSED for a contributor's clip while the event is closed, WRONG_STATE for a maker's clip in a deleted or
 * suspended event.
 * @param hasArrived the file is complete. Its upload began in time, so after the deadline it waits for the organiser.
 */
export function requireTaken(
  event: EventRecord,
  { isMakers, hasArrived, hasGrace }: { isMakers: boolean; hasArrived: boolean; hasGrace: boolean },
): void {
  if (isMakers) {
    requireChangeable(event);
    return;
  }
  const by = closedBy(event);
  if (!by || (hasArrived && by !== 'state') || (hasGrace && by === 'deadline')) return;
  const host = event.creatorName ?? 'the person who invited you';
  const what = by === 'deadline' ? 'The deadline has passed' : 'This VidDay is closed';
  throw new AppError('EVENT_CLOSED', { message: `${what}. Ask ${host} if there’s still time.` });
}
