import { defineFeature } from '../../platform/manifest/feature.ts';
import { impersonationEnded } from '../sessions/domain-events.ts';
import { impersonationForms } from './impersonation.forms.ts';
import { impersonationRoutes } from './impersonation.routes.ts';
import { noteImpersonationEnd } from './impersonation.service.ts';

/** Admins who act as a user for an hour. */
export const impersonation = defineFeature({
  name: 'impersonation',
  routes: [impersonationRoutes],
  forms: impersonationForms,
  onEvent: [impersonationEnded.does(noteImpersonationEnd)],
});
