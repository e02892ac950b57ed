import type { OrderedThing } from '../../views/dashboard/things.tsx';
import { type DashboardEvent, DashboardPage, dashboardHead } from '../../views/dashboard.page.tsx';
import type { DraftPages } from '../features/drafts/drafts.forms.ts';
import { leftDrafts } from '../features/drafts/left-drafts.service.ts';
import { titleOf } from '../features/events/event-facts.service.ts';
import { listDeleted, listEvents } from '../features/events/list-events.service.ts';
import { latestRenders } from '../features/films/renders.service.ts';
import { listContributions } from '../features/media/claims.service.ts';
import { thingOf } from '../features/parcels/made-things.service.ts';
import { lastOrdersOf } from '../features/parcels/parcels.service.ts';
import { signedInUser } from '../platform/http/access-rules.ts';
import type { Event } from '../shared/contracts/events.ts';
import type { RenderJob } from '../shared/contracts/films.ts';
import type { ViewerUser } from '../shared/viewer.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteOf } from './site.ts';

const SHOWN = 24;
const CONTRIBUTIONS = 12;
const THINGS = 5;

export const dashboardPages: readonly PageRoute[] = [
  pageRoute('/dashboard', signedInUser, (context) => dashboardPage(context)),
];

/** Shows My VidDays again with a refused name; visitors log in first. */
export function dashboardAgain(pages: Pages): DraftPages {
  return {
    async renderDashboard({ error, values, viewer, req, res }) {
      if (!viewer?.user) {
        res.redirect(303, '/auth/login');
        return;
      }
      const refused = { typed: String(values.name ?? ''), error: error.fields?.name ?? error.message };
      const shown = await dashboardPage({ query: {}, user: viewer.user, viewer, req }, refused);
      await sendPage(pages, req, res, { ...shown, status: error.status });
    },
  };
}

/** @param refused a name that matched none of the drafts put away */
async function dashboardPage(
  { query, user, viewer, req }: Pick<PageContext, 'query' | 'viewer' | 'req'> & { user: ViewerUser },
  refused: { typed: string; error: string } | null = null,
): Promise<AnyPage> {
  const { events, posters, nextCursor } = await listEvents(user.id, { cursor: query.cursor, limit: SHOWN });
  const renders = await latestRenders(events.filter(({ status }) => status === 'finalizing').map(({ id }) => id));
  const shown = events.map((event) =>
    parcelOf(event, user.id, posters.get(event.id) ?? [], renders.get(event.id) ?? null),
  );
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
    things: query.cursor ? [] : await orderedThings(user.id),
    deleted: query.cursor ? [] : await listDeleted(user.id),
    now: Date.now(),
    unconfirmed: user.isUnconfirmed ? { email: user.email, isSent: query.note === 'mail-sent' } : null,
    left: { ...(await leftDrafts(viewer, req)), email: user.email, refused },
    nextHref: nextCursor ? `/dashboard?cursor=${nextCursor}` : null,
  };
  return page({ view: DashboardPage, props, head: dashboardHead() });
}

/** The last things that were ordered, and how they stand. */
async function orderedThings(userId: string): Promise<OrderedThing[]> {
  const last = await lastOrdersOf(userId, THINGS);
  return last.map(({ order, event }) => {
    const { id, product, quantity, status, fixBy, createdAt, events: steps } = order;
    const about = { title: titleOf(event), href: `/e/${event.uuid}/orders`, timeZone: event.timeZone };
    return {
      id,
      product,
      quantity,
      status,
      fixBy,
      name: thingOf(product).name,
      ...about,
      at: steps.at(-1)?.at ?? createdAt,
    };
  });
}

function parcelOf(event: Event, userId: string, pictures: string[], render: RenderJob | null): DashboardEvent {
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
    sharedBy: event.creatorId === userId ? null : event.creatorName,
    hasFilm: event.film !== null,
    render: render && { progress: render.progress, step: render.step },
  };
}
