import { defineFeature } from '../../platform/manifest/feature.ts';
import { mailCheckRoutes } from './mail-check.routes.ts';

/** Whether an address takes mail, and which mails it was stopped for. */
export const mailPreferences = defineFeature({
  name: 'mail-preferences',
  routes: [mailCheckRoutes],
});
