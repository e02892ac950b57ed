import { closedBy } from '../../shared/collecting.ts';
import type { Event } from '../../shared/contracts/events.ts';
import type { PublishedMedia } from '../../shared/contracts/films.ts';
import type { Media } from '../../shared/contracts/media.ts';
import { titleFor } from '../../shared/occasion-words.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { may, type Role } from '../../shared/permissions.ts';
import { type Packages, priceFilm } from '../../shared/pricing.ts';
import { deliveryOf } from './delivery-state.ts';
import { isKeyHolder } from './embargo.ts';
import type { StoredEvent } from './event.model.ts';
import { clipLimitOf } from './event-work.ts';
import { type FilmCheck, type MediaSummary, NO_CLIPS } from './events.parts.ts';
import { isNobodys } from './nobody.ts';

interface DtoParts {
  summary: MediaSummary | undefined;
  media: Media[] | undefined;
  film: PublishedMedia | undefined;
  /** Cents paid for its films; undefined for whom no price is shown. */
  paid?: number | undefined;
  packages: Packages;
  filmCheck?: FilmCheck | undefined;
  /** The gift is still closed to whoever holds a key; see `isWithheld`. */
  isWithheld?: boolean;
}

/** What one role may see of an event. Keys, addresses and clips are added by role, so that a new field leaks nothing. */
export function toEventDto(event: StoredEvent, role: Role, parts: DtoParts): Event {
  const isClosedGift = parts.isWithheld === true && isKeyHolder(role);
  const summary = (!isClosedGift && parts.summary) || NO_CLIPS;
  const mayWatch = may(role, 'film.watch') && !isClosedGift;
  const dto: Event = {
    id: String(event._id),
    uuid: event.uuid,
    status: event.status,
    isClosed: isClosed(event),
    acceptsClips: event.acceptsClips !== false,
    occasion: event.occasion,
    occasionOther: event.occasionOther ?? null,
    title: titleOf(event),
    message: isClosedGift ? '' : event.message,
    prompts: isClosedGift ? [] : [...event.prompts],
    guestbook: event.guestbook,
    creatorId: null,
    creatorName: event.creatorName ?? null,
    recipients: event.recipients.map(({ id, firstName }) => ({ id, firstName, lastName: null })),
    deadline: iso(event.deadline),
    deliverAt: iso(event.deliverAt),
    timeZone: event.timeZone,
    themeId: event.themeId ?? null,
    trackId: event.trackId ?? null,
    maxClipLength: clipLimitOf(event),
    counts: { media: summary.media, contributors: summary.contributors },
    length: summary.length,
    contributors: summary.firstNames.map((firstName) => ({ firstName })),
    film: mayWatch ? (parts.film ?? null) : null,
    ...(mayWatch && { thankYou: event.thankYou ?? null }),
    deliveredAt: iso(event.deliveredAt),
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
    ...(may(role, 'event.readPrivateKey') && { privateKey: event.privateKey }),
    ...(may(role, 'event.readViewKey') && !isClosedGift && { viewKey: event.viewKey }),
  };
  if (!may(role, 'event.readPrivate')) return dto;
  const whole = { ...dto, ...privateFields(event, parts, summary) };
  return may(role, 'event.edit') ? { ...whole, ...makerFields(event, parts) } : whole;
}

/** What staff see as well. */
function privateFields(event: StoredEvent, { packages, paid = 0, media }: DtoParts, { length }: MediaSummary) {
  return {
    creatorId: event.creatorId && !isNobodys(event) ? String(event.creatorId) : null,
    recipients: event.recipients.map((each) => ({
      id: each.id,
      firstName: each.firstName,
      lastName: each.lastName ?? null,
      email: each.email ?? null,
      phone: each.phone ?? null,
    })),
    price: priceFilm(packages, { length, isFree: OCCASIONS[event.occasion].isFree, paid }),
    ...(media && { media }),
    openedAt: iso(event.openedAt),
  };
}

/** What only those who make the film need for their work. */
function makerFields(event: StoredEvent, { filmCheck }: DtoParts) {
  return {
    isZoneAssumed: event.isZoneAssumed === true,
    delivery: deliveryOf(event),
    undelivered: (event.undelivered ?? []).map(({ recipientId, why }) => ({ recipientId, why })),
    ...(filmCheck && { isFilmOutdated: filmCheck.isOutdated, filmHoldsWithdrawn: filmCheck.holdsWithdrawn }),
  };
}

/** Whether an event takes no more clips. */
export function isClosed(event: StoredEvent, now = new Date()): boolean {
  return closedBy(event, now) !== null;
}

/** What the film is called on every screen and in its mails. */
export function titleOf(event: Pick<StoredEvent, 'occasion' | 'occasionOther' | 'recipients'>): string {
  const names = event.recipients.map(({ firstName }) => firstName);
  return titleFor(event.occasion, names, event.occasionOther);
}

function iso(date: Date | null | undefined): string | null {
  return date ? date.toISOString() : null;
}
