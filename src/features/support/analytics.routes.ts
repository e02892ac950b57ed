import { type RouteTable, route } from '../../platform/http/route.ts';
import { sendAnalyticsEvent } from '../../shared/contracts/analytics.ts';
import { countEvent } from './analytics.service.ts';

export const analyticsRoutes: RouteTable = [
  route(sendAnalyticsEvent, ({ body, req, viewer }) =>
    countEvent(body, { dnt: req.get('dnt'), gpc: req.get('sec-gpc') }, viewer.ip),
  ),
];
