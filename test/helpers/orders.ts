import { Types } from 'mongoose';
import { platform } from '../../src/platform/platform.ts';
import { type Cart, openCart, updateCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { createDiscOrder, listOrders, type Order } from '../../src/shared/contracts/orders.ts';
import { finishedFilm } from './finished-film.ts';
import { startFreeEvent } from './giving.ts';
import { ledgerOf } from './ledger.ts';
import { PORTLAND, payAt, theWorkshop } from './parcels.ts';
import { twoColours } from './photo-clip.ts';
import { newUser, type SignedInUser } from './user.ts';
import type { WholeApp } from './whole-app.ts';

type Addons = { id: 'dvd' | 'usb' | 'book' | 'tree'; quantity: number }[];

/** Ada, who buys things for a film; for each test a VidDay of its own that has one. */
export function useOrders(app: () => WholeApp) {
  let ada: SignedInUser;
  let event: Event;
  let filmId: string;

  before(async () => {
    ada = await newUser(app().origin);
  });
  beforeEach(async () => {
    event = await startFreeEvent(ada);
    filmId = await finishedFilm(app().connection, event);
    const film = await app()
      .connection.collection('publishedmedia')
      .findOne({ _id: new Types.ObjectId(filmId) });
    await platform().store.write(film?.posterKey, await twoColours(640, 360));
  });

  const open = (addons: Addons) => ada.call(openCart, { body: { eventId: event.id, addons } });
  const list = () => ada.call(listOrders, { query: { eventId: event.id } });
  return {
    ada: () => ada,
    event: () => event,
    filmId: () => filmId,
    open,
    /** Pays for them. */
    async buy(addons: Addons, more: Parameters<typeof ada.call<typeof updateCart>>[1]['body'] = {}) {
      const cart = await open(addons);
      await ada.call(updateCart, { params: { id: cart.id }, body: more });
      const { id } = await ada.call(createCheckoutSession, { body: { cartId: cart.id } });
      await payAt(id);
      return { cart, paymentId: id };
    },
    orderDisc: ({ id }: Pick<Cart, 'id'>, more: object = {}, who = ada) =>
      who.call(createDiscOrder, { body: { cartId: id, product: 'dvd', quantity: 1, shipTo: PORTLAND, ...more } }),
    list,
    one: async ({ id }: Pick<Order, 'id'>) => (await list()).find((each) => each.id === id),
    /** What the workshop has of an order. */
    made: async ({ id }: Pick<Order, 'id'>) => (await theWorkshop().list(100)).filter(({ key }) => key === id),
    /** Of a payment, at an account of the ledger, in cents. */
    sumOf: async (paymentId: string, account: string) =>
      (await ledgerOf(app().connection, { paymentId }))[account] ?? 0,
  };
}
