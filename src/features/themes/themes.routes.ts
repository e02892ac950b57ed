import { AppError } from '../../platform/errors.ts';
import { type AccessRule, anyone, signedInUser, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import { previewThemeValues } from '../../shared/contracts/theme-editor.ts';
import * as contracts from '../../shared/contracts/themes.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import * as changes from './change-themes.ts';
import { artOf } from './design/artwork.ts';
import { previewForStaff, themeOfValues } from './edit-themes.service.ts';
import type { StoredTheme } from './theme.model.ts';
import { recordThemeAct } from './theme-acts.ts';
import * as themes from './themes.service.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}

/** The owner of the theme in the URL, or staff; adds the theme. */
const ownerOfTheme: AccessRule<'signed-in', ById, { user: ViewerUser; theme: StoredTheme }> = {
  word: 'signed-in',
  admit: ({ viewer }) => void signedInUser.load({ viewer }),
  async load({ params, viewer }) {
    const { user } = await signedInUser.load({ viewer });
    return { user, theme: await changes.ownTheme(params.id, user) };
  },
};

export const createThemeAction = action(contracts.createTheme, {
  access: signedInUser,
  async run({ body, user, viewer }) {
    const theme = await changes.createTheme(body, user);
    await recordThemeAct('created', theme, viewer);
    return theme;
  },
});
export const updateThemeAction = action(contracts.updateTheme, {
  access: ownerOfTheme,
  async run({ theme, body, user, viewer }) {
    const changed = await changes.updateTheme(theme, body, user);
    await recordThemeAct('changed', changed, viewer, theme);
    return changed;
  },
});
export const deleteThemeAction = action(contracts.deleteTheme, {
  access: ownerOfTheme,
  async run({ theme, viewer }) {
    const deleted = await changes.deleteTheme(theme);
    if (!theme.deletedAt) await recordThemeAct('deleted', deleted, viewer);
    return deleted;
  },
});
export const restoreThemeAction = action(contracts.restoreTheme, {
  access: ownerOfTheme,
  async run({ theme, viewer }) {
    const restored = await changes.restoreTheme(theme);
    if (theme.deletedAt) await recordThemeAct('restored', restored, viewer);
    return restored;
  },
});

export const themeRoutes: RouteTable = [
  action(contracts.listThemes, {
    access: anyone,
    async run({ viewer, query }) {
      const shown = await themes.listThemes(viewer.user, query.occasion);
      return withBeside(shown, { meta: { total: shown.length, nextCursor: null } });
    },
  }),
  action(contracts.getTheme, { access: anyone, run: ({ params, viewer }) => themes.readTheme(params.id, viewer.user) }),
  createThemeAction,
  updateThemeAction,
  deleteThemeAction,
  restoreThemeAction,
  action(previewThemeValues, {
    access: staffWho('theme.edit'),
    run: ({ body }) => previewForStaff(themeOfValues(body)),
  }),
  action(contracts.getThemeArt, {
    access: anyone,
    run({ params, query, res }) {
      const svg = artOf(params.design, params.card, query);
      if (svg === null) throw new AppError('NOT_FOUND', { message: 'There is no such design.' });
      res.setHeader('Cache-Control', 'public, max-age=3600');
      res.type('image/svg+xml').send(svg);
      return svg;
    },
  }),
];
