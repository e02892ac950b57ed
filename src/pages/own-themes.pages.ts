import * as z from 'zod';
import { OwnThemePage, ownThemeHead } from '../../views/own-theme.page.tsx';
import { atEventOf, withAccount } from '../features/events/event-rules.access.ts';
import type { SeenEvent } from '../features/events/events.access.ts';
import { viewEventPage } from '../features/events/view-event.service.ts';
import { cardsIn, ownThemeWords } from '../features/films/theme-chooser.service.ts';
import * as editing from '../features/themes/edit-themes.service.ts';
import {
  createThemeAction,
  deleteThemeAction,
  restoreThemeAction,
  updateThemeAction,
} from '../features/themes/themes.routes.ts';
import { listThemes } from '../features/themes/themes.service.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { type ThemeValues, themeForm, typedValues, withTyped } from '../shared/contracts/theme-editor.ts';
import type { Theme } from '../shared/contracts/themes.ts';
import type { Viewer, ViewerUser } from '../shared/viewer.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';
import { siteAtEvent } from './site.ts';

const LIST = '/e/:ref/theme';
const NEW = `${LIST}/new`;
const ONE = `${LIST}/:id`;
const maker = withAccount(
  atEventOf('event.edit', ({ params }: Pick<PageContext, 'params' | 'viewer'>) => params.ref ?? ''),
  'Create an account first, so that the theme has an owner.',
);

interface Asked {
  seen: SeenEvent & { user: ViewerUser };
  viewer: Viewer;
}

/** Where the makers of an event make themes of their own. */
export const ownThemePages: readonly PageRoute[] = [
  pageRoute(NEW, maker, async ({ event, role, roles, user, viewer, query }) => {
    const from = query.from || null;
    const theme = await editing.draftFrom(from, user);
    return editorPage({ seen: { event, role, roles, user }, viewer }, theme, { from });
  }),
  pageRoute(ONE, maker, async ({ event, role, roles, user, viewer, params, query }) => {
    const theme = await editing.readOwn(params.id ?? '', user.id);
    return editorPage({ seen: { event, role, roles, user }, viewer }, theme, { isSaved: query.saved === '1' });
  }),
];

/** The editor's forms, with and without script. */
export function ownThemeForms(pages: Pages): Form[] {
  const again = async ({ error, values, viewer, req, res }: RefusedForm) => {
    if (!viewer || !error.fields) throw error;
    const [ref, id] = [String(req.params.ref), req.params.id];
    const seen = await maker.load({ params: { ref }, viewer });
    const theme = typeof id === 'string' ? await editing.readOwn(id, seen.user.id) : editing.emptyTheme();
    const sent = { problems: error.fields, typed: typedValues(values) };
    const refused = await editorPage({ seen, viewer }, withTyped(theme, values), sent);
    await sendPage(pages, req, res, { ...refused, status: error.status });
  };
  const failed = ({ error }: RefusedForm) => {
    throw error;
  };
  const nothing = z.object({});
  const byId = ({ params }: { params: Record<string, string> }) => ({ params: { id: params.id ?? '' } });
  const listOf = ({ params }: { params: Record<string, string> }) => `/e/${params.ref}/theme`;
  const saved = (sent: { params: Record<string, string>; data: Theme }) => `${listOf(sent)}/${sent.data.id}?saved=1`;
  return [
    form(createThemeAction, {
      path: NEW,
      body: themeForm,
      input: ({ body }) => ({ body }),
      done: saved,
      failed: again,
    }),
    form(updateThemeAction, {
      path: ONE,
      body: themeForm,
      input: ({ body, ...sent }) => ({ ...byId(sent), body }),
      done: saved,
      failed: again,
    }),
    form(deleteThemeAction, { path: `${ONE}/delete`, body: nothing, input: byId, done: listOf, failed }),
    form(restoreThemeAction, { path: `${ONE}/restore`, body: nothing, input: byId, done: saved, failed }),
  ];
}

interface Shown {
  /** The theme that a new one is made from. */
  from?: string | null;
  problems?: Readonly<Record<string, string>>;
  /** What was typed into a refused form. */
  typed?: ThemeValues | null;
  isSaved?: boolean;
}

async function editorPage(
  { seen, viewer }: Asked,
  theme: Theme,
  { from = null, problems = {}, typed = null, isSaved = false }: Shown,
): Promise<AnyPage> {
  const { event } = await viewEventPage(seen.event.uuid, seen, viewer);
  const listPath = `/e/${event.uuid}/theme`;
  const isNew = theme.id === 'new';
  const options = isNew ? await listThemes(seen.user) : [];
  return page({
    view: OwnThemePage,
    props: {
      site: siteAtEvent(viewer, seen.role),
      event: { id: event.id, occasion: event.occasion },
      listPath,
      path: `${listPath}/${theme.id}`,
      cost: ownThemeWords(event.price?.own.theme ?? 0),
      from: isNew
        ? {
            options: [{ value: '', label: 'Plain' }, ...options.map(({ id, name }) => ({ value: id, label: name }))],
            chosen: from ?? '',
          }
        : null,
      theme,
      choices: editing.themeChoices(),
      preview: cardsIn(event, theme),
      problems,
      typed,
      isSaved,
    },
    head: ownThemeHead(event),
  });
}
