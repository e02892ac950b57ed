import { type DashboardEvent, DashboardPage, dashboardHead } from '../../views/dashboard.page.tsx';
import { listDeleted, listEvents } from '../features/events/list-events.service.ts';
import { latestRender } from '../features/films/renders.service.ts';
import { listContributions } from '../features/media/claims.service.ts';
import { signedIn } from '../platform/http/access.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import type { Event } from '../shared/contracts/events.ts';
import { type PageContext, type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteOf } from './site.ts';
import { unclaimedIn } from './unclaimed.ts';

const SHOWN = 24;
const CONTRIBUTIONS = 12;

export const dashboardPages: readonly PageRoute[] = [
  pageRoute('/dashboard', signedInUser, (context) => dashboardPage(context)),
];

/** @param refused a name that matched none of the events put away */
export async function dashboardPage(
  { query, viewer, req }: Pick<PageContext, 'query' | 'viewer' | 'req'>,
  refused: { typed: string; error: string } | null = null,
): Promise<AnyPage> {
  const user = signedIn(viewer);
  const { events, posters, nextCursor } = await listEvents(user.id, { cursor: query.cursor, limit: SHOWN });
  const shown = await Promise.all(events.map((event) => parcelOf(event, posters.get(event.id) ?? [])));
  // Later pages of the list contain only events.
  const contributions = query.cursor
    ? []
    : await listContributions(user.id, {
        limit: CONTRIBUTIONS,
        withReceipts: !viewer.isImpersonated,
      });
  const props = {
    site: siteOf(viewer),
    events: shown,
    contributions,
    deleted: query.cursor ? [] : await listDeleted(user.id),
    now: Date.now(),
    unconfirmed: user.isUnconfirmed ? { email: user.email, isSent: query.note === 'mail-sent' } : null,
    unclaimed: { ...(await unclaimedIn(viewer, req)), refused },
    nextHref: nextCursor ? `/dashboard?cursor=${nextCursor}` : null,
  };
  return page({ view: DashboardPage, props, head: dashboardHead() });
}

async function parcelOf(event: Event, pictures: string[]): Promise<DashboardEvent> {
  const render = event.status === 'finalizing' ? await latestRender(event.id) : null;
  return {
    uuid: event.uuid,
    title: event.title,
    occasion: event.occasion,
    status: event.status,
    isClosed: event.isClosed,
    acceptsClips: event.acceptsClips,
    deadline: event.deadline,
    timeZone: event.timeZone,
    counts: event.counts,
    length: event.length,
    deliverAt: event.deliverAt,
    deliveredAt: event.deliveredAt,
    openedAt: event.openedAt ?? null,
    recipients: event.recipients.map((each) => each.firstName),
    posters: pictures,
    hasFilm: event.film !== null,
    render: render && { progress: render.progress, step: render.step },
  };
}
