import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/reports.ts';
import { atEvent } from '../events/event-rules.access.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { decideReport, listReports } from './handle-reports.service.ts';
import * as reports from './reports.service.ts';

export const reportEventAction = action(contracts.reportEvent, {
  access: atEvent('event.report'),
  run: ({ event, role, body, viewer }) => reports.reportEvent({ event, role }, viewer, body),
});

export const decideReportAction = action(contracts.decideReport, {
  access: staffWho('report.handle'),
  requires: [
    ({ req, user, body }) => (body.status === 'confirmed' ? recentSecondStep({ req, user, body }) : undefined),
  ],
  run: ({ params, body, user, viewer }) => decideReport(params.id, { id: user.id, ip: viewer.ip }, body),
});

export const supportRoutes: RouteTable = [
  reportEventAction,
  action(contracts.listReports, {
    access: staffWho('report.handle'),
    async run({ query }) {
      const { reports: found, total, nextCursor } = await listReports(query);
      return withBeside(found, { meta: { total, nextCursor } });
    },
  }),
  decideReportAction,
];
