import * as z from 'zod';
import { ThemeEditorPage, ThemesPage, themesHead } from '../../views/staff-themes.page.tsx';
import * as editing from '../features/themes/edit-themes.service.ts';
import {
  createThemeAction,
  deleteThemeAction,
  restoreThemeAction,
  updateThemeAction,
} from '../features/themes/themes.routes.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { type ThemeValues, themeForm, typedValues, withTyped } from '../shared/contracts/theme-editor.ts';
import type { Theme } from '../shared/contracts/themes.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import type { Viewer } from '../shared/viewer.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/themes';
const NEW = '/staff/themes/new';
const ONE = '/staff/themes/:id';
const staff = staffWho('theme.edit');

/** Where editors and admins make the themes of films. */
export const staffThemePages: readonly PageRoute[] = [
  pageRoute(LIST, staff, async ({ user, viewer }) => {
    const [frame, listed] = await Promise.all([deskFrame(viewer), editing.listForStaff(user)]);
    const themes = listed.map((theme) => ({
      theme,
      opening: editing.previewForStaff(theme).opening,
    }));
    return page({ view: ThemesPage, props: { frame, themes }, head: themesHead('Themes') });
  }),
  pageRoute(NEW, staff, ({ viewer }) => editorPage(viewer, editing.emptyTheme(), {})),
  pageRoute(ONE, staff, async ({ params, query, user, viewer }) =>
    editorPage(viewer, await editing.readForStaff(params.id ?? '', user), { isSaved: query.saved === '1' }),
  ),
];

/** The editor's forms, with and without script. */
export function staffThemeForms(pages: Pages): Form[] {
  const again = async ({ error, values, viewer, req, res }: RefusedForm) => {
    if (!viewer?.user || !may(siteRoles(viewer.user), 'theme.edit') || !error.fields) throw error;
    const { id } = req.params;
    const theme = typeof id === 'string' ? await editing.readForStaff(id, viewer.user) : editing.emptyTheme();
    const sent = { problems: error.fields, typed: typedValues(values) };
    const refused = await editorPage(viewer, withTyped(theme, values), sent);
    await sendPage(pages, req, res, { ...refused, status: error.status });
  };
  const failed = ({ error }: RefusedForm) => {
    throw error;
  };
  const nothing = z.object({});
  const byId = ({ params }: { params: Record<string, string> }) => ({ params: { id: params.id ?? '' } });
  return [
    form(createThemeAction, {
      path: NEW,
      body: themeForm,
      input: ({ body }) => ({ body }),
      done: ({ data }) => `${LIST}/${data.id}?saved=1`,
      failed: again,
    }),
    form(updateThemeAction, {
      path: ONE,
      body: themeForm,
      input: ({ body, ...sent }) => ({ ...byId(sent), body }),
      done: ({ data }) => `${LIST}/${data.id}?saved=1`,
      failed: again,
    }),
    form(deleteThemeAction, { path: `${ONE}/delete`, body: nothing, input: byId, done: () => LIST, failed }),
    form(restoreThemeAction, {
      path: `${ONE}/restore`,
      body: nothing,
      input: byId,
      done: ({ data }) => `${LIST}/${data.id}?saved=1`,
      failed,
    }),
  ];
}

interface Shown {
  problems?: Readonly<Record<string, string>>;
  /** What was typed into a refused form. */
  typed?: ThemeValues | null;
  isSaved?: boolean;
}

async function editorPage(
  viewer: Viewer,
  theme: Theme,
  { problems = {}, typed = null, isSaved = false }: Shown,
): Promise<AnyPage> {
  const props = {
    frame: await deskFrame(viewer),
    theme,
    choices: editing.themeChoices(),
    preview: editing.previewForStaff(theme),
    problems,
    typed,
    isSaved,
  };
  return page({ view: ThemeEditorPage, props, head: themesHead(theme.name || 'New theme') });
}
