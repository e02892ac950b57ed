import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import { reportEvent } from '../../shared/contracts/reports.ts';
import { atEvent } from '../events/event-rules.access.ts';
import * as reports from './reports.service.ts';

export const reportEventAction = action(reportEvent, {
  access: atEvent('event.report'),
  run: ({ event, role, body, viewer }) => reports.reportEvent({ event, role }, viewer, body.reason),
});

export const supportRoutes: RouteTable = [reportEventAction];
