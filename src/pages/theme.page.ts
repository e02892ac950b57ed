import * as z from 'zod';
import { ThemePage, themeHead } from '../../views/theme.page.tsx';
import { atEventOf } from '../features/events/event-rules.access.ts';
import type { SeenEvent } from '../features/events/events.access.ts';
import { updateEventAction } from '../features/events/events.routes.ts';
import { viewEventPage } from '../features/events/view-event.service.ts';
import { ownThemeWords, themeChoices } from '../features/films/theme-chooser.service.ts';
import { listOwn } from '../features/themes/edit-themes.service.ts';
import { type Form, form } from '../platform/http/forms.ts';
import { withArticle } from '../shared/occasions.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type PageContext, type PageRoute, pageRoute } from './page-route.ts';
import { type AnyPage, page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const PATH = '/e/:ref/theme';
/** Why the page is shown again. */
const GONE = 'gone';

const ownEvent = atEventOf('event.edit', ({ params }: PageContext) => params.ref ?? '');

export const themePages: readonly PageRoute[] = [
  pageRoute(PATH, ownEvent, ({ event, role, roles, viewer, query }) =>
    themePage({ event, role, roles }, viewer, query.problem === GONE),
  ),
];

/** The choice, posted by the page with and without script. */
export function themeForms(): Form[] {
  return [
    form(updateEventAction, {
      path: PATH,
      body: z.object({ themeId: z.string().max(60).optional() }),
      // Access comes before the fields: without one nothing changes.
      input: ({ body: { themeId }, params }) => ({
        params: { id: params.ref ?? '' },
        body: themeId === undefined ? {} : { themeId: themeId || null },
      }),
      done: ({ data }) => `/e/${data.uuid}`,
      failed({ req, res, error }) {
        if (error.code !== 'FIELDS_REFUSED') throw error;
        res.redirect(303, `${req.path}?problem=${GONE}`);
      },
    }),
  ];
}

async function themePage(seen: SeenEvent, viewer: Viewer, isRefused: boolean): Promise<AnyPage> {
  const { event } = await viewEventPage(seen.event.uuid, seen, viewer);
  const path = `/e/${event.uuid}/theme`;
  const { user } = viewer;
  const themes = await themeChoices(event, user);
  const picker = {
    themes,
    // A theme that is gone for good leaves the film its paper.
    chosenId: themes.find(({ id }) => id === event.themeId)?.id ?? '',
    action: path,
    makeUrl: user && path,
    backUrl: `/e/${event.uuid}`,
    heading: event.occasion === 'other' ? 'For your day' : `For ${withArticle(event.occasion)}`,
  };
  const problem = isRefused ? 'This theme is not there any more. Choose another one.' : null;
  return page({
    view: ThemePage,
    props: {
      site: siteAtEvent(viewer, seen.role),
      picker,
      problem,
      own: user && { themes: await listOwn(user.id), cost: ownThemeWords(event.price?.own.theme ?? 0), path },
    },
    head: themeHead(event),
  });
}
