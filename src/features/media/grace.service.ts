import { closedBy } from '../../shared/collecting.ts';
import { LATE_GRACE } from '../../shared/limits.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { guestInvitations } from './media.parts.ts';

/** Whether an invitation's key still opens the event after its deadline. */
export async function hasGrace(event: EventRecord, invitation: string | undefined): Promise<boolean> {
  if (invitation === undefined || !event.hasGuests || closedBy(event) !== 'deadline' || !event.deadline) return false;
  if (Date.now() > event.deadline.getTime() + LATE_GRACE) return false;
  return guestInvitations().isFor(event.id, invitation);
}
