import type { Event } from '../../shared/contracts/events.ts';
import type { PublishedMedia } from '../../shared/contracts/films.ts';
import type { Media } from '../../shared/contracts/media.ts';
import { OCCASIONS } from '../../shared/occasions.ts';
import { may, type Role } from '../../shared/permissions.ts';
import { neededPackage, ownPartPrices, type Packages, priceFilm } from '../../shared/pricing.ts';
import { deliveryOf } from './delivery-state.ts';
import { isKeyHolder } from './embargo.service.ts';
import { clipLimitOf, isClosed, titleOf } from './event-facts.service.ts';
import { type FilmCheck, giftTexts, type MediaSummary, NO_CLIPS } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';

interface DtoParts {
  summary: MediaSummary | undefined;
  media: Media[] | undefined;
  film: PublishedMedia | undefined;
  /** Cents paid for its films; undefined for roles that see no price. */
  paid?: number | undefined;
  packages: Packages;
  filmCheck?: FilmCheck | undefined;
  /** The gift is still closed to key holders; see `isWithheld`. */
  isWithheld?: boolean;
}

/** An event as a role may see it. Private fields are added by role, so that new fields leak nothing. */
export function toEventDto(event: EventRecord, role: Role, parts: DtoParts): Event {
  const isClosedGift = parts.isWithheld === true && isKeyHolder(role);
  const summary = (!isClosedGift && parts.summary) || NO_CLIPS;
  const mayWatch = may(role, 'film.watch') && !isClosedGift;
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
    transition: event.transition,
    showsNames: event.showsNames,
    showsCaptions: event.showsCaptions,
    photoSeconds: event.photoSeconds,
    maxClipLength: clipLimitOf(event),
    counts: { media: summary.media, contributors: summary.contributors, trees: treesFor(event, role) },
    length: summary.length,
    contributors: summary.firstNames.map((firstName) => ({ firstName })),
    film: mayWatch ? (parts.film ?? null) : null,
    ...(mayWatch && { thankYou: event.thankYou }),
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

/** Trees are a present: who holds a key learns of them after the film. */
function treesFor({ trees, openedAt }: EventRecord, role: Role): number {
  return isKeyHolder(role) && openedAt === null ? 0 : trees;
}

/** Fields that staff see too. */
function privateFields(event: EventRecord, { packages, paid = 0, media }: DtoParts, { length }: MediaSummary) {
  const film = { length, isFree: OCCASIONS[event.occasion].isFree, paid, needs: neededPackage(event) };
  return {
    creatorId: event.creatorId,
    recipients: event.recipients,
    price: { ...priceFilm(packages, film), own: ownPartPrices(packages, film) },
    ...(media && { media }),
    music: event.music,
    openedAt: iso(event.openedAt),
  };
}

/** Fields for makers only. */
function makerFields(event: EventRecord, { filmCheck }: DtoParts) {
  return {
    isZoneAssumed: event.isZoneAssumed === true,
    isOwnTransition: event.isOwnTransition,
    delivery: deliveryOf(event, giftTexts().isOn()),
    undelivered: event.undelivered,
    ...(filmCheck && { isFilmOutdated: filmCheck.isOutdated, filmHoldsWithdrawn: filmCheck.holdsWithdrawn }),
  };
}

function iso(date: Date | null | undefined): string | null {
  return date ? date.toISOString() : null;
}
