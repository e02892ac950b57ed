import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { eventPurged } from '../events/domain-events.ts';
import { clipRemoved } from '../media/domain-events.ts';
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
  onEvent: [eventPurged.does(({ eventId }) => purgePostcards(eventId)), clipRemoved.does(forgetClip)],
});
