import { staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/staff-membership.ts';
import { recentSecondStep } from '../two-factor/recent-proof.service.ts';
import { refundMembership, staffMembership } from './refund-membership.service.ts';

export const refundMembershipAction = action(contracts.refundMembership, {
  access: staffWho('order.refund'),
  requires: [recentSecondStep],
  run: ({ params, body, user, viewer: { ip } }) => refundMembership(params.id, body, { id: user.id, ip }),
});

export const staffMembershipRoutes: RouteTable = [
  action(contracts.getStaffMembership, {
    access: staffWho('order.read'),
    run: ({ params }) => staffMembership(params.id),
  }),
  refundMembershipAction,
];
