import { platform } from '../../platform/platform.ts';
import { withSharedReads } from '../../platform/read-once.ts';
import type { Event } from '../../shared/contracts/events.ts';
import { kindOfKey } from '../../shared/keys.ts';
import { may, type Role } from '../../shared/permissions.ts';
import { isMaker } from '../../shared/roles.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { paidFor } from '../orders/orders.service.ts';
import { isKeyHolder, isWithheld } from './embargo.service.ts';
import { toEventDto } from './event.dto.ts';
import { awayError, isAway, rolesOf, type SeenEvent } from './events.access.ts';
import { eventClips, eventFilms } from './events.parts.ts';
import type { EventRecord } from './find-events.service.ts';

/**
 * An event's answer for a role.
 * @param isPreview as on the delivery day, with URLs that otherwise work for makers only
 */
export async function present(given: EventRecord, role: Role, isPreview = false): Promise<Event> {
  const event = withSharedReads(given);
  const mayReadAll = may(role, 'event.readPrivate');
  const scope = may(role, 'film.watchEarly') || isPreview ? 'own' : 'seen';
  const [clips, film, filmCheck, isClosedGift, paid] = await Promise.all([
    clipsFor(role, event),
    may(role, 'film.watch') ? eventFilms().film(event, scope) : undefined,
    may(role, 'event.edit') ? eventFilms().checkFilm(event) : undefined,
    isKeyHolder(role) && !isPreview ? isWithheld(event) : false,
    mayReadAll ? paidFor(event) : undefined,
  ]);
  return toEventDto(event, role, {
    ...clips,
    film,
    paid,
    packages: platform().config.facts.packages,
    filmCheck,
    isWithheld: isClosedGift,
  });
}

async function clipsFor(role: Role, event: EventRecord) {
  const id = event.id;
  if (may(role, 'event.readPrivate')) return eventClips().mediaOf(id, event.order, event);
  return { summary: (await eventClips().summaries([id])).get(id), media: undefined };
}

/**
 * The event for its page. A key in the URL shows what its holder sees, for any viewer; at the event's own URL staff see
 * what everyone sees.
 * @param isPreview makers preview a scheduled gift
 */
export async function viewEventPage(
  ref: string,
  { event, role }: Pick<SeenEvent, 'event' | 'role'>,
  viewer: Viewer,
  isPreview = false,
): Promise<{ event: Event; shownAs: Role }> {
  const isOwn = isMaker(role);
  if (!isOwn && isAway(event)) throw awayError(event);
  const [asAnyone] = rolesOf(event, { ...viewer, user: null });
  const shownAs = roleByAddress(ref) ?? (isOwn ? role : asAnyone);
  const shown = await present(event, shownAs, isPreview && isOwn);
  return { event: shown, shownAs };
}

function roleByAddress(ref: string): Role | null {
  const kind = kindOfKey(ref);
  if (kind === 'privateKey') return 'recipient';
  return kind === 'viewKey' ? 'viewer' : null;
}
