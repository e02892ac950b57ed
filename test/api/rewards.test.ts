import { expect } from 'chai';
import { givePoolBack, rescueReturns } from '../../src/features/presents/give-back-pool.ts';
import { rescueOffered } from '../../src/features/presents/order-reward.ts';
import { rescueOrdered } from '../../src/features/presents/submit-reward.ts';
import { signatureOf } from '../../src/integrations/sandbox/tremendous.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { addRecipient } from '../../src/shared/contracts/recipients.ts';
import {
  listRewardProducts,
  orderReward,
  type PoolGift,
  type Reward,
  resendReward,
  viewReward,
} from '../../src/shared/contracts/rewards.ts';
import { readEvent, startEvent } from '../helpers/giving.ts';
import { chipIn, ledgerOf, sandboxes, unwrapped } from '../helpers/pools.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('rewards', () => {
  const web = useWeb();
  let lena: SignedInUser;
  let ruth: Visitor;
  let event: Event;

  before(async () => {
    lena = await newUser(web().origin);
    ruth = newVisitor(web().origin);
  });
  beforeEach(async () => {
    event = await readEvent(lena, await startEvent(lena));
  });

  const key = () => event.privateKey ?? '';
  const ids = () => event.recipients.map(({ id }) => id);
  const order = (body: object = {}, who: Visitor = ruth) =>
    who.call(orderReward, {
      query: {},
      body: { event: key(), productId: 'PREPAID00001', recipientId: ids()[0], ...body } as never,
    });
  const view = (who: Visitor = ruth, id = key()): Promise<PoolGift> =>
    who.call(viewReward, { params: { id }, query: {} });
  const ledger = () => ledgerOf(web().connection, event);
  /** A gift with this much in its pool, given and unwrapped. */
  async function givenPool(...amounts: number[]): Promise<void> {
    for (const [at, amount] of amounts.entries()) {
      await chipIn(newVisitor(web().origin), event, amount, { name: `Giver ${at}`, anonymous: at === 1 });
    }
    await unwrapped(web().connection, event);
  }
  /** Lets the rescue ask again at once. */
  const now = () =>
    web()
      .connection.collection('rewards')
      .updateMany({}, { $set: { until: new Date(0) } });
  const rewards = () =>
    web()
      .connection.collection('rewards')
      .find({ eventId: new (web().connection.base.mongo.ObjectId)(event.id) })
      .toArray();
  const orders = async (reward: Pick<Reward, 'id'>) =>
    web()
      .connection.collection('sandbox_tremendous_orders')
      .countDocuments({ _id: `reward-${reward.id}` as never });

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
        (await ruth.call(listRewardProducts, { query: { q } })).map(({ name }) => name);
      expect(await named('nörthwind')).to.deep.equal(['Northwind Books']);
      expect(await named('sweets sold')).to.deep.equal(['Sold-out Sweets']);
      expect(await named('nothing like it')).to.deep.equal([]);
      await givenPool(2000);
      const page = async (query: string) => (await ruth.fetch(`/e/${key()}/reward?${query}`)).text();
      expect(await page('q=green'))
        .to.include('Greenhouse &amp; Co')
        .and.not.include('Northwind');
      expect(await page('q=nope'))
        .to.include('Nothing here is called “nope”')
        .and.include('Show everything');
    });

    it('answers 503 while the partner does not, and asks again', async () => {
      sandboxes().cards.failNext(500);
      const failed = await ruth.fetch('/api/v2/tremendous/products?country=FR');
      expect(failed.status).to.equal(503);
      expect(await ruth.call(listRewardProducts, { query: { country: 'FR' } })).not.to.have.length(0);
    });
  });

  describe('GET /api/v2/events/:id/reward', () => {
    it('shows total and names to the recipient once the gift is unwrapped, never an amount of anybody', async () => {
      await chipIn(newVisitor(web().origin), event, 2000);
      expect(await statusAndCode(view())).to.deep.equal([409, 'WRONG_STATE']);
      await givenPool(1000, 500);
      const gift = await view();
      expect(gift).to.deep.include({ total: 3500, people: 3, currency: 'USD', trees: 0 });
      expect(gift.from).to.deep.include.members([
        { name: 'Giver 0', message: null },
        { name: null, message: null },
      ]);
      expect(JSON.stringify(gift)).not.to.match(/2000|1000|\b500\b|Giver 1/);
      expect(gift.shares).to.deep.equal([{ recipientId: ids()[0], name: 'Ruth', available: 3500 }]);
    });

    it('refuses the makers and holders of the view key', async () => {
      await givenPool(1000);
      for (const [who, id] of [
        [lena, event.uuid],
        [lena, key()],
        [newVisitor(web().origin), event.viewKey ?? ''],
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

    it('takes less, and sends it by mail, again if asked', async () => {
      await givenPool(5000);
      const reward = await order({ amount: 2000, email: 'ruth@example.com' });
      expect(reward).to.include({ status: 'delivered', amount: 2000, email: 'ruth@example.com', link: null });
      expect((await view()).shares[0]).to.include({ available: 3000 });
      const again = () => ruth.call(resendReward, { params: { id: reward.id }, query: { v: key() } });
      expect(await again()).to.include({ id: reward.id });
      sandboxes().cards.failNext(404);
      expect((await refusalOf(again())).status).to.equal(404);
      const byLink = await order({ amount: 1000 });
      const resend = ruth.call(resendReward, { params: { id: byLink.id }, query: { v: key() } });
      expect(await statusAndCode(resend)).to.deep.equal([409, 'WRONG_STATE']);
    });

    it('gives each of several recipients an equal share', async () => {
      await lena.call(addRecipient, { body: { event: event.id, firstName: 'Karl' } });
      event = await readEvent(lena, event);
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
      const ask = async () => (await ruth.fetch('/api/v2/tremendous/orders', { method: 'POST', headers, body })).json();
      const [first, second] = [await ask(), await ask()];
      expect(second).to.deep.equal(first);
      expect(await rewards()).to.have.length(1);
    });

    it('refuses what does not fit the product, the person or the key', async () => {
      await givenPool(2000);
      for (const wrong of [
        ...[{ productId: 'NORTHWIND001', amount: 400 }, { productId: 'UNKNOWN00001' }, { amount: 2001 }],
        ...[{ recipientId: crypto.randomUUID() }, { productId: 'BANK00000001', country: 'DE' }],
      ]) {
        expect(await statusAndCode(order(wrong)), JSON.stringify(wrong)).to.deep.equal([422, 'FIELDS_REFUSED']);
      }
      for (const ref of [event.uuid, event.viewKey]) {
        expect((await refusalOf(order({ event: ref }))).status).to.be.oneOf([401, 403]);
      }
      expect(await ledger()).to.include({ pool: -2000 });
    });
  });

  describe('a partner that fails', () => {
    it('returns the money to the pool, and says so, when it refuses for good', async () => {
      await givenPool(2000);
      expect(await order({ productId: 'SOLDOUT00001', amount: 500 })).to.include({ status: 'returned', link: null });
      sandboxes().cards.failNext(402);
      expect(await order({ amount: 500 })).to.include({ status: 'returned' });
      expect((await view()).shares[0]).to.include({ available: 2000 });
      expect(await ledger()).to.deep.equal({ stripe: 2091, fees: -91, pool: -2000 });
    });

    for (const failure of [429, 500, 'cut'] as const) {
      it(`asks again after ${failure}, and orders once`, async () => {
        await givenPool(2000);
        await view();
        await order({ productId: 'SOLDOUT00001', amount: 100 });
        sandboxes().cards.failNext(failure);
        const reward = await order({ amount: 1900 });
        expect(reward).to.include({ status: 'ordered', link: null });
        expect(await ledger()).to.include({ rewards: -1900, pool: -100 });
        await rescueOrdered();
        expect((await rewards()).map(({ status }) => status)).to.include('ordered');
        await now();
        await rescueOrdered();
        await now();
        await rescueOrdered();
        expect(await orders(reward)).to.equal(1);
        expect((await view()).rewards[0]).to.include({ id: reward.id, status: 'delivered' });
        expect(await ledger()).to.include({ spent: -1900, pool: -100 });
      });
    }

    it('keeps an order that was taken although a later answer refused it', async () => {
      await givenPool(2000);
      await order({ productId: 'SOLDOUT00001', amount: 100 });
      sandboxes().cards.failNext('cut');
      const reward = await order({ amount: 1000 });
      sandboxes().cards.failNext(422);
      await now();
      await rescueOrdered();
      expect((await view()).rewards[0]).to.include({ id: reward.id, status: 'delivered' });
      expect(await ledger()).to.include({ spent: -1000, pool: -1000 });
    });

    for (const [decision, status, left, isLost] of [
      ['EXECUTED', 'delivered', 0, false],
      ['CANCELED', 'returned', 2000, false],
      ['FAILED', 'returned', 2000, false],
      ['EXECUTED', 'delivered', 0, true],
      ['CANCELED', 'returned', 2000, true],
    ] as const) {
      const how = isLost ? 'by asking' : 'by a webhook, at once';
      it(`waits for an approval, and follows it ${how} when it is ${decision}`, async () => {
        await givenPool(2000);
        const { cards } = sandboxes();
        cards.holdOrders(true);
        const reward = await order();
        cards.holdOrders(false);
        expect(reward).to.include({ status: 'ordered' });
        cards.loseWebhooks(isLost);
        await cards.decide(`reward-${reward.id}`, decision);
        cards.loseWebhooks(false);
        if (isLost) {
          expect((await view()).rewards[0]).to.include({ status: 'ordered' });
          await now();
          await rescueOrdered();
        }
        const gift = await view();
        expect(gift.rewards[0]).to.include({ status });
        expect(gift.shares[0]).to.include({ available: left });
      });
    }

    it('puts the money of a card that the partner cancelled back into the pool, once', async () => {
      await givenPool(2000);
      const reward = await order({ amount: 1500 });
      await sandboxes().cards.cancel(`reward-${reward.id}`);
      await sandboxes().cards.cancel(`reward-${reward.id}`);
      const gift = await view();
      expect(gift.rewards[0]).to.include({ id: reward.id, status: 'returned', link: null });
      expect(gift.shares[0]).to.include({ available: 2000 });
      expect(await ledger()).to.deep.equal({ stripe: 2091, fees: -91, pool: -2000 });
    });

    it('refuses webhooks that are not signed by the partner, and leaves orders of others alone', async () => {
      const { webhookKey } = sandboxes().cards.connection;
      const send = (body: string, headers: Record<string, string>) =>
        fetch(`${web().origin}/api/tremendous/webhook`, { method: 'POST', headers, body });
      const told = (id: string, event = 'ORDERS.APPROVED') =>
        JSON.stringify({ event, uuid: crypto.randomUUID(), payload: { resource: { id, type: 'orders' }, meta: {} } });
      await givenPool(2000);
      const reward = await order();
      const stored = (await rewards())[0];
      const body = told(stored?.rewardId, 'REWARDS.CANCELED');
      expect((await send(body, {})).status).to.equal(400);
      const forged = signatureOf('another key', body);
      expect((await send(body, { 'tremendous-webhook-signature': forged })).status).to.equal(400);
      expect((await send(body, { 'tremendous-webhook-signature': 'sha256=' })).status).to.equal(400);
      const other = told('SOMEBODYELSES');
      const signed = { 'tremendous-webhook-signature': signatureOf(webhookKey, other) };
      expect((await send(other, signed)).status).to.equal(200);
      expect((await view()).rewards[0]).to.include({ id: reward.id, status: 'delivered' });
    });

    it('voids a wish that a crash left before the money was taken', async () => {
      await givenPool(2000);
      const { ObjectId } = web().connection.base.mongo;
      const past = new Date(Date.now() - 3_600_000);
      const wish = {
        ...{ _id: new ObjectId(), eventId: new ObjectId(event.id), recipientId: ids()[0], name: 'Ruth', amount: 2000 },
        ...{
          productId: 'PREPAID00001',
          productName: 'Prepaid card',
          status: 'offered',
          until: new Date(0),
          createdAt: past,
        },
      };
      await web().connection.collection('rewards').insertOne(wish);
      await rescueOffered();
      expect(await rewards()).to.deep.equal([]);
      expect((await view()).shares[0]).to.include({ available: 2000 });
    });

    it('gives money back to the givers that a refused card brings back into a closed pool', async () => {
      await givenPool(2000, 1000);
      sandboxes().cards.holdOrders(true);
      const reward = await order({ amount: 2500 });
      sandboxes().cards.holdOrders(false);
      await givePoolBack(event.id, 'unclaimed');
      expect(await ledger()).to.include({ rewards: -2500 });
      await sandboxes().cards.decide(`reward-${reward.id}`, 'FAILED');
      await now();
      await rescueOrdered();
      await rescueReturns();
      await rescueReturns();
      expect(await ledger()).to.deep.equal({});
    });
  });
});
