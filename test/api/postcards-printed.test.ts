import { expect } from 'chai';
import { makers } from '../../src/features/parcels/makers.parts.ts';
import { moveParcelsAlong } from '../../src/features/parcels/move-along.ts';
import { signatureOf } from '../../src/integrations/sandbox/workshop.ts';
import { cancelOrder, mendOrder } from '../../src/shared/contracts/orders.ts';
import { listPostcards } from '../../src/shared/contracts/postcards.ts';
import { makeOrganiser } from '../helpers/giving.ts';
import {
  lookNow,
  PORTLAND,
  refundNow,
  storedParcel,
  submitNow,
  theWorkshop,
  useHastyMakers,
} from '../helpers/parcels.ts';
import { usePostedCards } from '../helpers/posted-cards.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DAY = 86_400_000;

describe('postcards at the printer', () => {
  const app = useWholeApp({ hasWorker: false });
  const { ada, event, read, orderOf, ledgerOf, posted } = usePostedCards(app);

  it('ask for another address when the printer refuses it, and go there; the card has it, too', async () => {
    const { card, paymentId, order } = await posted({ to: { ...PORTLAND, line1: '404 Nowhere Street' } });
    await submitNow(order);
    expect((await read(card)).status).to.equal('paid');
    const { fixBy } = await orderOf(card);
    expect(fixBy).to.be.a('string');
    const pages = ['postcards', `postcards/${card.id}`, 'orders'].map((path) => `/e/${event().uuid}/${path}`);
    const badges = async (who = ada()) =>
      (await Promise.all(pages.map(async (path) => (await who.fetch(path)).text()))).map(
        (page) => page.match(/Needs an address/g)?.length ?? 0,
      );
    expect(await badges(), 'list, card and orders agree').to.deep.equal([1, 1, 1]);
    const page = await (await ada().fetch(pages[1] ?? '')).text();
    expect(page).to.include('The post can’t find this address.').and.include(`/orders/${order.id}/address`);
    const other = await newUser(app().origin);
    await makeOrganiser(app().connection, event(), other);
    expect(await badges(other), 'others, too').to.deep.equal([1, 1, 1]);
    expect(await (await other.fetch(pages[1] ?? '')).text())
      .to.include('The person who paid for it can mend it')
      .and.not.include(`/orders/${order.id}/address`);
    const listed = await ada().call(listPostcards, { query: { eventId: event().id } });
    expect(listed.filter((each) => each.fixBy).map(({ id, fixBy: by }) => [id, by])).to.deep.equal([[card.id, fixBy]]);
    await ada().call(mendOrder, { params: { id: order.id }, body: { shipTo: PORTLAND } });
    expect(await read(card)).to.deep.include({ fixBy: null });
    expect(await badges()).to.deep.equal([0, 0, 0]);
    expect((await read(card)).to?.line1).to.equal(PORTLAND.line1);
    await submitNow(order);
    expect((await orderOf(card)).events.at(-1)?.text).to.equal('At the printer');
    expect((await read(card)).status).to.equal('sent');
    const sent = (await theWorkshop().list(100)).filter(({ key }) => key.startsWith(order.id));
    expect(sent.map(({ key }) => key)).to.deep.equal([`${order.id}-1`]);
    expect(await ledgerOf(paymentId)).to.deep.equal({ stripe: 299, things: -299 });
  });

  it('give the money back when nobody mends the address within a week', async () => {
    const { card, paymentId, order } = await posted({ to: { ...PORTLAND, line1: '404 Nowhere Street' } });
    await submitNow(order);
    await moveParcelsAlong(new Date(Date.now() + 8 * DAY));
    expect((await read(card)).status).to.equal('failed');
    expect((await orderOf(card)).events.at(-1)?.text).to.equal('The post can’t find the address');
    await refundNow(order);
    expect(await ledgerOf(paymentId)).to.deep.equal({ stripe: 0, things: -299, refunds: 299 });
  });

  it('are printed once when the printer takes too long to answer at first', async () => {
    const end = await useHastyMakers();
    try {
      const { card, order } = await posted({ to: { ...PORTLAND, line1: '408 Silent Street' } });
      expect(await submitNow(order).catch(({ code }) => code)).to.equal('PROVIDER_DOWN');
      expect((await read(card)).status).to.equal('paid');
      await submitNow(order);
      await submitNow(order);
      expect((await read(card)).status).to.equal('sent');
      expect((await theWorkshop().list(100)).filter(({ key }) => key === order.id)).to.have.length(1);
    } finally {
      await end();
    }
  });

  for (const [street, what] of [
    ['429 Busy Street', 'is busy'],
    ['500 Broken Street', 'fails'],
    ['499 Cut Street', 'takes it, but the answer is lost'],
  ] as const) {
    it(`are printed once when the printer ${what} at first`, async () => {
      const { card, order } = await posted({ to: { ...PORTLAND, line1: street } });
      expect(await submitNow(order).catch(({ code }) => code)).to.equal('PROVIDER_DOWN');
      expect((await read(card)).status).to.equal('paid');
      expect(await statusAndCode(ada().call(cancelOrder, { params: { id: order.id } }))).to.deep.equal([
        409,
        'WRONG_STATE',
      ]);
      await submitNow(order);
      await submitNow(order);
      expect((await read(card)).status).to.equal('sent');
      const made = (await theWorkshop().list(100)).filter(({ key }) => key === order.id);
      expect(made).to.have.length(1);
    });
  }

  it('refuse reports that the printer did not sign, or too late, and take them twice and out of order', async () => {
    const { card, order } = await posted();
    await submitNow(order);
    const [made] = await theWorkshop().list(1);
    const body = JSON.stringify({ event_type: { id: 'postcard.delivered' }, body: { id: made?._id } });
    const send = (headers: Record<string, string>) =>
      fetch(`${app().origin}/api/lob/webhook`, { method: 'POST', headers, body });
    const now = String(Date.now());
    expect((await send({ 'lob-signature': 'no', 'lob-signature-timestamp': now })).status).to.equal(400);
    expect((await send({})).status).to.equal(400);
    expect(() => makers().printer?.readWebhook(Buffer.from(body), { signature: '', timestamp: now })).to.throw();
    const late = String(Date.now() - DAY);
    expect(
      (await send({ 'lob-signature': signatureOf('no', late, body), 'lob-signature-timestamp': late })).status,
    ).to.equal(400);
    expect((await read(card)).status).to.equal('sent');
    for (const state of ['delivered', 'delivered', 'shipped', 'failed'] as const) {
      await theWorkshop().move(made?._id ?? '', state);
    }
    expect((await read(card)).status).to.equal('delivered');
    expect((await storedParcel(order)).refund).to.equal('none');
  });

  it('learn by asking what no report told', async () => {
    const { card, order } = await posted();
    await submitNow(order);
    const [made] = await theWorkshop().list(1);
    await app()
      .connection.collection('sandbox_workshop_orders')
      .updateOne({ _id: made?._id as never }, { $set: { status: 'shipped' } });
    await lookNow(order);
    expect((await read(card)).status).to.equal('mailed');
  });
});
