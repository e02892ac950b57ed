import { type RouteTable, route, withBeside } from '../../../platform/http/route.ts';
import * as contracts from '../../../shared/contracts/audit.ts';
import { listAudit } from './audit.service.ts';

export const auditRoutes: RouteTable = [
  route(contracts.listAudit, async ({ query }) => {
    const { lines, total, nextCursor } = await listAudit(query);
    return withBeside(lines, { meta: { total, nextCursor } });
  }),
];
