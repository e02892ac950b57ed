import * as z from 'zod';
import type { BouncedCard } from '../../views/staff/bounced-cards.tsx';
import type { RefusedAct } from '../../views/staff/desk-act.tsx';
import type { DisputeLine } from '../../views/staff/open-disputes.tsx';
import { StaffOrderPage, staffOrderHead } from '../../views/staff-order.page.tsx';
import { type PaymentRow, StaffOrdersPage, staffOrdersHead } from '../../views/staff-orders.page.tsx';
import { type OpenDispute, openDisputes } from '../features/checkout/disputes.service.ts';
import * as acts from '../features/checkout/staff-payments.routes.ts';
import { listPayments, readPayment, searchPayments } from '../features/checkout/staff-payments.service.ts';
import { savedFilters } from '../features/desk/saved-filters.service.ts';
import { titleOf } from '../features/events/event-facts.service.ts';
import { findEvents } from '../features/events/find-events.service.ts';
import { ledgerOf } from '../features/orders/ledger.service.ts';
import { stuckRefunds } from '../features/orders/stuck-refunds.service.ts';
import { type BouncedReward, bouncedRewards } from '../features/presents/bounced-rewards.service.ts';
import { secondStepOf } from '../features/two-factor/recent-proof.service.ts';
import { getUsers } from '../features/users/users.service.ts';
import { staffWho } from '../platform/http/access-rules.ts';
import { type Form, form, type RefusedForm } from '../platform/http/forms.ts';
import { PAYMENT_SHOWS, type StaffPayment } from '../shared/contracts/staff-orders.ts';
import { filterQuery } from '../shared/desk-lists.ts';
import { actForm, deskFrame, deskUser, idIn, refusedAct } from './desk-frame.ts';
import { type PageContext, type PageRoute, pageRoute, sendPage } from './page-route.ts';
import { type AnyPage, type Pages, page } from './render-page.tsx';

const LIST = '/staff/orders';
const ONE = `${LIST}/:id`;
const SHOWN = 50;

export const staffOrderPages: readonly PageRoute[] = [
  pageRoute(LIST, staffWho('order.read'), async ({ viewer, query, user }) => {
    const q = (query.q ?? '').trim().slice(0, 120);
    const show = PAYMENT_SHOWS.find((each) => each === query.show) ?? 'all';
    const { cursor } = query;
    const [frame, saved, listed, found, disputed, stuck, bounced] = await Promise.all([
      deskFrame(viewer),
      savedFilters(user.id, 'orders'),
      q ? null : listPayments({ show, cursor, limit: SHOWN }),
      q ? searchPayments(q) : null,
      openDisputes(),
      stuckRefunds(),
      bouncedRewards(),
    ]);
    const kept = filterQuery({ q, show: show === 'all' ? '' : show });
    const props = {
      frame,
      payments: await toRows(found ?? listed?.payments ?? []),
      disputes: await toDisputeLines(disputed.disputes),
      stuck: stuck.refunds,
      cards: await titledCards(bounced.rewards),
      isSettled: query.done === 'settle',
      total: listed?.total ?? 0,
      q,
      show,
      saved,
      query: kept,
      nextHref: listed?.nextCursor ? `${LIST}?cursor=${encodeURIComponent(listed.nextCursor)}` : null,
      isLater: cursor !== undefined,
    };
    return page({ view: StaffOrdersPage, props, head: staffOrdersHead() });
  }),
  pageRoute(ONE, staffWho('order.read'), (context) => orderPage(context, null)),
];

