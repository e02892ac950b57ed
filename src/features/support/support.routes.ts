import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { reportEvent } from '../../shared/contracts/reports.ts';
import { eventViewer } from '../events/event-rules.access.ts';
import * as reports from './reports.service.ts';

export const reportEventAction = action(reportEvent, {
  access: eventViewer,
  run: ({ event, role, isMaker, body, viewer }) => reports.reportEvent({ event, role, isMaker }, viewer, body.reason),
});

export const supportRoutes: RouteTable = [reportEventAction];
