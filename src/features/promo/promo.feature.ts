import { defineFeature } from '../../platform/manifest/feature.ts';
import { acceptedClips } from './promo.parts.ts';
import { promoRoutes } from './promo.routes.ts';
import { codesOf, forgetOwner } from './promo-codes.service.ts';

/** Promo codes: by staff, and earned with a clip. */
export const promo = defineFeature({
  name: 'promo',
  routes: [promoRoutes],
  accountData: { export: { promoCodes: codesOf }, purge: ({ userId }) => forgetOwner(userId) },
  needs: [acceptedClips],
});
