import { staffWrites } from '../../platform/http/staff-writes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { auditRoutes } from './audit.routes.ts';
import { noteStaffWrite } from './audit.service.ts';

/** The log of what was done to accounts, and by staff. */
export const audit = defineFeature({
  name: 'audit',
  routes: [auditRoutes],
  needs: [staffWrites],
  provides: ({ web }) => (web ? [staffWrites.is(noteStaffWrite)] : []),
});
