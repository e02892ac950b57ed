import { defineFeature } from '../../platform/manifest/feature.ts';
import { mailCheckRoutes } from './mail-check.routes.ts';

/** Whether an address can receive mail, and which mails it stopped. */
export const mailPreferences = defineFeature({
  name: 'mail-preferences',
  routes: [mailCheckRoutes],
});
