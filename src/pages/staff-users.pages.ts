import * as z from 'zod';
import type { RefusedAct } from '../../views/staff/desk-act.tsx';
import { StaffUserPage, staffUserHead } from '../../views/staff-user.page.tsx';
import { StaffUsersPage, staffUsersHead } from '../../views/staff-users.page.tsx';
import { listActs } from '../features/desk/acts.service.ts';
import { savedFilters } from '../features/desk/saved-filters.service.ts';
import * as acts from '../features/desk/staff-users.routes.ts';
import { titleOf } from '../features/events/event-facts.service.ts';
import { latestEventsOf } from '../features/events/list-events.service.ts';
import { impersonate } from '../features/impersonation/impersonation.service.ts';
import { staffMembership } from '../features/membership/refund-membership.service.ts';
import { refundMembershipAction } from '../features/membership/staff-membership.routes.ts';
import { listSignIns } from '../features/sessions/sign-ins.service.ts';
import { recentSecondStep, secondStepOf } from '../features/two-factor/recent-proof.service.ts';
import { getStaffUser, listUsers, searchUsers } from '../features/users/find-users.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, ownForm, type RefusedForm } from '../platform/http/forms.ts';
import { objectId, text } from '../shared/contracts/common.ts';
import { MEMBERSHIP_OUTCOMES } from '../shared/contracts/staff-membership.ts';
import { USER_SHOWS } from '../shared/contracts/staff-users.ts';
import { filterQuery } from '../shared/desk-lists.ts';
import { dollarsToCents } from '../shared/forms/dollars.ts';
import { actForm, deskFrame, deskUser, idIn, refusedAct } from './desk-frame.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/users';
const ONE = `${LIST}/:id`;
const SHOWN = 50;
const ACTS = 30;

export const staffUserPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('user.read'), async ({ viewer, query, user }) => {
    const q = (query.q ?? '').trim().slice(0, 100);
    const show = USER_SHOWS.find((each) => each === query.show) ?? 'all';
    const { cursor } = query;
    const [frame, saved, listed, found] = await Promise.all([
      deskFrame(viewer),
      savedFilters(user.id, 'users'),
      q ? null : listUsers({ show, cursor, limit: SHOWN }),
      q ? searchUsers(q) : null,
    ]);
    const kept = filterQuery({ q, show: show === 'all' ? '' : show });
    const props = {
      frame,
      users: found ?? listed?.users ?? [],
      total: listed?.total ?? 0,
      q,
      show,
      saved,
      query: kept,
      nextHref: listed?.nextCursor ? `${LIST}?${filterQuery({ show })}&cursor=${listed.nextCursor}` : null,
      isLater: cursor !== undefined,
    };
    return page({ view: StaffUsersPage, props, head: staffUsersHead() });
  }),
  pageRoute(ONE, staffWho('user.read'), (context) => userPage(context, null)),
];

/** What admins do with an account, without script. */
export function staffUserForms(pages: Pages): Form[] {
  const failed = async (refused: RefusedForm) => {
    const { viewer, user } = deskUser(refused, 'user.read');
    const { error, req, res } = refused;
    const params = { id: idIn(req) };
    const shown = await userPage({ viewer, user, req, params, query: {} }, refusedAct(refused));
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  const done = ({ params, req }: { params: Record<string, string>; req: RefusedForm['req'] }) =>
    `${LIST}/${params.id}?done=${req.path.split('/').at(-1)}`;
  const input = ({ params, body }: { params: Record<string, string>; body: object }) => ({
    params: { id: params.id ?? '' },
    body: body as never,
  });
  return [
    form(acts.changeUserRoleAction, {
      path: `${ONE}/role`,
      body: actForm.extend({ role: z.enum(['user', 'editor', 'admin']).catch('user') }),
      input,
      done,
      failed,
    }),
    form(acts.suspendUserAction, {
      path: `${ONE}/suspend`,
      body: actForm.extend({ why: z.string().optional() }),
      input,
      done,
      failed,
    }),
    form(acts.liftUserAction, { path: `${ONE}/lift`, body: actForm.omit({ code: true }), input, done, failed }),
    form(refundMembershipAction, {
      path: `${ONE}/membership-refund`,
      body: actForm.extend({
        invoiceId: z.string().default(''),
        amount: z.string().default(''),
        /** Of each payment on the page: `in_1=400&in_2=0`. */
        returned: z.string().default(''),
        outcome: z.enum(MEMBERSHIP_OUTCOMES).catch('keep'),
        note: z.string().default(''),
      }),
      input: ({ params, body: { amount, returned, ...rest } }) => {
        const seen = new URLSearchParams(returned).get(rest.invoiceId);
        return {
          params: { id: params.id ?? '' },
          body: {
            ...rest,
            ...(amount && { amount: dollarsToCents(amount) ?? 0 }),
            ...(seen && { returned: Number(seen) }),
          },
        };
      },
      done,
      failed,
    }),
    form(acts.signOutUserAction, { path: `${ONE}/sign-out`, body: actForm, input, done, failed }),
    ownForm({
      path: `${ONE}/impersonate`,
      access: staffWho('user.impersonate'),
      requires: [recentSecondStep],
      body: z.object({
        note: text(500).pipe(z.string().min(1, 'Please say why: it’s kept in the log.')),
        code: z.string().optional(),
      }),
      async run({ params, body, user, req }) {
        await impersonate(req, user, objectId.parse(params.id), body.note);
        return '/dashboard';
      },
      failed,
    }),
  ];
}

type Asked = Pick<PageContext, 'viewer' | 'query' | 'req' | 'params'> & { user: { id: string } };

async function userPage(
  { viewer, user: staff, req, params, query }: Asked,
  refused: RefusedAct | null,
): Promise<AnyPage> {
  const id = params.id ?? '';
  const user = await getStaffUser(id);
  const [frame, proof, signIns, events, { acts: lines }, membership] = await Promise.all([
    deskFrame(viewer),
    secondStepOf(req, staff.id),
    listSignIns(id, undefined),
    latestEventsOf(id),
    listActs({ subjectId: id, limit: ACTS }),
    staffMembership(id),
  ]);
  const props = {
    frame,
    user,
    signIns: signIns.length,
    events: events.map((event) => ({ id: event.id, title: titleOf(event), status: event.status })),
    acts: lines,
    membership,
    proof,
    refused,
    done: query.done ?? null,
    isSelf: id === staff.id,
  };
  return page({ view: StaffUserPage, props, head: staffUserHead() });
}
