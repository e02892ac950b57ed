import { StaffMetricsPage, staffMetricsHead } from '../../views/staff-metrics.page.tsx';
import { readMetrics } from '../features/metrics/metrics.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { RANGES } from '../shared/figures.ts';
import { isKeyOf } from '../shared/known-values.ts';
import { may } from '../shared/permissions.ts';
import { siteRoles } from '../shared/roles.ts';
import { deskFrame } from './desk-frame.ts';
import { type PageRoute, pageRoute } from './page-route.ts';
import { page } from './render-page.tsx';

export const staffMetricsPages: readonly PageRoute[] = [
  pageRoute('/staff/metrics', staffWho('metrics.read'), async ({ viewer, user, query: { range = '' } }) => {
    const [frame, metrics] = await Promise.all([
      deskFrame(viewer),
      readMetrics(isKeyOf(RANGES, range) ? range : 'month', may(siteRoles(user), 'order.read')),
    ]);
    return page({ view: StaffMetricsPage, props: { frame, metrics }, head: staffMetricsHead() });
  }),
];
