import { AppError } from '../../platform/errors.ts';
import type { Role } from '../../shared/permissions.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { EventRecord } from './find-events.service.ts';

type Known = Pick<EventRecord, 'recipients' | 'deliveredAt' | 'openedAt'>;

/** The recipient that this viewer is, signed in under their confirmed address, before the gift was given; or null. */
export function recipientWaiting(
  event: Known,
  { user }: Pick<Viewer, 'user'>,
): EventRecord['recipients'][number] | null {
  if (!user || user.isUnconfirmed || event.deliveredAt !== null || event.openedAt !== null) return null;
  return event.recipients.find(({ email }) => email?.trim().toLowerCase() === user.email) ?? null;
}

/** NOT_FOUND with nothing in it, for recipients who came by everybody's link. Their own key shows what it should. */
export function keepSurprise(event: Known, role: Role, viewer: Pick<Viewer, 'user'>): void {
  if ((role !== 'guest' && role !== 'contributor') || !recipientWaiting(event, viewer)) return;
  throw new AppError('NOT_FOUND', { message: 'Nothing to see here yet. There’s nothing you have to do.' });
}
