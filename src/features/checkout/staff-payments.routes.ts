import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/staff-orders.ts';
import { ledgerOf } from '../orders/ledger.service.ts';
import { stuckRefunds } from '../orders/stuck-refunds.service.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import * as payments from './staff-payments.service.ts';

export const refundPaymentAction = action(contracts.refundPayment, {
  access: staffWho('order.refund'),
  requires: [recentSecondStep],
  run: ({ params, body: { amount, returned, note }, user, viewer: { ip } }) =>
    payments.refund(params.id, { amount, seen: returned }, { id: user.id, ip, note }),
});

export const resendPaymentAction = action(contracts.resendPayment, {
  access: staffWho('order.refund'),
  run: ({ params, body: { note }, user, viewer: { ip } }) => payments.resend(params.id, { id: user.id, ip, note }),
});

export const settleStuckRefundAction = action(contracts.settleStuckRefund, {
  access: staffWho('order.refund'),
  run: ({ params, body: { note }, user, viewer: { ip } }) => payments.settleStuck(params.id, { id: user.id, ip, note }),
});

export const staffPaymentRoutes: RouteTable = [
  action(contracts.listStaffPayments, {
    access: staffWho('order.read'),
    async run({ query }) {
      if (query.q) {
        const found = await payments.searchPayments(query.q);
        return withBeside(found, { meta: { total: found.length, nextCursor: null } });
      }
      const { payments: shown, total, nextCursor } = await payments.listPayments(query);
      return withBeside(shown, { meta: { total, nextCursor } });
    },
  }),
  action(contracts.getStaffPayment, {
    access: staffWho('order.read'),
    async run({ params }) {
      const payment = await payments.readPayment(params.id);
      return { ...payment, ledger: await ledgerOf(payment.eventId) };
    },
  }),
  action(contracts.listStuckRefunds, {
    access: staffWho('order.read'),
    async run() {
      const { count, refunds } = await stuckRefunds();
      return withBeside(refunds, { meta: { total: count, nextCursor: null } });
    },
  }),
  refundPaymentAction,
  resendPaymentAction,
  settleStuckRefundAction,
];
