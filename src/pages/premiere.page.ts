import type { Request } from 'express';
import { PremierePage, PremierePlanPage, premiereHead } from '../../views/premiere.page.tsx';
import { atEventOf } from '../features/events/event-rules.access.ts';
import type { SeenEvent } from '../features/events/events.access.ts';
import { viewEventPage } from '../features/events/view-event.service.ts';
import { hasOpenGuestbook } from '../features/guestbook/guestbook.access.ts';
import { premiereAndRoom } from '../features/premieres/premieres.service.ts';
import { isOn } from '../features/switches/switches.service.ts';
import { AppError } from '../platform/errors.ts';
import { platform } from '../platform/platform.ts';
import { listNames } from '../shared/format.ts';
import { OCCASIONS } from '../shared/occasions.ts';
import { may } from '../shared/permissions.ts';
import type { Viewer } from '../shared/viewer.ts';
import { bookFor } from './guestbook.page.ts';
import { type PageContext, type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const ownEvent = atEventOf('premiere.join', ({ params }: PageContext) => params.ref ?? '');

/** `/e/KEY/premiere`: the room of a premiere; for hosts without one, planning it. */
export const premierePages: readonly PageRoute[] = [
  pageRoute('/e/:ref/premiere', ownEvent, ({ event, role, roles, viewer, params, req }) =>
    premierePage({ event, role, roles }, { viewer, req, ref: params.ref ?? '' }),
  ),
];

async function premierePage(seen: SeenEvent, visit: { viewer: Viewer; req: Request; ref: string }): Promise<AnyPage> {
  const { viewer, ref } = visit;
  const { event: stored, role, roles } = seen;
  const isHost = may(roles, 'premiere.host');
  const { premiere, room } = await premiereAndRoom(stored);
  const site = siteAtEvent(viewer, role);
  const names = listNames(stored.recipients.map(({ firstName }) => firstName));
  const head = premiereHead(stored.occasion);
  const now = Date.now();
  const isPlanning = isHost && (!premiere || premiere.status === 'over');
  if (isPlanning && !(await isOn('premieres', stored.creatorId))) {
    throw new AppError('PROVIDER_DOWN', { message: 'New premieres can’t be planned right now. Try again later.' });
  }
  if (isPlanning) {
    const { event } = await viewEventPage(stored.uuid, seen, viewer);
    return page({ view: PremierePlanPage, props: { site, event, names, now }, head });
  }
  if (!premiere)
    throw new AppError('NOT_FOUND', { message: 'No premiere is planned here yet. Come back a little later.' });
  const isRecipient = role === 'recipient';
  return page({
    view: PremierePage,
    props: {
      site,
      premiere: {
        eventRef: ref,
        premiere,
        room,
        names,
        isQuiet: OCCASIONS[stored.occasion].tone === 'quiet',
        timeZone: stored.timeZone,
        isHost,
        isRecipient,
        hasName: isHost || (isRecipient && stored.recipients.length === 1),
        shareUrl: isHost ? `${platform().config.appOrigin}/e/${stored.viewKey}/premiere` : null,
        filmUrl: `/e/${ref}`,
        book: hasOpenGuestbook(stored) && may(roles, 'guestbook.read') ? await bookFor(seen, visit) : null,
        now,
      },
    },
    head,
  });
}
