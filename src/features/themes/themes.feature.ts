import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { eventThemes } from '../events/events.parts.ts';
import { THEMES_ROOM } from './change-themes.ts';
import { dropLostThemes } from './drop-lost-themes.ts';
import { handToSite } from './hand-to-site.ts';
import { purgeThemes } from './purge-themes.ts';
import { seedThemes } from './seed-themes.ts';
import { themeRoutes } from './themes.routes.ts';
import { exportThemes, forgetThemes, usable } from './themes.service.ts';

/** Themes: how a film's cards look. */
export const themes = defineFeature({
  name: 'themes',
  routes: [themeRoutes],
  sockets: (socket) => void socket.join(THEMES_ROOM),
  seed: seedThemes,
  cleanUp: [() => purgeThemes()],
  accountData: {
    fields: { 'themes.name': byAccount('themes') },
    export: { themes: exportThemes },
    purge: ({ userId }) => forgetThemes(userId),
  },
  migrations: [handToSite, dropLostThemes],
  provides: () => [eventThemes.is({ usable })],
});
