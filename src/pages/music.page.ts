import { MusicPage, musicHead } from '../../views/music.page.tsx';
import { atEventOf } from '../features/events/event-rules.access.ts';
import { present } from '../features/events/view-event.service.ts';
import { allTracks } from '../features/library/library.service.ts';
import { type PageContext, type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const maker = atEventOf('event.edit', ({ params }: PageContext) => params.ref ?? '');

/** Choosing music without script; the studio has a drawer for it. */
export const musicPages: readonly PageRoute[] = [
  pageRoute('/e/:ref/music', maker, async ({ event: stored, role, viewer }) => {
    const event = await present(stored, role);
    const songs = (await allTracks(event.id)).filter(({ status }) => status === 'ready');
    return page({
      view: MusicPage,
      props: { site: siteAtEvent(viewer, role), event, songs },
      head: musicHead(event),
    });
  }),
];
