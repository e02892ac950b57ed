import { defineFeature } from '../../platform/manifest/feature.ts';
import { recipientRoutes } from './recipients.routes.ts';

/** The people whom an event is for, one by one. */
export const recipients = defineFeature({ name: 'recipients', routes: [recipientRoutes] });