/** What admins do with a payment, without script. */
export function staffOrderForms(pages: Pages): Form[] {
  const failed = async (refused: RefusedForm) => {
    const { viewer, user } = deskUser(refused, 'order.read');
    const { error, req, res } = refused;
    const shown = await orderPage({ viewer, user, req, params: { id: idIn(req) }, query: {} }, refusedAct(refused));
    await sendPage(pages, req, res, { ...shown, status: error.status });
  };
  const done = ({ params, req }: { params: Record<string, string>; req: RefusedForm['req'] }) =>
    `${LIST}/${params.id}?done=${req.path.split('/').at(-1)}`;
  return [
    form(acts.refundPaymentAction, {
      path: `${ONE}/refund`,
      body: actForm.extend({
        amount: z.string().default(''),
        returned: z.string().default(''),
        note: z.string().default(''),
      }),
      input: ({ params, body: { amount, returned, ...rest } }) => ({
        params: { id: params.id ?? '' },
        body: {
          ...rest,
          amount: Math.round(Number(amount.trim().replace(',', '.') || Number.NaN) * 100),
          ...(returned && { returned: Number(returned) }),
        },
      }),
      done,
      failed,
    }),
    form(acts.resendPaymentAction, {
      path: `${ONE}/resend`,
      body: z.object({ note: z.string().optional() }),
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body }),
      done,
      failed,
    }),
    form(acts.settleStuckRefundAction, {
      path: `${LIST}/refunds/:id/settle`,
      body: z.object({ note: z.string().optional() }),
      input: ({ params, body }) => ({ params: { id: params.id ?? '' }, body }),
      done: () => `${LIST}?done=settle`,
      failed: ({ error }: RefusedForm) => {
        throw error;
      },
    }),
  ];
}

async function toDisputeLines(disputes: readonly OpenDispute[]): Promise<DisputeLine[]> {
  const [events, users] = await Promise.all([
    findEvents(disputes.flatMap(({ eventId }) => eventId ?? [])),
    getUsers(disputes.flatMap(({ userId }) => userId ?? [])),
  ]);
  return disputes.map(({ id, paymentId, eventId, userId, amount, paidAt }) => {
    const line = { id, amount, paidAt };
    if (eventId === null) {
      const title = users.find((user) => user.id === userId)?.email ?? 'An account that is gone';
      return { ...line, of: 'a membership', title, href: `/staff/users/${userId}#membership` };
    }
    const event = events.find((each) => each.id === eventId);
    const title = event ? titleOf(event) : 'A VidDay that is gone';
    if (paymentId !== null) return { ...line, of: 'an order', title, href: `${LIST}/${paymentId}` };
    return { ...line, of: 'a contribution', title, href: `/staff/events/${eventId}` };
  });
}

async function titledCards(cards: readonly BouncedReward[]): Promise<BouncedCard[]> {
  const events = await findEvents(cards.map(({ eventId }) => eventId));
  return cards.map((card) => {
    const event = events.find(({ id }) => id === card.eventId);
    return { ...card, title: event ? titleOf(event) : 'A VidDay that is gone' };
  });
}

type Asked = Pick<PageContext, 'viewer' | 'query' | 'req' | 'params'> & { user: { id: string } };

async function orderPage({ viewer, user, req, params, query }: Asked, refused: RefusedAct | null): Promise<AnyPage> {
  const payment = await readPayment(params.id ?? '');
  const [frame, proof, ledger, [row]] = await Promise.all([
    deskFrame(viewer),
    secondStepOf(req, user.id),
    ledgerOf(payment.eventId),
    toRows([payment]),
  ]);
  const { title = '', buyer = '' } = row ?? {};
  const props = { frame, payment: { ...payment, title, buyer }, ledger, proof, refused, done: query.done ?? null };
  return page({ view: StaffOrderPage, props, head: staffOrderHead() });
}

async function toRows(payments: readonly StaffPayment[]): Promise<PaymentRow[]> {
  const [events, users] = await Promise.all([
    findEvents(payments.map(({ eventId }) => eventId)),
    getUsers(payments.map(({ userId }) => userId)),
  ]);
  return payments.map((payment) => {
    const event = events.find(({ id }) => id === payment.eventId);
    const buyer = users.find(({ id }) => id === payment.userId)?.email ?? 'An account that is gone';
    return { ...payment, title: event ? titleOf(event) : 'A VidDay that is gone', buyer };
  });
}
