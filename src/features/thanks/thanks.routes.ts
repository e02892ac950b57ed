import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/thanks.ts';
import { atEvent } from '../events/event-rules.access.ts';
import * as thanks from './thanks.service.ts';

export const thanksRoutes: RouteTable = [
  action(contracts.sendThanks, {
    access: atEvent('thanks.send'),
    run: ({ event, role, body }) => thanks.sendThanks({ event, role }, body),
  }),
  action(contracts.listThanks, {
    access: atEvent('thanks.read'),
    run: ({ event, role }) => thanks.listThanks({ event, role }),
  }),
  action(contracts.takeBackThanks, {
    access: atEvent('thanks.send'),
    run: ({ event, role, params }) => thanks.takeBackThanks({ event, role }, params.thanksId),
  }),
];
