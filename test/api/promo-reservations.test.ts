import { expect } from 'chai';
import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { type Cart, finalizeCart, getCart, openCart, updateCart } from '../../src/shared/contracts/carts.ts';
import { createCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { createPromoCode, listPromoCodes, type PromoCodeBody } from '../../src/shared/contracts/promo.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('a promo code while it is being paid', () => {
  const app = useWholeApp({ hasWorker: false });
  let admin: SignedInUser;
  let made = 0;

  before(async () => {
    admin = await newUser(app().origin, { role: 'admin' });
  });

  interface Buyer {
    user: SignedInUser;
    cart: Cart;
  }

  async function codeWith(facts: Partial<PromoCodeBody>): Promise<string> {
    const body = { code: `LAST-${++made}`, kind: 'percent' as const, value: 40, ...facts };
    return (await admin.call(createPromoCode, { body })).code;
  }
  async function buyerWith(promoCode: string): Promise<Buyer> {
    const user = await newUser(app().origin);
    const event = await startEvent(user);
    await giveText(newVisitor(app().origin), event, 'All the best');
    return { user, cart: await user.call(openCart, { body: { eventId: event.id, promoCode } }) };
  }
  const pay = ({ user, cart }: Buyer) => user.call(createCheckoutSession, { body: { cartId: cart.id } });
  const accept = ({ user, cart }: Buyer, acceptedTotal: number) =>
    user.call(finalizeCart, { params: { id: cart.id }, body: { acceptedTotal } });
  const cartOf = ({ user, cart }: Buyer) => user.call(getCart, { params: { id: cart.id } });
  const totalOf = async (buyer: Buyer) => (await cartOf(buyer)).totals.total;
  const usedOf = async (code: string) =>
    (await admin.call(listPromoCodes, {})).find((each) => each.code === code)?.used ?? 0;
  const sandbox = () => {
    const running = stripeSandbox();
    if (!running) throw new Error('The payment sandbox is not there');
    return running;
  };

  it('gives the last uses to as many pages as there are uses, when all open at once', async () => {
    const code = await codeWith({ maxUses: 2 });
    const buyers = await Promise.all(Array.from({ length: 4 }, () => buyerWith(code)));
    expect(buyers.map(({ cart }) => cart.totals.total)).to.deep.equal([300, 300, 300, 300]);
    for (const buyer of buyers) await accept(buyer, 300);
    const opened = await Promise.allSettled(buyers.map(pay));
    const isIn = buyers.filter((_, index) => opened[index]?.status === 'fulfilled');
    const isOut = buyers.filter((_, index) => opened[index]?.status === 'rejected');
    expect([isIn.length, isOut.length]).to.deep.equal([2, 2]);
    for (const buyer of isIn) expect(await totalOf(buyer), 'reserved').to.equal(300);
    for (const buyer of isOut) expect(await totalOf(buyer), 'without the code').to.equal(500);
    expect(await usedOf(code), 'nobody has paid').to.equal(0);
    for (const buyer of isIn) await sandbox().pay((await pay(buyer)).id);
    expect(await usedOf(code)).to.equal(2);
    for (const buyer of isIn) expect(await cartOf(buyer)).to.deep.include({ status: 'finalized' });
  });

  it('opens no page for another total than the buyer agreed to', async () => {
    const code = await codeWith({ maxUses: 1 });
    const [first, second] = [await buyerWith(code), await buyerWith(code)];
    for (const buyer of [first, second]) await accept(buyer, 300);
    await pay(first);
    const { status, code: refusal, details } = await refusalOf(pay(second));
    expect([status, refusal]).to.deep.equal([409, 'WRONG_STATE']);
    expect(details).to.have.nested.property('cart.totals.total', 500);
    await accept(second, 500);
    const page = await pay(second);
    const payments = app().connection.collection<{ _id: string }>('payments');
    expect(await payments.findOne({ _id: page.id })).to.deep.include({ status: 'open', amount: 500 });

    await second.user.call(updateCart, { params: { id: second.cart.id }, body: { promoCode: await codeWith({}) } });
    expect((await pay(second)).id, 'another code: nothing is agreed to yet').not.to.equal(page.id);
  });

  it('gives a use back when its page expires, and keeps that of a later page', async () => {
    const code = await codeWith({ maxUses: 1 });
    const [first, second] = [await buyerWith(code), await buyerWith(code)];
    const page = await pay(first);
    expect(await totalOf(second)).to.equal(500);
    await sandbox().expire(page.id);
    expect(await totalOf(second)).to.equal(300);

    const later = await pay(first);
    expect(later.id).not.to.equal(page.id);
    await sandbox().expire(page.id);
    expect(await totalOf(second), 'old news').to.equal(500);
    await sandbox().pay(later.id);
    expect(await usedOf(code)).to.equal(1);
  });

  it('gives a film free of charge to one of two carts', async () => {
    const code = await codeWith({ maxUses: 1, value: 100 });
    const buyers = [await buyerWith(code), await buyerWith(code)];
    const done = await Promise.allSettled(buyers.map((buyer) => accept(buyer, 0)));
    expect(done.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await usedOf(code)).to.equal(1);
  });

  it('stays used when the same cart is paid twice and the second payment goes back', async () => {
    const code = await codeWith({ maxUses: 1 });
    const buyer = await buyerWith(code);
    const { id } = await pay(buyer);
    const sessions = app().connection.collection<{ _id: string }>('sandbox_stripe_sessions');
    const session = await sessions.findOne({ _id: id });
    const twin = `${id.slice(0, -4)}twin`;
    await sessions.insertOne({ ...session, _id: twin, idempotencyKey: null } as { _id: string });
    await sandbox().pay(id);
    await sandbox().pay(twin);
    const payment = await app().connection.collection<{ _id: string }>('payments').findOne({ _id: twin });
    expect(payment).to.deep.include({ status: 'paid', excess: 300 });
    expect(await usedOf(code)).to.equal(1);
    expect(await statusAndCode(pay(buyer))).to.deep.equal([409, 'WRONG_STATE']);
  });
});
