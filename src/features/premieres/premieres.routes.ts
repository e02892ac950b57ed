import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/premieres.ts';
import { atEvent } from '../events/event-rules.access.ts';
import { directPremiere, planPremiere, viewPremiere } from './premieres.service.ts';

export const planPremiereAction = action(contracts.planPremiere, {
  access: atEvent('premiere.host'),
  run: ({ event, body }) => planPremiere({ event }, new Date(body.startsAt)),
});

export const premiereRoutes: RouteTable = [
  planPremiereAction,
  action(contracts.directPremiere, {
    access: atEvent('premiere.host'),
    run: ({ event, body }) => directPremiere({ event }, body),
  }),
  action(contracts.getPremiere, {
    access: atEvent('premiere.join'),
    run: ({ event }) => viewPremiere({ event }),
  }),
];
