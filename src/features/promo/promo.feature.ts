import { defineFeature } from '../../platform/manifest/feature.ts';
import { discountOf } from '../../shared/promo.ts';
import { promoCodes } from '../orders/orders.parts.ts';
import { acceptedClips } from './promo.parts.ts';
import { promoRoutes } from './promo.routes.ts';
import { offerFor } from './promo.service.ts';
import { codesOf, countTry, forgetOwner } from './promo-codes.service.ts';
import { countUse, giveBack, holdUse, releaseUse } from './promo-uses.ts';

/** Promo codes: by staff, and earned with a clip. */
export const promo = defineFeature({
  name: 'promo',
  routes: [promoRoutes],
  accountData: { export: { promoCodes: codesOf }, purge: ({ userId }) => forgetOwner(userId) },
  needs: [acceptedClips],
  provides: () => [
    promoCodes.is({ offerFor: askedOffer, countTry, discountOf, holdUse, releaseUse, countUse, giveBack }),
  ],
});

async function askedOffer(asked: Parameters<typeof offerFor>[0]) {
  const offer = await offerFor(asked);
  return offer.valid ? { ...offer, packages: [...offer.packages] } : offer;
}
