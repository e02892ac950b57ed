import { expect } from 'chai';
import { openedEvent } from '../../src/shared/contracts/deliveries.ts';
import { addRecipient } from '../../src/shared/contracts/recipients.ts';
import { listRewardProducts } from '../../src/shared/contracts/rewards.ts';
import { PRESENTS } from '../../src/shared/limits.ts';
import { chipIn, sandboxes } from '../helpers/pools.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { useRewards } from '../helpers/rewards.ts';
import { newVisitor, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('rewards', () => {
  const web = useWeb();
  const { lena, ruth, event, key, ids, reread, order, view, ledger, givenPool, rewards } = useRewards(web);

  describe('GET /api/v2/tremendous/products', () => {
    it('lists what there is in a country, without a session', async () => {
      const visitor = newVisitor(web().origin);
      const home = await visitor.call(listRewardProducts, { query: { country: 'US' } });
      expect(home.map(({ id }) => id)).to.include.members(['PREPAID00001', 'BANK00000001', 'CHARITY00001']);
      expect(home[0]).to.deep.include({ currency: 'USD', min: 100, max: 100_000 });
      const abroad = await visitor.call(listRewardProducts, { query: { country: 'DE' } });
      expect(abroad.length).to.be.lessThan(home.length);
      expect((await refusalOf(visitor.call(listRewardProducts, { query: { country: 'Mars' } }))).status).to.equal(422);
    });

    it('finds some by name, whatever the case and accents, on the page without script, too', async () => {
      const named = async (q: string) =>
        (await ruth().call(listRewardProducts, { query: { q } })).map(({ name }) => name);
      expect(await named('nörthwind')).to.deep.equal(['Northwind Books']);
      expect(await named('sweets sold')).to.deep.equal(['Sold-out Sweets']);
      expect(await named('nothing like it')).to.deep.equal([]);
      await givenPool(2000);
      const page = async (query: string) => (await ruth().fetch(`/e/${key()}/reward?${query}`)).text();
      expect(await page('q=green'))
        .to.include('Greenhouse &amp; Co')
        .and.not.include('Northwind');
      expect(await page('q=nope'))
        .to.include('Nothing here is called “nope”')
        .and.include('Show everything');
    });

    it('answers 503 while the partner does not, and asks again', async () => {
      sandboxes().cards.failNext(500);
      const failed = await ruth().fetch('/api/v2/tremendous/products?country=FR');
      expect(failed.status).to.equal(503);
      expect(await ruth().call(listRewardProducts, { query: { country: 'FR' } })).not.to.have.length(0);
    });
  });

  describe('POST /api/v2/events/:id/opened', () => {
    it('tells the recipient who unwraps the gift that more waits for them, and nobody else', async () => {
      const { ObjectId } = web().connection.base.mongo;
      const events = web().connection.collection('events');
      const open = (who: Visitor) => who.call(openedEvent, { params: { id: key() }, query: {} });
      await givenPool(2000);
      await events.updateOne({ uuid: event().uuid }, { $set: { openedAt: null } });
      expect(await open(lena())).to.deep.equal({ openedAt: null, hasReward: false });
      expect(await open(ruth())).to.include({ hasReward: true });
      expect(await open(ruth()), 'asked again').to.include({ hasReward: true });
      expect((await view()).total).to.equal(2000);
      await web()
        .connection.collection('contributions')
        .deleteMany({ eventId: new ObjectId(event().id) });
      expect(await open(ruth()), 'without a pool').to.include({ hasReward: false });
    });
  });

  it('says so on its page where nobody gave anything', async () => {
    await givenPool(2000);
    const { ObjectId } = web().connection.base.mongo;
    await web()
      .connection.collection('contributions')
      .deleteMany({ eventId: new ObjectId(event().id) });
    await web()
      .connection.collection('pools')
      .deleteMany({ eventId: new ObjectId(event().id) });
    expect(await (await ruth().fetch(`/e/${key()}/reward`)).text()).to.include('There’s nothing here to choose');
  });

  describe('GET /api/v2/events/:id/reward', () => {
    it('shows total and names to the recipient once the gift is unwrapped, never an amount of anybody', async () => {
      await chipIn(newVisitor(web().origin), event(), 2000);
      expect(await statusAndCode(view())).to.deep.equal([409, 'WRONG_STATE']);
      await givenPool(1000, 500);
      const gift = await view();
      expect(gift).to.deep.include({ total: 3500, people: 3, currency: 'USD', trees: 0 });
      expect(gift.from).to.deep.include.members([
        { name: 'Giver 0', message: null },
        { name: null, message: null },
      ]);
      expect(JSON.stringify(gift)).not.to.match(/\b(?:2000|1000|500)\b|Giver 1/);
      expect(gift.shares).to.deep.equal([{ recipientId: ids()[0], name: 'Ruth', available: 3500 }]);
    });

    it('refuses the makers and holders of the view key', async () => {
      await givenPool(1000);
      for (const [who, id] of [
        [lena(), event().uuid],
        [lena(), key()],
        [newVisitor(web().origin), event().viewKey ?? ''],
      ] as const) {
        expect((await refusalOf(view(who, id))).status, id).to.be.oneOf([401, 403]);
      }
    });
  });

  describe('POST /api/v2/tremendous/orders', () => {
    it('turns the share into a card, with a link', async () => {
      await givenPool(2000, 3000);
      const reward = await order();
      expect(reward).to.include({ status: 'delivered', amount: 5000, email: null, productName: 'Prepaid card' });
      expect(reward.link).to.match(/\/sandbox\/card\/[0-9A-F]+$/);
      expect((await view()).shares[0]).to.include({ available: 0 });
      expect(await ledger()).to.deep.equal({ stripe: 5212, fees: -212, spent: -5000 });
      expect(await statusAndCode(order())).to.deep.equal([409, 'WRONG_STATE']);
    });

    it('takes less, and sends it by mail', async () => {
      await givenPool(5000);
      const reward = await order({ amount: 2000, email: 'ruth@example.com' });
      expect(reward).to.include({ status: 'delivered', amount: 2000, email: 'ruth@example.com', link: null });
      expect(reward.bounce).to.equal(null);
      expect((await view()).shares[0]).to.include({ available: 3000 });
    });

    it('gives each of several recipients an equal share', async () => {
      await lena().call(addRecipient, { body: { event: event().id, firstName: 'Karl' } });
      await reread();
      await givenPool(2001);
      expect((await view()).shares.map(({ available }) => available)).to.deep.equal([1001, 1000]);
      expect(await statusAndCode(order({ amount: 1002 }))).to.deep.equal([422, 'FIELDS_REFUSED']);
      expect(await order({ recipientId: ids()[1] })).to.include({ amount: 1000, status: 'delivered' });
      expect(await order()).to.include({ amount: 1001, status: 'delivered' });
      expect(await ledger()).to.include({ spent: -2001 });
    });

    it('takes a share once, in however many tabs', async () => {
      await givenPool(2000);
      const asked = await Promise.allSettled(Array.from({ length: 4 }, () => order()));
      expect(asked.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      expect(await ledger()).to.include({ spent: -2000 });
    });

    it('answers the first card for the same Idempotency-Key', async () => {
      await givenPool(2000);
      const body = JSON.stringify({ event: key(), productId: 'PREPAID00001', recipientId: ids()[0], amount: 500 });
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      const ask = async () =>
        (await ruth().fetch('/api/v2/tremendous/orders', { method: 'POST', headers, body })).json();
      const [first, second] = [await ask(), await ask()];
      expect(second).to.deep.equal(first);
      expect(await rewards()).to.have.length(1);
    });

    it('orders 20 a day for one event, and no more', async () => {
      await givenPool(3000);
      const of = { eventId: new (web().connection.base.mongo.ObjectId)(event().id), status: 'returned' };
      const { rewardsPerEvent } = PRESENTS.perDay;
      await web()
        .connection.collection('rewards')
        .insertMany(Array.from({ length: rewardsPerEvent - 1 }, () => ({ ...of })));
      expect(await order({ amount: 100 })).to.include({ status: 'delivered' });
      expect(await statusAndCode(order({ amount: 100 }))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
      expect(await ledger()).to.include({ spent: -100, pool: -2900 });
    });

    it('refuses what does not fit the product, the person or the key', async () => {
      await givenPool(2000);
      for (const wrong of [
        ...[{ productId: 'NORTHWIND001', amount: 400 }, { productId: 'UNKNOWN00001' }, { amount: 2001 }],
        ...[{ recipientId: crypto.randomUUID() }, { productId: 'BANK00000001', country: 'DE' }],
      ]) {
        expect(await statusAndCode(order(wrong)), JSON.stringify(wrong)).to.deep.equal([422, 'FIELDS_REFUSED']);
      }
      for (const ref of [event().uuid, event().viewKey]) {
        expect((await refusalOf(order({ event: ref }))).status).to.be.oneOf([401, 403]);
      }
      expect(await ledger()).to.include({ pool: -2000 });
    });
  });
});
