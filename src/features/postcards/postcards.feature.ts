import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { eventPurged } from '../events/domain-events.ts';
import { clipRemoved } from '../media/domain-events.ts';
import { orderSettled } from '../orders/domain-events.ts';
import { cardArt } from '../parcels/card-art.parts.ts';
import { parcelMoved } from '../parcels/domain-events.ts';
import { postSettledCards, rescueCards } from './checkout-postcard.service.ts';
import { sidesOf } from './draw-postcard.service.ts';
import { followParcel } from './follow-parcel.ts';
import { exportPostcards, forgetClip, forgetPostcards, purgePostcards } from './postcard-data.ts';
import { postcardFilesRouter } from './postcard-files.router.ts';
import { postcardRoutes } from './postcards.routes.ts';

/** Postcards with a QR code that opens the film. */
export const postcards = defineFeature({
  name: 'postcards',
  routes: [postcardRoutes],
  routers: (deps) => [postcardFilesRouter(deps)],
  accountData: {
    fields: {
      'postcards.to.name': byAccount('postcards'),
      'postcards.to.phone': byAccount('postcards'),
    },
    export: { postcards: exportPostcards },
    purge: ({ userId }) => forgetPostcards(userId),
  },
  rescue: [() => rescueCards()],
  provides: () => [cardArt.is({ sidesOf })],
  onEvent: [
    orderSettled.does(postSettledCards),
    parcelMoved.does(followParcel),
    eventPurged.does(({ eventId }) => purgePostcards(eventId)),
    clipRemoved.does(forgetClip),
  ],
});
