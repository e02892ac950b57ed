import { signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/orders.ts';
import { atEvent } from '../events/event-rules.access.ts';
import { inPerson } from '../users/own-account.service.ts';
import { mendAddress } from './mend-address.ts';
import { cancelParcel, listOrdersOf, ordersAt, orderThing } from './parcels.service.ts';

export const createDiscOrderAction = action(contracts.createDiscOrder, {
  access: signedInUser,
  requires: [inPerson],
  run: ({ body, user }) => orderThing(body, user.id),
});

export const createBookOrderAction = action(contracts.createBookOrder, {
  access: signedInUser,
  requires: [inPerson],
  run: ({ body, user }) => orderThing(body, user.id),
});

export const cancelOrderAction = action(contracts.cancelOrder, {
  access: signedInUser,
  requires: [inPerson],
  run: ({ params, user }) => cancelParcel(params.id, user.id),
});

export const mendOrderAction = action(contracts.mendOrder, {
  access: signedInUser,
  requires: [inPerson],
  run: ({ params, body, user }) => mendAddress(params.id, body.shipTo, user.id),
});

export const parcelRoutes: RouteTable = [
  createDiscOrderAction,
  createBookOrderAction,
  action(contracts.listOrders, {
    access: signedInUser,
    async run({ query, user }) {
      const { orders, total, nextCursor } = await listOrdersOf(user.id, query);
      return withBeside(orders, { meta: { total, nextCursor } });
    },
  }),
  action(contracts.listEventOrders, {
    access: atEvent('parcel.read'),
    async run({ event }) {
      const orders = await ordersAt(event.id);
      return withBeside(orders, { meta: { total: orders.length, nextCursor: null } });
    },
  }),
  mendOrderAction,
  cancelOrderAction,
];
