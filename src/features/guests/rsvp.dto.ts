import { platform } from '../../platform/platform.ts';
import type { Rsvp } from '../../shared/contracts/rsvps.ts';
import { LATE_GRACE } from '../../shared/limits.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { tellNews } from '../events/makers-news.service.ts';
import type { StoredRsvp } from './rsvp.model.ts';

/** Who reads it: a maker of the event, or the guest. */
export type RsvpAudience = 'maker' | 'guest';

/** A guest for the wire. Addresses, clips and link are for makers only. */
export function toRsvpDto(stored: StoredRsvp, event: EventRecord, audience: RsvpAudience): Rsvp {
  const { deadline } = event;
  const shown: Rsvp = {
    id: String(stored._id),
    eventId: event.id,
    firstName: stored.firstName,
    lastName: stored.lastName ?? null,
    status: stored.status,
    note: stored.note ?? null,
    via: stored.via ?? null,
    progress: stored.progress,
    invitedAt: iso(stored.invitedAt),
    lastNudgedAt: iso(stored.lastNudgedAt),
    lastNudgedVia: stored.lastNudgedVia ?? null,
    nudges: stored.nudges,
    openedAt: iso(stored.openedAt),
    answeredAt: iso(stored.answeredAt),
    contributedAt: iso(stored.contributedAt),
    muted: stored.muted,
    graceUntil: deadline && new Date(deadline.getTime() + LATE_GRACE).toISOString(),
    bounce: stored.bounce ?? null,
  };
  // Before somebody answers, a note is what an organiser wrote about them.
  if (audience === 'guest') return { ...shown, bounce: null, note: stored.answeredAt ? shown.note : null };
  return {
    ...shown,
    email: stored.email ?? null,
    phone: stored.phone ?? null,
    mediaIds: stored.mediaIds.map(String),
    link: invitationUrl(stored, event),
  };
}

/** A guest's own link. */
export function invitationUrl({ key }: Pick<StoredRsvp, 'key'>, { uuid }: Pick<EventRecord, 'uuid'>): string {
  return `${platform().config.appOrigin}/e/${uuid}?i=${key}`;
}

/**
 * Tells the boards that show this guest. Staff may listen too, so addresses and link are left out.
 * @param former the guest before a change of what is left out
 */
export function announceGuest(stored: StoredRsvp, event: EventRecord, former = stored): void {
  const hasNewAddress = stored.email !== former.email || stored.phone !== former.phone;
  const note = stored.note ?? null;
  const told = { ...toRsvpDto(stored, event, 'guest'), note, ...(hasNewAddress && { hasNewAddress }) };
  emitToEvent(event.id, 'creator', 'rsvp:updated', told);
}

/** Tells the makers what a guest answered; news again once they change it. */
export async function tellAnswer(stored: StoredRsvp, { id: eventId }: EventRecord): Promise<void> {
  const { _id, status, firstName, note } = stored;
  if (status !== 'yes' && status !== 'maybe' && status !== 'no') return;
  const facts = { names: [firstName], answer: status, ...(note && { note }) };
  await tellNews({ eventId, type: 'rsvp', key: String(_id), stamp: status, facts });
}

function iso(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null;
}
