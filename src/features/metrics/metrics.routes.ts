import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/metrics.ts';
import { may } from '../../shared/permissions.ts';
import { siteRoles } from '../../shared/roles.ts';
import { readMetrics } from './metrics.service.ts';

export const metricsRoutes: RouteTable = [
  action(contracts.readMetrics, {
    access: staffWho('metrics.read'),
    run: ({ query, user }) => readMetrics(query.range, may(siteRoles(user), 'order.read')),
  }),
];
