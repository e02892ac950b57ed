import { defineFeature } from '../../platform/manifest/feature.ts';
import { recipientRoutes } from './recipients.routes.ts';

/** Recipients of an event. */
export const recipients = defineFeature({ name: 'recipients', routes: [recipientRoutes] });
