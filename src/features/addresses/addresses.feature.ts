import { defineFeature } from '../../platform/manifest/feature.ts';
import { addressForms } from './addresses.forms.ts';
import { addressRoutes } from './addresses.routes.ts';

/** The address of an account: confirming and changing it. */
export const addresses = defineFeature({
  name: 'addresses',
  routes: [addressRoutes],
  forms: addressForms,
});
