import type { Event } from '../../shared/contracts/events.ts';
import type { PublishedMedia } from '../../shared/contracts/films.ts';
import type { Media } from '../../shared/contracts/media.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { type Packages, priceFilm } from '../../shared/pricing.ts';
import type { ViewerRole } from '../../shared/roles.ts';
import { deliveryOf } from './delivery-state.ts';
import { isKeyHolder } from './embargo.service.ts';
import { clipLimitOf, isClosed, titleOf } from './event-facts.service.ts';
import { type FilmCheck, type MediaSummary, NO_CLIPS } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';
import { isOrphaned } from './orphaned-events.ts';

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
export function toEventDto(event: EventRecord, role: ViewerRole, parts: DtoParts): Event {
  const isClosedGift = parts.isWithheld === true && isKeyHolder(role);
  const summary = (!isClosedGift && parts.summary) || NO_CLIPS;
  const mayWatch = role !== 'public' && !isClosedGift;
  const dto: Event = {
    id: event.id,
    uuid: event.uuid,
    status: event.status,
    isClosed: isClosed(event),
    acceptsClips: event.acceptsClips,
    occasion: event.occasion,
    occasionOther: event.occasionOther,
    title: titleOf(event),
    message: isClosedGift ? '' : event.message,
    prompts: isClosedGift ? [] : [...event.prompts],
    guestbook: event.guestbook,
    creatorId: null,
    creatorName: event.creatorName,
    recipients: event.recipients.map(({ id, firstName }) => ({ id, firstName, lastName: null })),
    deadline: iso(event.deadline),
    deliverAt: iso(event.deliverAt),
    timeZone: event.timeZone,
    themeId: event.themeId,
    trackId: event.trackId,
    maxClipLength: clipLimitOf(event),
    counts: { media: summary.media, contributors: summary.contributors },
    length: summary.length,
    contributors: summary.firstNames.map((firstName) => ({ firstName })),
    film: mayWatch ? (parts.film ?? null) : null,
    ...(mayWatch && { thankYou: event.thankYou }),
    deliveredAt: iso(event.deliveredAt),
    createdAt: event.createdAt.toISOString(),
    updatedAt: event.updatedAt.toISOString(),
  };
  if (role === 'recipient') dto.privateKey = event.privateKey;
  if (isKeyHolder(role) && !isClosedGift) dto.viewKey = event.viewKey;
  if (role !== 'creator') return dto;
  return {
    ...dto,
    creatorId: isOrphaned(event) ? null : event.creatorId,
    privateKey: event.privateKey,
    viewKey: event.viewKey,
    recipients: event.recipients,
    price: priceFilm(parts.packages, {
      length: summary.length,
      isFree: OCCASIONS[event.occasion].isFree,
      paid: parts.paid ?? 0,
    }),
    ...(parts.media && { media: parts.media }),
    isZoneAssumed: event.isZoneAssumed,
    openedAt: iso(event.openedAt),
    delivery: deliveryOf(event),
    undelivered: event.undelivered,
    ...(parts.filmCheck && {
      isFilmOutdated: parts.filmCheck.isOutdated,
      filmHoldsWithdrawn: parts.filmCheck.holdsWithdrawn,
    }),
  };
}

function iso(date: Date | null | undefined): string | null {
  return date ? date.toISOString() : null;
}
