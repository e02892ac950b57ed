import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/audit.ts';
import { listAudit } from './audit.service.ts';

export const auditRoutes: RouteTable = [
  action(contracts.listAudit, {
    access: staffWho('audit.read'),
    async run({ query }) {
      const { lines, total, nextCursor } = await listAudit(query);
      return withBeside(lines, { meta: { total, nextCursor } });
    },
  }),
];
