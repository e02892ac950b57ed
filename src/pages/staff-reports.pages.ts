import * as z from 'zod';
import {
  reportsPath,
  StaffReportsPage,
  type StaffReportsPageProps,
  staffReportsHead,
} from '../../views/staff-reports.page.tsx';
import { getReport, listReports } from '../features/support/handle-reports.service.ts';
import { decideReportAction } from '../features/support/support.routes.ts';
import { secondStepOf } from '../features/two-factor/recent-proof.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form } from '../platform/http/forms.ts';
import { REPORT_STATUS } from '../shared/contracts/reports.ts';
import { kindOfKey } from '../shared/keys.ts';
import { deskFrame, deskUser, idIn } from './desk-frame.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/reports';
const SHOWN = 30;

export const staffReportPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('report.handle'), (context) => reportsPage(context, null)),
];

// Access comes before the fields: without them nothing is wrong yet.
const decision = z.object({
  status: z.enum(['confirmed', 'dismissed']).default('dismissed'),
  seen: z.enum(REPORT_STATUS).optional().catch(undefined),
  note: z.string().optional(),
  why: z.string().optional(),
  code: z.string().optional(),
});

/** Deciding on a report without script. */
export function staffReportForms(pages: Pages): Form[] {
  return [
    form(decideReportAction, {
      path: `${LIST}/:id`,
      body: decision,
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body }),
      done: ({ data }) => reportsPath(data.status, data.id),
      async failed(refused) {
        const { viewer, user } = deskUser(refused, 'report.handle');
        const { values, error, req, res } = refused;
        const text = (name: string) => String(values[name] ?? '');
        const query = { show: text('show'), id: idIn(req) };
        const shown = await reportsPage(
          { viewer, user, req, query },
          {
            message: error.fields ? Object.values(error.fields).join(' ') : error.message,
            code: error.fields?.code ?? null,
            note: text('note'),
            why: text('why'),
          },
        );
        await sendPage(pages, req, res, { ...shown, status: error.status });
      },
    }),
  ];
}

type Asked = Pick<PageContext, 'viewer' | 'query' | 'req'> & { user: { id: string } };

async function reportsPage(
  { viewer, query, req, user }: Asked,
  refused: StaffReportsPageProps['refused'],
): Promise<AnyPage> {
  const status = REPORT_STATUS.find((each) => each === query.show) ?? 'open';
  const { id, cursor } = query;
  const [frame, { reports, total, nextCursor }, proof] = await Promise.all([
    deskFrame(viewer),
    listReports({ status, cursor, limit: SHOWN }),
    secondStepOf(req, user.id),
  ]);
  const asked = kindOfKey(id) === 'id' ? await getReport(id ?? '') : null;
  const shown = asked ?? reports[0] ?? null;
  const props: StaffReportsPageProps = {
    frame,
    status,
    reports,
    total,
    nextHref: nextCursor && `${reportsPath(status)}&cursor=${nextCursor}`,
    isLater: cursor !== undefined,
    shown,
    proof,
    refused,
  };
  return page({ view: StaffReportsPage, props, head: staffReportsHead() });
}
