import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/refunds.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { refundPayment } from './refund-payment.service.ts';

export const refundRoutes: RouteTable = [
  action(contracts.refundPayment, {
    access: staffWho('order.refund'),
    requires: [recentSecondStep],
    run: ({ params, body, user, viewer: { ip } }) => refundPayment(params.id, body, { id: user.id, ip }),
  }),
];
