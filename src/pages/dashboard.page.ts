import { type DashboardEvent, DashboardPage, dashboardHead } from '../../views/dashboard.page.tsx';
import { listEvents } from '../features/events/events.service.ts';
import { latestRender } from '../features/films/films.service.ts';
import { posters } from '../features/media/media.service.ts';
import type { Event } from '../shared/contracts/events.ts';
import type { PageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteOf } from './site.ts';

const SHOWN = 24;

export const dashboardPages: readonly PageRoute[] = [
  {
    path: '/dashboard',
    access: 'signed-in',
    async load({ query, viewer }) {
      const { events, nextCursor } = await listEvents(viewer.user?.id ?? '', { cursor: query.cursor, limit: SHOWN });
      const pictures = await posters(events.map((event) => event.id));
      const shown = await Promise.all(events.map((event) => parcelOf(event, pictures.get(event.id) ?? [])));
      const props = {
        site: siteOf(viewer),
        events: shown,
        now: Date.now(),
        nextHref: nextCursor ? `/dashboard?cursor=${nextCursor}` : null,
      };
      return page({ view: DashboardPage, props, head: dashboardHead() });
    },
  },
];

async function parcelOf(event: Event, pictures: string[]): Promise<DashboardEvent> {
  const render = event.status === 'finalizing' ? await latestRender(event.id) : null;
  return {
    uuid: event.uuid,
    title: event.title,
    occasion: event.occasion,
    status: event.status,
    isClosed: event.isClosed,
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
