import { defineFeature } from '../../platform/manifest/feature.ts';
import { addressForms } from './addresses.forms.ts';
import { addressRoutes } from './addresses.routes.ts';

/** Whose an account’s address is: confirming it and changing it. */
export const addresses = defineFeature({
  name: 'addresses',
  routes: [addressRoutes],
  forms: addressForms,
});
