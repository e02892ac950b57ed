import { defineFeature } from '../../platform/manifest/feature.ts';
import { recoveryForms } from './recovery.forms.ts';
import { recoveryRoutes } from './recovery.routes.ts';

/** New passwords: with the old one, or by a mailed link. */
export const recovery = defineFeature({
  name: 'recovery',
  routes: [recoveryRoutes],
  forms: recoveryForms,
});
