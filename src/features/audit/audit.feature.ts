import { defineFeature } from '../../platform/manifest/feature.ts';
import { auditRoutes } from './audit.routes.ts';

/** The log of what was done to accounts, and by staff. */
export const audit = defineFeature({
  name: 'audit',
  routes: [auditRoutes],
});
