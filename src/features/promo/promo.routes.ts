import { signedInUser, staffWho } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import type { RouteTable } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/promo.ts';
import { ownAccountOrAdmin } from '../users/own-account.service.ts';
import { checkCode, codesOf, createCode, endCode, staffCodes } from './promo-codes.service.ts';

export const createPromoAction = action(contracts.createPromoCode, {
  access: staffWho('promo.edit'),
  run: ({ body, user }) => createCode(body, user.id),
});

export const endPromoAction = action(contracts.endPromoCode, {
  access: staffWho('promo.edit'),
  run: ({ params, user }) => endCode(params.code, user.id),
});

export const promoRoutes: RouteTable = [
  action(contracts.checkPromoCode, {
    access: signedInUser,
    run: ({ params, query, viewer, user }) => checkCode({ code: params.code, eventId: query.eventId }, viewer, user.id),
  }),
  action(contracts.listUserPromoCodes, { access: ownAccountOrAdmin, run: ({ params }) => codesOf(params.id) }),
  action(contracts.listPromoCodes, { access: staffWho('promo.edit'), run: () => staffCodes() }),
  createPromoAction,
  endPromoAction,
];
