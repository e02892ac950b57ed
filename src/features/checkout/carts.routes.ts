import { AppError } from '../../platform/errors.ts';
import { type AccessRule, signedInUser } from '../../platform/http/access-rules.ts';
import { action } from '../../platform/http/action.ts';
import { type RouteTable, withBeside } from '../../platform/http/route.ts';
import * as contracts from '../../shared/contracts/carts.ts';
import type { Viewer, ViewerUser } from '../../shared/viewer.ts';
import { atEvent, atEventOf, withAccount } from '../events/event-rules.access.ts';
import { promoCodes } from '../orders/orders.parts.ts';
import { inPerson } from '../users/own-account.service.ts';
import * as carts from './carts.ts';
import { finalizeCart } from './finalize-cart.service.ts';

interface ById {
  params: { id: string };
  viewer: Viewer;
}

/** A cart of the signed-in user, with its event. */
const ownCart: AccessRule<'signed-in', ById, { user: ViewerUser } & carts.OwnCart> = {
  word: 'signed-in',
  admit: ({ viewer }) => void signedInUser.load({ viewer }),
  async load({ params, viewer }) {
    const { user } = await signedInUser.load({ viewer });
    return { user, ...(await carts.ownCart(params.id, user.id)) };
  },
};

const ofBody = ({ body }: { body: { eventId: string }; viewer: Viewer }) => body.eventId;

/** The answer tells whether a code is good, so codes in carts count like those that are checked. */
async function countCode(code: string | null | undefined, before: string | null, { user, ip }: Viewer): Promise<void> {
  if (code && code !== before) await promoCodes().countTry({ userId: user?.id ?? '', ip });
}

export const openCartAction = action(contracts.openCart, {
  access: withAccount(atEventOf('event.pay', ofBody), 'Please create an account or log in before paying.'),
  requires: [inPerson],
  async run({ event, user, viewer, body: { eventId, ...change } }) {
    await countCode(change.promoCode, null, viewer);
    return carts.openCart(event, user, change);
  },
});

export const updateCartAction = action(contracts.updateCart, {
  access: ownCart,
  requires: [inPerson],
  async run({ cart, event, viewer, body: { status, ...change } }) {
    if (status !== undefined && status !== 'open' && status !== cart.status) {
      throw new AppError('NOT_ALLOWED', { message: 'The status of an order can’t be set.' });
    }
    await countCode(change.promoCode, cart.promoCode, viewer);
    return carts.changeCart({ cart, event }, change);
  },
});

export const finalizeCartAction = action(contracts.finalizeCart, {
  access: ownCart,
  requires: [inPerson],
  async run({ cart, event, body }) {
    const { cart: finalized, renderJob } = await finalizeCart({ cart, event }, body.acceptedTotal);
    return withBeside(finalized, { meta: { renderJob } });
  },
});

export const cartRoutes: RouteTable = [
  openCartAction,
  updateCartAction,
  finalizeCartAction,
  action(contracts.getCart, { access: ownCart, run: ({ cart, event }) => carts.showCart({ cart, event }) }),
  action(contracts.listAvailableProducts, {
    access: atEvent('event.pay'),
    run: ({ event }) => carts.availableProducts(event),
  }),
];
