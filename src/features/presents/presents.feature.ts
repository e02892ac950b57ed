import {
  giftCardSandbox,
  loadEcologiSandbox,
  loadTremendousSandbox,
  treeSandbox,
} from '../../integrations/sandboxes.ts';
import { defineFeature } from '../../platform/manifest/feature.ts';
import { byAddress, exempt } from '../../platform/manifest/personal-data.ts';
import { handles } from '../../platform/queue/handled-jobs.ts';
import { eventPurged } from '../events/domain-events.ts';
import { eventPools } from '../events/events.parts.ts';
import { orderSettled } from '../orders/domain-events.ts';
import { payments } from '../orders/payments.parts.ts';
import { cardWebhookRouter, TREMENDOUS_PATH } from './card-webhook.router.ts';
import { certificateRouter } from './certificate.router.ts';
import { rescueContributions } from './contribution-payments.service.ts';
import { countEarlierTrees } from './count-trees.ts';
import { rescueMailed } from './follow-mail.ts';
import { rescueReturns, returnDuePools } from './give-back-pool.ts';
import { presentJobs } from './job-types.ts';
import { rescueOffered } from './order-reward.ts';
import { plant, plantFromOrder, rescueTrees } from './plant-trees.ts';
import { exportPresents, forgetGiver, purgePresents } from './present-data.ts';
import { giftCards, treePlanting } from './presents.parts.ts';
import { presentRoutes } from './presents.routes.ts';
import { startPresents } from './start-presents.ts';
import { rescueOrdered } from './submit-reward.ts';
import { holdsGift } from './view-pool.service.ts';

/** Money and trees from everybody, beside the film. */
export const presents = defineFeature({
  name: 'presents',
  routes: [presentRoutes],
  routers: (deps) => [certificateRouter(deps), cardWebhookRouter()],
  jobs: handles(presentJobs, { plant: { run: plant } }),
  migrations: [countEarlierTrees],
  rescue: [rescueContributions, rescueOffered, rescueOrdered, rescueMailed, rescueReturns, rescueTrees],
  cleanUp: [() => returnDuePools()],
  onEvent: [orderSettled.does(plantFromOrder), eventPurged.does(({ eventId }) => purgePresents(eventId))],
  accountData: {
    fields: {
      'contributions.email': byAddress('presents'),
      'contributions.name': exempt('Of a payment, which the law wants kept as it was.'),
      'rewards.email': byAddress('presents'),
      'rewards.name': exempt('A first name that the event holds, too.'),
    },
    addresses: { presents: { export: exportPresents, forget: forgetGiver } },
  },
  loads: async (config) => Promise.all([loadTremendousSandbox(config), loadEcologiSandbox(config)]),
  needs: [payments, giftCards, treePlanting, giftCardSandbox, treeSandbox],
  provides: async ({ config, web }) => [
    eventPools.is({ holdsGift }),
    ...(await startPresents(config, () => web?.ownUrl(TREMENDOUS_PATH) ?? config.appOrigin + TREMENDOUS_PATH)),
  ],
});
