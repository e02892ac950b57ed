import type { Event } from '../../src/shared/contracts/events.ts';
import { listOrders, type Order } from '../../src/shared/contracts/orders.ts';
import {
  checkoutPostcard,
  createPostcard,
  getPostcard,
  type Postcard,
  type PostcardDraft,
} from '../../src/shared/contracts/postcards.ts';
import { finishedFilm } from './finished-film.ts';
import { startFreeEvent } from './giving.ts';
import { ledgerOf } from './ledger.ts';
import { PORTLAND, payAt, storedParcel } from './parcels.ts';
import { photoClip, twoColours } from './photo-clip.ts';
import { newUser, type SignedInUser } from './user.ts';
import type { WholeApp } from './whole-app.ts';

type Named = Pick<Postcard, 'id'>;

/** Ada, who posts cards at a VidDay with a finished film, the same for all tests of a suite. */
export function usePostedCards(app: () => WholeApp) {
  let ada: SignedInUser;
  let event: Event;
  let mediaId: string;

  before(async () => {
    ada = await newUser(app().origin);
    event = await startFreeEvent(ada);
    await finishedFilm(app().connection, event);
    mediaId = (await photoClip(app(), event, await twoColours(300, 200))).id;
  });

  /** A whole card to Portland. */
  const write = (more: PostcardDraft = {}) =>
    ada.call(createPostcard, {
      body: { eventId: event.id, front: { mediaId }, message: 'Sit down first.', to: PORTLAND, ...more },
    });
  const checkout = ({ id }: Named, who = ada) => who.call(checkoutPostcard, { params: { id } });
  const orderOf = async ({ id }: Named): Promise<Order> => {
    const orders = await ada.call(listOrders, { query: { eventId: event.id } });
    for (const order of orders) if (String((await storedParcel(order)).postcardId) === id) return order;
    throw new Error('The card has no order');
  };

  return {
    ada: () => ada,
    event: () => event,
    write,
    checkout,
    orderOf,
    read: ({ id }: Named) => ada.call(getPostcard, { params: { id } }),
    ledgerOf: (paymentId: string) => ledgerOf(app().connection, { paymentId }),
    /** A card that is paid for. */
    async posted(more: PostcardDraft = {}) {
      const card = await write(more);
      const { id } = await checkout(card);
      await payAt(id);
      return { card, paymentId: id, order: await orderOf(card) };
    },
  };
}
