import { type RouteTable, route } from '../../platform/http/route.ts';
import { reportEvent } from '../../shared/contracts/reports.ts';
import * as reports from './reports.service.ts';

export const supportRoutes: RouteTable = [
  route(reportEvent, ({ params, body, viewer }) => reports.reportEvent(params.id, viewer, body.reason)),
];
