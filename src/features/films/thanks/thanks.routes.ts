import { type RouteTable, route } from '../../../platform/http/route.ts';
import { listThanks, sendThanks, takeBackThanks } from '../../../shared/contracts/thanks.ts';
import * as thanks from './thanks.service.ts';

export const thanksRoutes: RouteTable = [
  route(sendThanks, ({ params, body, viewer }) => thanks.sendThanks(params.id, body, viewer)),
  route(listThanks, ({ params, viewer }) => thanks.listThanks(params.id, viewer)),
  route(takeBackThanks, ({ params, viewer }) => thanks.takeBackThanks(params.id, params.thanksId, viewer)),
];
