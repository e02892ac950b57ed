import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { type Cart, finalizeCart, getCart, openCart, updateCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { latestRenderJob } from '../../src/shared/contracts/films.ts';
import { giveText, startEvent, startFreeEvent } from './giving.ts';
import { ledgerOf } from './ledger.ts';
import { newUser, newVisitor, type SignedInUser } from './user.ts';
import { useWholeApp } from './whole-app.ts';

type Named = Pick<Cart, 'id'>;

/** The app without a worker, and carts of one creator there. */
export function useCarts() {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;
  before(async () => {
    creator = await newUser(app().origin);
  });

  async function eventWithClip(isFree = false): Promise<Event> {
    const event = await (isFree ? startFreeEvent : startEvent)(creator);
    await giveText(newVisitor(app().origin), event, 'All the best');
    return event;
  }
  const open = (event: Pick<Event, 'id'>, more = {}) =>
    creator.call(openCart, { body: { eventId: event.id, ...more } });
  const read = ({ id }: Named) => creator.call(getCart, { params: { id } });
  return {
    app,
    creator: () => creator,
    eventWithClip,
    open,
    read,
    change: ({ id }: Named, body: Parameters<typeof creator.call<typeof updateCart>>[1]['body']) =>
      creator.call(updateCart, { params: { id }, body }),
    finalize: ({ id }: Named, acceptedTotal: number) =>
      creator.call(finalizeCart, { params: { id }, body: { acceptedTotal } }),
    pay: (cart: Named) => creator.call(createCheckoutSession, { body: { cartId: cart.id } }),
    render: (event: Event) => creator.call(latestRenderJob, { params: { id: event.id } }),
    sandbox() {
      const running = stripeSandbox();
      if (!running) throw new Error('The payment sandbox is not there');
      return running;
    },
    totalOf: async (cart: Named) => (await read(cart)).totals.total,
    /** What a payment moved on each account. */
    ledgerOf: (paymentId: string) => ledgerOf(app().connection, { paymentId }),
  };
}
