import { expect } from 'chai';
import { Types } from 'mongoose';
import { moveParcelsAlong } from '../../src/features/parcels/move-along.ts';
import { ParcelModel } from '../../src/features/parcels/parcel.model.ts';
import { purgeParcels } from '../../src/features/parcels/parcel-data.ts';
import { submitWork } from '../../src/features/parcels/submit-parcel.ts';
import { platform } from '../../src/platform/platform.ts';
import { cancelOrder, createBookOrder, mendOrder, type Order } from '../../src/shared/contracts/orders.ts';
import { date } from '../../src/shared/format.ts';
import { useOrders } from '../helpers/orders.ts';
import {
  haveFiles,
  jobContext,
  lookNow,
  PORTLAND,
  refundNow,
  storedParcel,
  submitNow,
  theWorkshop,
  useHastyMakers,
} from '../helpers/parcels.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

/** Fourteen hours ahead of UTC. */
const KIRITIMATI = 'Pacific/Kiritimati';

describe('orders at the workshop', () => {
  const app = useWholeApp({ hasWorker: false });
  const { ada, event, buy, orderDisc, one, made, sumOf } = useOrders(app);

  /** A book whose cover is still to be drawn. */
  const newBook = async (line1 = PORTLAND.line1) => {
    const { cart, paymentId } = await buy([{ id: 'book', quantity: 1 }]);
    const shipTo = { ...PORTLAND, line1 };
    const order = await ada().call(createBookOrder, { body: { cartId: cart.id, quantity: 1, shipTo } });
    return { order, paymentId };
  };
  /** A stick that is still to be filled. */
  const newStick = async (line1 = PORTLAND.line1) => {
    const { cart, paymentId } = await buy([{ id: 'usb', quantity: 1 }]);
    return { order: await orderDisc(cart, { product: 'usb', shipTo: { ...PORTLAND, line1 } }), paymentId };
  };
  const withFiles = async <T extends { order: Order }>(ordered: Promise<T>): Promise<T> => {
    await haveFiles((await ordered).order);
    return ordered;
  };
  const orderedBook = (line1?: string) => withFiles(newBook(line1));
  const orderedStick = (line1?: string) => withFiles(newStick(line1));

  it('a video book stays with the version that was ordered, and its maker can fetch film and cover', async () => {
    const { order } = await newBook();
    await app()
      .connection.collection('events')
      .updateOne({ _id: new Types.ObjectId(event().id) }, { $set: { currentFilmId: new Types.ObjectId() } });
    await submitNow(order);
    expect((await one(order))?.status).to.equal('submitted');
    const [book] = await made(order);
    expect(book?.content).to.include({ orientation: 'portrait', country: 'US' });
    const [film, cover] = (book?.content.files ?? []) as string[];
    expect(await (await fetch(film ?? '')).text()).to.equal('a film');
    expect((await fetch(cover ?? '')).headers.get('content-type')).to.equal('image/jpeg');
    expect((await fetch(`${film}x`)).status).to.equal(404);
  });

  it('a USB stick is reported by Acutrack with its number', async () => {
    const { order } = await newStick();
    await submitNow(order);
    const [stick] = await made(order);
    await theWorkshop().move(stick?._id ?? '', 'shipped');
    expect(await one(order)).to.include({ status: 'shipped', canCancel: false });
    expect((await one(order))?.trackingUrl).to.match(/^https:\/\/tools\.usps\.com\/.*tLabels=\d{22}$/);
    const forged = await fetch(`${app().origin}/api/acutrack/shipped/${'0'.repeat(32)}`, {
      method: 'POST',
      body: new URLSearchParams({ xmlStrShipping: '<Order><ApprovalCode>x</ApprovalCode></Order>' }),
    });
    expect(forged.status).to.equal(400);
  });

  it('a stick whose report overtakes the answer to its order is followed to the end', async () => {
    const { order } = await orderedStick('499 Cut Street');
    expect(await submitNow(order).catch(({ code }) => code)).to.equal('PROVIDER_DOWN');
    const [stick] = await made(order);
    await theWorkshop().move(stick?._id ?? '', 'shipped');
    expect((await one(order))?.status).to.equal('shipped');
    await app()
      .connection.collection('sandbox_workshop_orders')
      .updateOne({ _id: stick?._id as never }, { $set: { status: 'failed' } });
    await lookNow(order);
    expect((await one(order))?.status, 'by asking').to.equal('failed');
  });

  for (const [street, what] of [
    ['429 Busy Street', 'is busy'],
    ['500 Broken Street', 'fails'],
    ['499 Cut Street', 'loses its answer'],
  ] as const) {
    it(`is made once when a maker ${what} at first`, async () => {
      for (const { order } of [await orderedBook(street), await orderedStick(street)]) {
        expect(await submitNow(order).catch(({ code }) => code)).to.equal('PROVIDER_DOWN');
        expect((await one(order))?.status).to.equal('paid');
        await Promise.all([submitNow(order), submitNow(order)]);
        expect((await one(order))?.status).to.equal('submitted');
        expect(await made(order)).to.have.length(1);
        expect((await storedParcel(order)).refund).to.equal('none');
      }
    });
  }

  it('is made once when a maker takes too long to answer at first', async () => {
    const end = await useHastyMakers();
    try {
      const street = '408 Silent Street';
      for (const { order } of [await orderedBook(street), await orderedStick(street)]) {
        expect(await submitNow(order).catch(({ code }) => code)).to.equal('PROVIDER_DOWN');
        expect((await one(order))?.status, 'nobody knows whether it was taken').to.equal('paid');
        const cancel = ada().call(cancelOrder, { params: { id: order.id } });
        expect(await statusAndCode(cancel)).to.deep.equal([409, 'WRONG_STATE']);
        await submitNow(order);
        await submitNow(order);
        expect((await one(order))?.status).to.equal('submitted');
        expect(await made(order)).to.have.length(1);
        expect((await storedParcel(order)).refund).to.equal('none');
      }
    } finally {
      await end();
    }
  });

  it('gives the money back when its film is gone before a maker has answered', async () => {
    const end = await useHastyMakers();
    try {
      const { order } = await orderedBook('408 Silent Street');
      expect(await submitNow(order).catch(({ code }) => code)).to.equal('PROVIDER_DOWN');
      await purgeParcels(event().id);
      const { status, refund, shipTo } = await storedParcel(order);
      expect([status, refund, shipTo.line1]).to.deep.equal(['failed', 'due', '']);
    } finally {
      await end();
    }
  });

  it('gives the money back when a maker has sold out', async () => {
    for (const { order, paymentId } of [await orderedBook('410 Empty Shelf'), await orderedStick('410 Empty Shelf')]) {
      await submitNow(order);
      expect((await one(order))?.status).to.equal('failed');
      expect((await one(order))?.events.at(-1)?.text).to.equal('It is sold out at the workshop');
      expect(await made(order)).to.have.length(0);
      await moveParcelsAlong();
      await refundNow(order);
      expect(await sumOf(paymentId, 'refunds')).to.equal(order.amount);
      expect(await sumOf(paymentId, 'stripe')).to.equal(0);
    }
  });

  it('gives the money back when a thing could not be made for two days, and not before', async () => {
    const { order, paymentId } = await newBook();
    const film = await app()
      .connection.collection('publishedmedia')
      .findOne({ eventId: new Types.ObjectId(event().id) });
    await platform().store.remove(film?.posterKey);
    const failNow = async (hoursLater: number) => {
      await ParcelModel.updateOne({ _id: order.id }, { $set: { dueAt: new Date() } });
      if (hoursLater) {
        const since = new Date(Date.now() - hoursLater * 3_600_000);
        await ParcelModel.updateOne({ _id: order.id, lateSince: { $ne: null } }, { $set: { lateSince: since } });
      }
      await submitWork.run({ parcelId: order.id }, jobContext).then(
        () => expect.fail('the poster is there'),
        () => undefined,
      );
      await submitWork.ended?.({ parcelId: order.id }, { state: 'failed' } as never);
    };
    await failNow(0);
    await failNow(47);
    expect((await one(order))?.status).to.equal('paid');
    await failNow(49);
    expect((await one(order))?.status).to.equal('failed');
    await refundNow(order);
    expect(await sumOf(paymentId, 'stripe')).to.equal(0);
  });

  it('gives up at once what was due days ago and can’t be made', async () => {
    const { order } = await orderedBook();
    await ParcelModel.updateOne({ _id: order.id }, { $set: { dueAt: new Date(Date.now() - 72 * 3_600_000) } });
    await submitWork.ended?.({ parcelId: order.id }, { state: 'failed' } as never);
    expect((await one(order))?.status).to.equal('failed');
    expect((await storedParcel(order)).refund).to.equal('due');
  });

  describe('that refuses the address', () => {
    const NOWHERE = '404 Nowhere Street';
    const mend = ({ id }: Pick<Order, 'id'>, shipTo: object = PORTLAND, who = ada()) =>
      who.call(mendOrder, { params: { id }, body: { shipTo: shipTo as typeof PORTLAND } });

    it('asks the buyer for another one by the day of the event’s zone, and sends it there once', async () => {
      await app()
        .connection.collection('events')
        .updateOne({ _id: new Types.ObjectId(event().id) }, { $set: { timeZone: KIRITIMATI } });
      for (const { order } of [await orderedBook(NOWHERE), await orderedStick(NOWHERE)]) {
        await submitNow(order);
        const asked = await one(order);
        expect(asked).to.include({ status: 'paid', canCancel: true, submitAt: null });
        expect(Date.parse(asked?.fixBy ?? '')).to.be.greaterThan(Date.now() + 6 * 86_400_000);
        expect((await storedParcel(order)).refund).to.equal('none');
        const mails = await writtenMails(app().connection, ada().user.email, 'parcel');
        const day = date(asked?.fixBy ?? '', { style: 'full', timeZone: KIRITIMATI });
        expect(
          mails.some(({ what }) => what?.includes(`the post doesn’t know the address. Please mend it by ${day}.`)),
        ).to.equal(true);
        await moveParcelsAlong();
        expect((await one(order))?.status, 'it waits').to.equal('paid');
        expect(await mend(order)).to.include({ status: 'paid', fixBy: null });
        await submitNow(order);
        await submitNow(order);
        expect((await one(order))?.status).to.equal('submitted');
        const sent = (await theWorkshop().list(100)).filter(({ key }) => key.startsWith(order.id));
        expect(sent.map(({ key }) => key)).to.deep.equal([`${order.id}-1`]);
        await theWorkshop().move(sent[0]?._id ?? '', 'shipped');
        await lookNow(order);
        expect((await one(order))?.status).to.equal('shipped');
      }
    });

    it('asks again when the other one is refused, too', async () => {
      const { order } = await orderedBook(NOWHERE);
      await submitNow(order);
      await mend(order, { ...PORTLAND, line1: NOWHERE });
      await submitNow(order);
      expect((await one(order))?.fixBy).to.be.a('string');
      await mend(order);
      await submitNow(order);
      expect(await one(order)).to.include({ status: 'submitted', fixBy: null });
    });

    it('gives the money back when nobody mends it within a week, or the buyer cancels', async () => {
      const { order, paymentId } = await orderedBook(NOWHERE);
      await submitNow(order);
      await moveParcelsAlong(new Date(Date.now() + 8 * 86_400_000));
      expect(await one(order)).to.include({ status: 'failed', fixBy: null });
      expect((await one(order))?.events.at(-1)?.text).to.equal('The post can’t find the address');
      expect(await statusAndCode(mend(order))).to.deep.equal([409, 'WRONG_STATE']);
      await refundNow(order);
      expect(await sumOf(paymentId, 'stripe')).to.equal(0);
      const { order: other, paymentId: otherPayment } = await orderedBook(NOWHERE);
      await submitNow(other);
      await ada().call(cancelOrder, { params: { id: other.id } });
      await refundNow(other);
      expect(await sumOf(otherPayment, 'stripe')).to.equal(0);
    });

    it('takes no address that the post can’t find, of another country, by others, or unasked', async () => {
      const { order } = await orderedBook(NOWHERE);
      expect(await statusAndCode(mend(order)), 'not asked').to.deep.equal([409, 'WRONG_STATE']);
      await submitNow(order);
      const fields = async (shipTo: object) => Object.keys((await refusalOf(mend(order, shipTo))).fields);
      expect(await fields({ ...PORTLAND, postalCode: '9720' })).to.deep.equal(['shipTo.postalCode']);
      const berlin = { ...PORTLAND, region: null, postalCode: '10115', country: 'DE' };
      expect(await fields(berlin)).to.deep.equal(['shipTo.country']);
      const stranger = await newUser(app().origin);
      expect(await statusAndCode(mend(order, PORTLAND, stranger))).to.deep.equal([404, 'NOT_FOUND']);
      const both = await Promise.allSettled([mend(order), mend(order)]);
      expect(both.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });

    it('is mended on the page of orders without script', async () => {
      const { order } = await orderedBook(NOWHERE);
      await submitNow(order);
      const here = `/e/${event().uuid}/orders`;
      const page = await (await ada().fetch(here)).text();
      expect(page).to.include('Needs an address').and.include('404 Nowhere Street');
      const sent = { orderId: order.id, ...PORTLAND };
      const refused = await ada().postForm(`${here}/${order.id}/address`, { ...sent, postalCode: '9720' });
      expect(refused.status).to.equal(422);
      expect(await refused.text())
        .to.include('This doesn’t look like a postcode there.')
        .and.include('value="9720"');
      const done = await ada().postForm(`${here}/${order.id}/address`, sent);
      expect(done.headers.get('location')).to.equal(`${here}?done=mended`);
      expect(await one(order)).to.include({ fixBy: null });
    });
  });

  it('gives the money back when it comes back by post', async () => {
    const { order, paymentId } = await orderedBook();
    await submitNow(order);
    const [book] = await made(order);
    await theWorkshop().move(book?._id ?? '', 'failed');
    await lookNow(order);
    expect((await one(order))?.status).to.equal('failed');
    await refundNow(order);
    expect(await sumOf(paymentId, 'stripe')).to.equal(0);
  });
});
