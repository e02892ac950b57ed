import { expect } from 'chai';
import { givePoolBack, rescueReturns } from '../../src/features/presents/give-back-pool.ts';
import { rescueOffered } from '../../src/features/presents/order-reward.ts';
import { rescueOrdered } from '../../src/features/presents/submit-reward.ts';
import { signatureOf } from '../../src/integrations/sandbox/tremendous.ts';
import { sandboxes } from '../helpers/pools.ts';
import { useRewards } from '../helpers/rewards.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('rewards of a partner that fails', () => {
  const web = useWeb();
  const { event, ids, order, view, ledger, givenPool, now, rewards, orders } = useRewards(web);

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
      ...{ _id: new ObjectId(), eventId: new ObjectId(event().id), recipientId: ids()[0], name: 'Ruth', amount: 2000 },
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
    await givePoolBack(event().id, 'unclaimed');
    expect(await ledger()).to.include({ rewards: -2500 });
    await sandboxes().cards.decide(`reward-${reward.id}`, 'FAILED');
    await now();
    await rescueOrdered();
    await rescueReturns();
    await rescueReturns();
    expect(await ledger()).to.deep.equal({});
  });
});
