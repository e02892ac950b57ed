import { expect } from 'chai';
import { openCart, updateCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { createPostcard } from '../../src/shared/contracts/postcards.ts';
import { makeOrganiser, startFreeEvent } from '../helpers/giving.ts';
import { PORTLAND, payAt } from '../helpers/parcels.ts';
import { usePostedCards } from '../helpers/posted-cards.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, type Visitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const BERLIN = { name: 'Eva Kühn', line1: 'Weg 1', city: 'Berlin', postalCode: '10115', country: 'DE' };

describe('postcards that are paid', () => {
  const app = useWholeApp({ hasWorker: false });
  const { ada, write, read, checkout } = usePostedCards(app);

  it('show with the orders, in their list and on a card that they are enough for, when they were bought with the film', async () => {
    const { id: eventId, uuid } = await startFreeEvent(ada());
    const pageOf = async (path: string) => (await ada().fetch(`/e/${uuid}/${path}`)).text();
    const cardTo = (to: object) => ada().call(createPostcard, { body: { eventId, to: { ...PORTLAND, ...to } } });
    const near = await cardTo({});
    expect(await pageOf(`postcards/${near.id}`)).to.include('Have it posted, $2.99');
    expect(await pageOf('orders')).to.include('Nothing ordered yet');

    const cart = await ada().call(openCart, { body: { eventId, addons: [{ id: 'postcard', quantity: 2 }] } });
    const { id } = await ada().call(createCheckoutSession, { body: { cartId: cart.id } });
    await payAt(id);
    expect(await pageOf('orders'))
      .to.include('2 postcards to write')
      .and.not.include('Nothing ordered yet');
    expect(await pageOf('postcards')).to.include('2 postcards are paid for');
    expect(await pageOf(`postcards/${near.id}`)).to.include('Have it posted, paid already');
    const abroad = await cardTo(BERLIN);
    expect(await pageOf(`postcards/${abroad.id}`)).to.include('Have it posted, $3.99');
  });

  it('are left to the owner by other organisers, who see no button that pays', async () => {
    const event = await startFreeEvent(ada());
    const karl = await newUser(app().origin);
    await makeOrganiser(app().connection, event, karl);
    const { id } = await karl.call(createPostcard, { body: { eventId: event.id } });
    const pageOf = async (who: Visitor) => (await who.fetch(`/e/${event.uuid}/postcards/${id}`)).text();
    expect(await pageOf(karl))
      .to.include('The owner of this VidDay can have it posted')
      .and.not.include('Have it posted,');
    expect(await pageOf(ada())).to.include('Have it posted, $2.99');
    const refused = await refusalOf(checkout({ id }, karl));
    expect([refused.status, refused.message]).to.deep.equal([
      403,
      'Only the owner of this VidDay can pay. Please ask them.',
    ]);
  });

  it('have an order that can’t be turned into another while its payment page is open', async () => {
    const card = await write();
    const { id } = await checkout(card);
    const { cartId } = await ada().call(retrieveCheckoutSession, { query: { session_id: id } });
    const change = ada().call(updateCart, {
      params: { id: cartId ?? '' },
      body: { addons: [{ id: 'postcard', quantity: 1 }] },
    });
    expect(await statusAndCode(change)).to.deep.equal([409, 'WRONG_STATE']);
    await payAt(id);
    expect((await read(card)).status).to.equal('paid');
  });
});
