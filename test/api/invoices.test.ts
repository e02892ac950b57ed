import { expect } from 'chai';
import { Types } from 'mongoose';
import { rescueNumbers } from '../../src/features/invoices/numbering.ts';
import { moneyReturned, orderSettled, type SettledOrder } from '../../src/features/orders/domain-events.ts';
import { type Invoice, listInvoices, updateBilling } from '../../src/shared/contracts/invoices.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

const YEAR = new Date().getUTCFullYear();

describe('invoices', () => {
  const web = useWeb({ env: { SELLER_NAME: 'Ribbon Films Ltd', SELLER_ADDRESS: '1 Ribbon Street; Dublin' } });
  let buyer: SignedInUser;
  let payments = 0;

  beforeEach(async () => {
    buyer = await newUser(web().origin);
  });

  const invoices = () => web().connection.collection('invoices');
  const counters = () => web().connection.collection<{ _id: number }>('invoice_counters');
  const listed = (by = buyer): Promise<Invoice[]> => by.call(listInvoices, { query: {} });

  function order(facts: Partial<SettledOrder['order']> = {}): SettledOrder {
    const line = { id: 'plus', label: 'Plus, film of 8 min', quantity: 1, unitAmount: 1200, amount: 1200 };
    const total = facts.total ?? 1200;
    return {
      paymentId: `cs_test_${++payments}`,
      paymentIntent: `pi_${payments}`,
      cardLast4: '4242',
      paidAt: new Date(),
      order: {
        id: `order-${payments}`,
        eventId: String(new Types.ObjectId()),
        userId: buyer.user.id,
        cartId: null,
        lines: [{ ...line, kind: 'package' }],
        promoCode: null,
        discount: 0,
        shipping: 0,
        credit: 0,
        film: { target: total, covered: 0, due: total, cash: total },
        total,
        currency: 'USD',
        email: buyer.user.email,
        country: 'US',
        postalCode: null,
        ...facts,
      },
    };
  }

  async function settle(settled: SettledOrder): Promise<void> {
    expect(await orderSettled.emit(settled)).to.deep.equal([]);
  }

  const refund = (settled: SettledOrder, amount: number, facts: { id?: string; status?: 'returned' | 'failed' } = {}) =>
    moneyReturned.emit({
      id: facts.id ?? `re_${settled.paymentId}`,
      reason: 'refund',
      status: facts.status ?? 'returned',
      amount,
      returned: amount,
      at: new Date(),
      ...settled,
    });

  /** Every number of this year, in order. */
  async function numbers(): Promise<string[]> {
    const all = await invoices()
      .find({ number: { $gt: '' } })
      .toArray();
    return all.map(({ number }) => String(number)).sort();
  }

  async function expectNoGap(): Promise<void> {
    const all = await numbers();
    expect(all).to.deep.equal(all.map((_, i) => `VD-${YEAR}-${String(i + 1).padStart(5, '0')}`));
  }

  describe('numbers', () => {
    it('have no gap when many payments settle at once, each several times', async () => {
      const settled = Array.from({ length: 12 }, () => order());
      await Promise.all([...settled, ...settled, ...settled].map(settle));
      expect(await listed()).to.have.length(12);
      await expectNoGap();
    });

    it('have no gap after a crash between any two writes', async () => {
      await settle(order());
      const [known] = await invoices()
        .find({ userId: new Types.ObjectId(buyer.user.id) })
        .toArray();
      const copy = (source: string) => ({ ...known, _id: new Types.ObjectId(), source, number: null, issuedAt: null });
      // Stored and not numbered; claimed a number and not stored it; numbered and not released the counter.
      const [stored, claimed, numbered] = [copy('payment:a'), copy('payment:b'), copy('payment:c')];
      await invoices().insertMany([stored, claimed, numbered]);
      await counters().updateOne({ _id: YEAR }, { $set: { holder: claimed._id, at: new Date() }, $inc: { last: 1 } });
      await settle(order());
      const last = (await counters().findOne({ _id: YEAR })) as { last?: number } | null;
      const number = `VD-${YEAR}-${String((last?.last ?? 0) + 1).padStart(5, '0')}`;
      await invoices().updateOne({ _id: numbered._id }, { $set: { number, issuedAt: new Date() } });
      await counters().updateOne({ _id: YEAR }, { $set: { holder: numbered._id }, $inc: { last: 1 } });
      await Promise.all([rescueNumbers(), rescueNumbers(), settle(order())]);
      expect(await invoices().countDocuments({ number: null })).to.equal(0);
      await expectNoGap();
    });

    it('return a number whose invoice got another one meanwhile', async () => {
      await settle(order());
      const [known] = await invoices()
        .find({ userId: new Types.ObjectId(buyer.user.id) })
        .toArray();
      await counters().updateOne({ _id: YEAR }, { $set: { holder: known?._id, at: new Date() }, $inc: { last: 1 } });
      await settle(order());
      await expectNoGap();
    });
  });

  describe('GET /api/v2/invoices', () => {
    it('lists what was paid, without who it is for, and nothing for $0', async () => {
      const shipped = order({ shipping: 499, discount: 240, promoCode: 'SPRING', total: 1459 });
      await settle(order({ total: 0 }));
      await settle(shipped);
      const [invoice, ...more] = await listed();
      expect(more).to.deep.equal([]);
      expect(invoice).to.deep.include({
        kind: 'invoice',
        title: 'Plus, film of 8 min, and 1 more',
        subtotal: 1459,
        tax: 0,
        total: 1459,
        status: 'paid',
        cardLast4: '4242',
        eventId: shipped.order.eventId,
      });
      const sum = invoice?.lines.reduce((all, { amount }) => all + amount, 0);
      expect(sum, 'lines add up').to.equal(1459);
    });

    it('mails a receipt once to the address given for it, without who it is for', async () => {
      const to = newEmail();
      const settled = order({ shipping: 499, discount: 240, promoCode: 'SPRING', total: 1459, email: to });
      await settle(settled);
      await settle(settled);
      expect(await writtenMails(web().connection, to, 'order-receipt')).to.deep.equal([
        {
          lines: 'Plus, film of 8 min\t$12.00\nShipping\t$4.99\nPromo code SPRING\t−$2.40',
          total: '$14.59',
          card: '4242',
          hasFilm: 'yes',
          url: `${web().config.appOrigin}/settings/invoices`,
        },
      ]);
    });

    it('says in the receipt mail whether a film is among what was paid', async () => {
      const to = newEmail();
      const card = { id: 'postcard', label: 'Postcard', quantity: 1, unitAmount: 299, amount: 299 };
      await settle(order({ lines: [{ ...card, kind: 'thing' }], total: 299, email: to }));
      const [values] = await writtenMails(web().connection, to, 'order-receipt');
      expect(values).to.include({ lines: 'Postcard\t$2.99', hasFilm: '' });
    });

    it('credits each refund once, in part and in full, and takes a failed one back', async () => {
      const settled = order();
      await settle(settled);
      await Promise.all([refund(settled, 200, { id: 're_1' }), refund(settled, 200, { id: 're_1' })]);
      const [credit, invoice] = await listed();
      expect([credit?.kind, credit?.total, credit?.title]).to.deep.equal([
        'credit',
        -200,
        `Credit for ${invoice?.number}`,
      ]);
      expect(invoice?.status, 'refunded in part').to.equal('paid');
      await refund(settled, 1000, { id: 're_2' });
      expect((await listed()).map(({ status }) => status)).to.deep.equal(['refunded', 'refunded', 'refunded']);
      await refund(settled, 1000, { id: 're_2', status: 'failed' });
      await refund(settled, 1000, { id: 're_2', status: 'failed' });
      const all = await listed();
      expect(all.reduce((sum, each) => sum + each.total, 0)).to.equal(1000);
      expect(all.at(-1)?.status, 'the bank didn’t take it').to.equal('paid');
      await expectNoGap();
    });

    it('say what tax is in the total, and in each part that goes back', async () => {
      const settled = { ...order(), tax: 192 };
      await settle(settled);
      await refund(settled, 300);
      const [credit, invoice] = await listed();
      expect([invoice?.tax, credit?.tax, credit?.total]).to.deep.equal([192, -48, -300]);
    });

    it('makes out the invoice first when the refund arrives before the payment', async () => {
      const settled = order();
      await refund(settled, 1200);
      await settle(settled);
      expect((await listed()).map(({ kind }) => kind)).to.deep.equal(['credit', 'invoice']);
    });
  });

  describe('GET /api/v2/invoices/:id.pdf', () => {
    it('answers a PDF to its buyer only, in letters of many languages and over several pages', async () => {
      await buyer.call(updateBilling, { body: { name: 'Όλγα Жукова-Øster', address: 'Ťažká 1\nBratislava' } });
      const line = {
        id: 'dvd',
        label: 'DVD in a case',
        quantity: 1,
        unitAmount: 10,
        amount: 10,
        kind: 'thing' as const,
      };
      await settle(order({ lines: Array.from({ length: 60 }, () => line), total: 600 }));
      const [invoice] = await listed();
      const answer = await buyer.fetch(invoice?.pdfUrl ?? '');
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
      expect(answer.headers.get('content-disposition')).to.equal(`attachment; filename="${invoice?.number}.pdf"`);
      const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      expect(pdf).to.match(/^%PDF-1\./);
      expect(pdf.match(/\/Type \/Page\b/g)?.length).to.be.greaterThan(1);
      expect((await (await newUser(web().origin)).fetch(invoice?.pdfUrl ?? '')).status).to.equal(404);
      expect((await newVisitor(web().origin).fetch(invoice?.pdfUrl ?? '')).status).to.equal(401);
    });
  });

  describe('/settings/invoices', () => {
    it('is empty at first, then lists invoices, and changes the address on new ones without script', async () => {
      expect(await (await buyer.fetch('/settings/invoices')).text()).to.include('No invoices yet');
      await settle(order());
      const saved = await buyer.postForm('/settings/invoices', {
        name: 'Lena & Co',
        address: '1 Main St\nTown',
        taxId: '',
      });
      expect(saved.headers.get('location')).to.equal('/settings/invoices?saved=billing');
      const html = await (await buyer.fetch('/settings/invoices?saved=billing')).text();
      expect(html)
        .to.include('Plus, film of 8 min')
        .and.include('Lena &amp; Co, 1 Main St, Town')
        .and.include('Saved.');
      await settle(order());
      const stored = await invoices()
        .find({ userId: new Types.ObjectId(buyer.user.id) })
        .sort({ _id: 1 })
        .toArray();
      expect(stored.map((each) => each.buyer.name)).to.deep.equal(['Ada', 'Lena & Co']);
    });
  });
});
