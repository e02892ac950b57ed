import { KeepsakePage, keepsakeHead } from '../../views/keepsake.page.tsx';
import { atEventOf } from '../features/events/event-rules.access.ts';
import { viewKeepsake } from '../features/keepsakes/keepsakes.service.ts';
import { hostOf } from '../shared/byline.ts';
import { listNames } from '../shared/format.ts';
import { isMaker } from '../shared/roles.ts';
import { type PageContext, type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const ownEvent = atEventOf('keepsake.read', ({ params }: PageContext) => params.ref ?? '');

/** `/e/REF/keepsake`: packing and downloading everything, for makers and recipients. */
export const keepsakePages: readonly PageRoute[] = [
  pageRoute('/e/:ref/keepsake', ownEvent, async ({ event, role, viewer, params }) => {
    const ref = params.ref ?? '';
    const keepsake = await viewKeepsake({ event, role }, { isWhole: true });
    const isOwn = isMaker(role);
    const props = {
      site: siteAtEvent(viewer, role),
      box: { eventRef: ref, keepsake, timeZone: event.timeZone },
      back: { href: `/e/${ref}`, label: isOwn ? 'The studio' : 'Your film' },
      forNames: isOwn ? null : listNames(event.recipients.map(({ firstName }) => firstName)),
      host: hostOf(event) ?? '',
    };
    return page({ view: KeepsakePage, props, head: keepsakeHead(event.occasion) });
  }),
];
