import { loadWorkshop, workshop } from '../../integrations/sandboxes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAccount } from '../../platform/manifest/personal-data.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventPurged } from '../events/domain-events.ts';
import { moneyReturned, orderSettled } from '../orders/domain-events.ts';
import { cardArt } from './card-art.parts.ts';
import { parcelJobs } from './job-types.ts';
import { makerWebhooks } from './maker-webhooks.ts';
import { makers } from './makers.parts.ts';
import { moveParcelsAlong } from './move-along.ts';
import { exportParcels, forgetParcels, purgeParcels, stopReturned } from './parcel-data.ts';
import { removeOldFiles, resolveParcelFile } from './parcel-files.ts';
import { parcelRoutes } from './parcels.routes.ts';
import { orderSettledThings } from './parcels.service.ts';
import { refundWork } from './refund-parcel.ts';
import { startMakers } from './start-makers.ts';
import { submitWork } from './submit-parcel.ts';
import { lookWork } from './track-parcel.ts';

/** Things that are made and posted: DVDs, USB sticks, video books, and postcards. */
export const parcels = defineFeature({
  name: 'parcels',
  routes: [parcelRoutes],
  routers: () => [makerWebhooks()],
  files: { parcel: resolveParcelFile },
  jobs: handles(parcelJobs, { submit: submitWork, look: lookWork, refund: refundWork }),
  rescue: [() => moveParcelsAlong()],
  cleanUp: [removeOldFiles],
  accountData: {
    fields: {
      'parcels.shipTo.name': byAccount('parcels'),
      'parcels.shipTo.phone': byAccount('parcels'),
    },
    export: { parcels: exportParcels },
    purge: ({ userId }) => forgetParcels(userId),
  },
  onEvent: [
    orderSettled.does(orderSettledThings),
    moneyReturned.does(stopReturned),
    eventPurged.does(({ eventId }) => purgeParcels(eventId)),
  ],
  loads: loadWorkshop,
  needs: [makers, workshop, cardArt],
  provides: ({ config, web }) => startMakers(config, (path) => web?.ownUrl(path) ?? config.appOrigin + path),
});
