import { expect } from 'chai';
import { Types } from 'mongoose';
import type Stripe from 'stripe';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { moveParcelsAlong } from '../../src/features/parcels/move-along.ts';
import { ParcelModel } from '../../src/features/parcels/parcel.model.ts';
import type { StripeSandbox } from '../../src/integrations/sandbox/stripe.ts';
import { AppError } from '../../src/platform/errors.ts';
import { cancelOrder, type Order } from '../../src/shared/contracts/orders.ts';
import { listStuckRefunds, refundPayment } from '../../src/shared/contracts/staff-orders.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText } from '../helpers/giving.ts';
import { useOrders } from '../helpers/orders.ts';
import { refundNow, storedParcel } from '../helpers/parcels.ts';
import { startStripe } from '../helpers/payments.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DVD = 2499 + 499;

describe('money of things that goes back', () => {
  const app = useWholeApp({ hasWorker: false });
  const { ada, event, buy, orderDisc, one, sumOf } = useOrders(app);
  let admin: SignedInUser;
  let sandbox: StripeSandbox;
  let stripe: Stripe;

  before(async () => {
    admin = await newUser(app().origin, { role: 'admin' });
    ({ sandbox, stripe } = await startStripe(app()));
  });
  after(() => sandbox.stop());

  /** A film that costs something, and a DVD. */
  const buyBoth = async () => {
    const { media } = await giveText(newVisitor(app().origin), event(), 'All the best');
    // As if it had come before the film.
    await app()
      .connection.collection('media')
      .updateOne({ _id: new Types.ObjectId(media.id) }, { $set: { late: null } });
    return buy([{ id: 'dvd', quantity: 1 }], { packageId: 'premium' });
  };
  const giveBack = (id: string, amount: number) =>
    admin.call(refundPayment, { params: { id }, body: { amount, note: 'Asked in the chat' } });
  const cancel = ({ id }: Order) => ada().call(cancelOrder, { params: { id } });
  const ordersPage = async () => (await ada().fetch(`/e/${event().uuid}/orders`)).text();

  it('is not made once staff gave its money back', async () => {
    const { cart, paymentId } = await buyBoth();
    expect(await ordersPage()).to.include('Have it made');
    await giveBack(paymentId, DVD);
    expect(await statusAndCode(orderDisc(cart))).to.deep.equal([409, 'WRONG_STATE']);
    expect(await ordersPage()).not.to.include('Have it made');
  });

  it('goes back once, and never out of the money of the film', async () => {
    const { cart, paymentId } = await buyBoth();
    const order = await orderDisc(cart);
    const paid = await sumOf(paymentId, 'stripe');
    await giveBack(paymentId, DVD);
    await cancel(order);
    await refundNow(order);
    expect((await storedParcel(order)).refund).to.equal('done');
    expect(await sumOf(paymentId, 'stripe')).to.equal(paid - DVD);
  });

  it('is made in spite of an apology of a few dollars', async () => {
    const { cart, paymentId } = await buyBoth();
    const paid = await sumOf(paymentId, 'stripe');
    await giveBack(paymentId, 500);
    const order = await orderDisc(cart);
    await cancel(order);
    await refundNow(order);
    expect(await sumOf(paymentId, 'stripe')).to.equal(paid - DVD);
  });

  it('is made for as many pieces as are still paid', async () => {
    const { cart, paymentId } = await buy([{ id: 'dvd', quantity: 2 }]);
    const paid = await sumOf(paymentId, 'stripe');
    await giveBack(paymentId, paid / 2);
    expect(await statusAndCode(orderDisc(cart, { quantity: 2 }))).to.deep.equal([409, 'WRONG_STATE']);
    await orderDisc(cart);
    expect(await statusAndCode(orderDisc(cart))).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('waits while a bank decides, and goes back once that is won', async () => {
    const { cart, paymentId } = await buyBoth();
    const order = await orderDisc(cart);
    const paid = await sumOf(paymentId, 'stripe');
    const dispute = (await sandbox.dispute(paymentId)) ?? '';
    await cancel(order);
    await refundNow(order);
    expect((await storedParcel(order)).refund).to.equal('due');
    await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' } });
    await eventually('the dispute to be won', async () => (await sumOf(paymentId, 'stripe')) === paid);
    await moveParcelsAlong();
    const jobs = () =>
      app().connection.collection('jobs').countDocuments({ type: 'parcels.refund', 'data.parcelId': order.id });
    expect(await jobs(), 'not yet').to.equal(0);
    await moveParcelsAlong(new Date(Date.now() + 2 * 3_600_000));
    expect(await jobs()).to.equal(1);
    await refundNow(order);
    expect((await storedParcel(order)).refund).to.equal('done');
    expect(await sumOf(paymentId, 'stripe')).to.equal(paid - DVD);
  });

  it('waits for staff where Stripe refuses it, and is not asked for again', async () => {
    const { cart, paymentId } = await buyBoth();
    const order = await orderDisc(cart);
    await cancel(order);
    const refused = async () => {
      throw new AppError('WRONG_STATE', { message: 'Stripe refused this refund.' });
    };
    const undo = payments.is({ ...payments(), refund: refused }).install();
    await refundNow(order).finally(undo);
    expect((await ParcelModel.findById(order.id))?.refund).to.equal('done');
    const stuck = (await admin.call(listStuckRefunds, {})).find((each) => each.paymentId === paymentId);
    expect(stuck).to.include({ amount: DVD, why: 'refused', userId: ada().user.id });
    expect((await one(order))?.status).to.equal('cancelled');
  });
});
