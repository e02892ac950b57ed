import { anyone } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { sendAnalyticsEvent } from '../../shared/contracts/analytics.ts';
import { countEvent } from './analytics.service.ts';

export const analyticsRoutes: RouteTable = [
  action(sendAnalyticsEvent, {
    access: anyone,
    run: ({ body, req, viewer }) => countEvent(body, { dnt: req.get('dnt'), gpc: req.get('sec-gpc') }, viewer.ip),
  }),
];
