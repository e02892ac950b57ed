import { expect } from 'chai';
import { takeWebhook } from '../../src/features/checkout/checkout.service.ts';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { plant } from '../../src/features/presents/plant-trees.ts';
import { exportPresents, forgetGiver } from '../../src/features/presents/present-data.ts';
import type { AppError } from '../../src/platform/errors.ts';
import { openCart } from '../../src/shared/contracts/carts.ts';
import {
  contributeToPool,
  contributeTrees,
  treeCertificate,
  updatePool,
} from '../../src/shared/contracts/contributions.ts';
import { deleteEvent, getEvent } from '../../src/shared/contracts/events.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { createPostcard } from '../../src/shared/contracts/postcards.ts';
import { PRESENTS } from '../../src/shared/limits.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { chipIn, paymentOf, plantTrees, sandboxes, unwrapped } from '../helpers/pools.ts';
import { usePresents } from '../helpers/presents.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('gift pool and trees', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' } });
  const { lena, jonas, event, pool, ofEvent, ledger } = usePresents(web);

  const give = (body: object, who: Visitor = jonas()) =>
    who.call(contributeToPool, {
      body: { event: event().uuid, amount: 2000, contributor: { name: 'Jonas' }, ...body } as never,
    });
  const set = (collection: string, of: object, fields: object) =>
    web().connection.collection(collection).updateOne(of, { $set: fields });

  describe('POST /api/v2/tremendous/contributions', () => {
    it('adds the card’s cost, opens a payment page, and counts what the signed webhook says is paid', async () => {
      const opened = await give({ message: 'For the good chair.' });
      expect(opened).to.include({ amount: 2000, fee: 91, total: 2091 });
      expect(await pool()).to.include({ total: 0, available: 0, isOpen: true });
      await sandboxes().stripe.pay(paymentOf(opened.checkoutUrl));
      const paid = await pool();
      expect(paid).to.include({ total: 2000, available: 2000, currency: 'USD', trees: 0 });
      expect(paid.contributions).to.have.length(1);
      expect(paid.contributions[0]).to.deep.include({
        ...{ id: opened.id, eventId: event().id, kind: 'pool', amount: 2000, fee: 91, quantity: 1, name: 'Jonas' },
        ...{ message: 'For the good chair.', anonymous: false, status: 'paid' },
      });
      expect(await ledger()).to.deep.equal({ stripe: 2091, pool: -2000, fees: -91 });
    });

    it('counts a payment once, however often the webhook comes', async () => {
      const { stripe } = sandboxes();
      stripe.webhooks.set('twice');
      await chipIn(jonas(), event(), 1000);
      stripe.webhooks.set('usual');
      expect(await pool()).to.include({ total: 1000 });
      const { differences } = await reconcile();
      expect(differences).to.deep.equal([]);
      expect(await ledger()).to.deep.equal({ stripe: 1061, pool: -1000, fees: -61 });
    });

    it('finds a payment whose webhook got lost', async () => {
      const { stripe } = sandboxes();
      stripe.webhooks.set('lost');
      const { paymentId } = await chipIn(jonas(), event(), 1000);
      stripe.webhooks.set('usual');
      expect(await pool()).to.include({ total: 0 });
      const { settled, differences } = await reconcile();
      expect(settled).to.include(`payment ${paymentId}`);
      expect(differences).to.deep.equal([]);
      expect(await pool()).to.include({ total: 1000 });
    });

    it('answers the same page for the same Idempotency-Key', async () => {
      const body = JSON.stringify({ event: event().uuid, amount: 500, contributor: { name: 'Jonas' } });
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      const ask = async () =>
        (await jonas().fetch('/api/v2/tremendous/contributions', { method: 'POST', headers, body })).json();
      const [first, second] = [await ask(), await ask()];
      expect(first).to.have.nested.property('data.checkoutUrl');
      expect(second).to.deep.equal(first);
    });

    it('refuses less than $1, more than $500, parts of a cent, links and a missing name with 422', async () => {
      for (const wrong of [
        ...[{ amount: 99 }, { amount: 50_001 }, { amount: 100.5 }, { contributor: { name: '' } }],
        ...[{ message: 'Buy at www.example.com' }, { contributor: { name: 'http://example.com' } }],
      ]) {
        expect(await statusAndCode(give(wrong)), JSON.stringify(wrong)).to.deep.equal([422, 'FIELDS_REFUSED']);
      }
    });

    it('refuses a closed pool, a deleted event and one without an account with 409 or 404', async () => {
      await lena().call(updatePool, { params: { id: event().id }, body: { isOpen: false } });
      expect(await statusAndCode(give({}))).to.deep.equal([409, 'WRONG_STATE']);
      expect(await lena().call(updatePool, { params: { id: event().id }, body: { isOpen: true } })).to.include({
        isOpen: true,
      });
      await give({});
      await lena().call(deleteEvent, { params: { id: event().id } });
      expect(await statusAndCode(give({}))).to.deep.equal([404, 'NOT_FOUND']);
      const draft = await startEvent(jonas() as SignedInUser);
      expect(await statusAndCode(give({ event: draft.uuid }))).to.deep.equal([409, 'WRONG_STATE']);
    });

    it('refuses more than an event may collect in a day', async () => {
      await give({ amount: 50_000 });
      const most = PRESENTS.perDay.centsPerEvent;
      await set('contributions', { eventId: ofEvent() }, { amount: most - 1000 });
      expect(await statusAndCode(give({ amount: 1001 }))).to.deep.equal([409, 'LIMIT_REACHED']);
      await give({ amount: 1000 });
    });

    it('refuses more payments than one address may start in a day, and takes those of others', async () => {
      const [office, home] = ['203.0.113.7', '203.0.113.8'].map((ip) =>
        newVisitor(web().origin, { 'x-forwarded-for': ip }),
      ) as [Visitor, Visitor];
      await give({ amount: 50_000 });
      await set('contributions', { eventId: ofEvent() }, { amount: PRESENTS.perDay.centsPerEvent });
      for (let start = 1; start <= PRESENTS.perDay.startsPerAddress; start++) {
        expect(await statusAndCode(give({}, office))).to.deep.equal([409, 'LIMIT_REACHED']);
      }
      expect(await statusAndCode(give({}, office))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
      expect(await statusAndCode(give({}, home))).to.deep.equal([409, 'LIMIT_REACHED']);
    });

    it('gives money back that arrives when the pool has gone back', async () => {
      const opened = await give({ amount: 1000 });
      await web()
        .connection.collection('pools')
        .insertOne({
          _id: ofEvent(),
          balance: 0,
          entries: [],
          version: 0,
          isOpen: true,
          closedAt: new Date(),
        } as never);
      await sandboxes().stripe.pay(paymentOf(opened.checkoutUrl));
      expect(await pool()).to.include({ total: 0, isOpen: false });
      expect(await ledger()).to.deep.equal({});
    });

    it('tells the makers, gathered in one line', async () => {
      await chipIn(jonas(), event(), 1000, { name: 'Jonas' });
      await chipIn(jonas(), event(), 2000, { name: 'Karl' });
      const news = await lena().call(listNotifications, { query: {} });
      const own = news.filter(({ type, eventId }) => type === 'present' && eventId === event().id);
      expect(own.map(({ title }) => title)).to.deep.equal(['2 extra presents']);
    });

    it('writes to a giver who left an address, without a word about the gift in the subject', async () => {
      await chipIn(jonas(), event(), 1000, { email: 'jonas@example.com' });
      const [mail] = await web()
        .connection.collection('jobs')
        .find({ type: 'mail.send', uniqueKey: /^present-note:/, 'data.to': 'jonas@example.com' })
        .toArray();
      expect(mail?.data.values.what).to.equal('You gave $10.00, plus a card fee of $0.61: $10.61 in all. Thank you.');
    });
  });

  describe('POST /api/v2/tree/contributions', () => {
    it('counts trees at $1 each, and orders them at the partner once', async () => {
      const opened = await plantTrees(jonas(), event(), 5);
      expect(opened).to.include({ amount: 500, fee: 0, total: 500 });
      expect(await pool()).to.include({ trees: 5, total: 0 });
      expect(await ledger()).to.deep.equal({ stripe: 500, trees: -500 });
      const { trees } = sandboxes();
      trees.failNext('cut', 500);
      const order = () => plant({ contributionId: opened.id }).catch((error: AppError) => error.code);
      expect([await order(), await order()]).to.deep.equal(['PROVIDER_DOWN', 'PROVIDER_DOWN']);
      await order();
      await order();
      expect(trees.planted.get(`trees-${opened.id}`)).to.equal(5);
      const stored = await web().connection.collection('contributions').findOne({ eventId: ofEvent() });
      expect(stored?.plantedAt).to.be.instanceOf(Date);
    });

    it('counts them at the event, for its recipient once the gift is unwrapped, until they are given back', async () => {
      const countedBy = async (who: Visitor, ref = event().uuid) =>
        (await who.call(getEvent, { params: { id: ref }, query: {} })).counts.trees;
      const { paymentId } = await plantTrees(jonas(), event(), 5);
      await plantTrees(jonas(), event(), 2);
      expect([await countedBy(lena()), await countedBy(jonas())]).to.deep.equal([7, 7]);
      const ruth = newVisitor(web().origin);
      expect(await countedBy(ruth, event().privateKey), 'a surprise').to.equal(0);
      const certificate = () => ruth.fetch(treeCertificate(event().privateKey ?? ''));
      expect((await certificate()).status).to.equal(409);
      await unwrapped(web().connection, event());
      const pdf = await certificate();
      expect([pdf.status, pdf.headers.get('content-type')]).to.deep.equal([200, 'application/pdf']);
      const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
      expect(bytes).to.match(/^%PDF-1\./);
      expect(bytes.match(/\/Type \/Page\b/g)).to.have.length(1);
      expect(await countedBy(ruth, event().privateKey)).to.equal(7);
      const { paymentIntent } = (await payments().find(paymentId)) ?? {};
      const asked = { paymentIntent: paymentIntent ?? '', amount: 500, key: 'by hand', why: 'asked' as const };
      await takeWebhook({ about: 'refund', refund: await payments().refund(asked) });
      expect(await countedBy(lena())).to.equal(2);
    });

    it('makes the film outdated, like any change, and starts no film by itself', async () => {
      await finishedFilm(web().connection, event());
      const isOutdated = async () =>
        (await lena().call(getEvent, { params: { id: event().uuid }, query: {} })).isFilmOutdated;
      const jobs = () =>
        web()
          .connection.collection('jobs')
          .countDocuments({ type: { $in: ['film.render', 'film.titles'] }, 'data.eventId': event().id });
      expect(await isOutdated()).to.equal(false);
      const before = await jobs();
      await plantTrees(jonas(), event(), 1);
      expect(await isOutdated()).to.equal(true);
      expect(await jobs()).to.equal(before);
    });

    it('refuses none, parts of one and more than a hundred with 422', async () => {
      for (const quantity of [0, 1.5, 101]) {
        const body = { event: event().uuid, quantity, contributor: { name: 'Jonas' } };
        expect((await refusalOf(jonas().call(contributeTrees, { body }))).status).to.equal(422);
      }
    });
  });

  it('says who gets it: the recipients, or in a memorial those who are given the film', async () => {
    for (const [occasion, names, said] of [
      ['birthday', ['Ruth'], ['Ruth picks it', 'tree for Ruth', 'name to Ruth', 'For Ruth']],
      ['birthday', ['Ruth', 'Walter'], ['Ruth and Walter pick it']],
      ['memorial', ['Walter'], ['The people it’s given to pick it', 'tree in memory of Walter', 'For the gift']],
    ] as const) {
      const recipients = names.map((firstName) => ({ firstName }));
      const { receiptUrl } = await giveText(jonas(), await startEvent(lena(), { occasion, recipients }), 'So dear');
      const html = await (await jonas().fetch(new URL(receiptUrl).pathname)).text();
      const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
      for (const words of said) expect(text).to.include(words);
    }
  });

  it('lets the forms that are answered by a payment page lead there', async () => {
    const { receiptKey } = await giveText(jonas(), event(), 'All the best');
    const cart = await lena().call(openCart, { body: { eventId: event().id } });
    const card = await lena().call(createPostcard, { body: { eventId: event().id } });
    const uuid = event().uuid;
    for (const [path, form] of [
      [`/e/${uuid}/receipt/${receiptKey}`, `/e/${uuid}/receipt/${receiptKey}/pool`],
      [`/e/${uuid}/receipt/${receiptKey}`, `/e/${uuid}/receipt/${receiptKey}/trees`],
      [`/checkout/${cart.id}`, `/checkout/${cart.id}/pay`],
      [`/e/${uuid}/postcards/${card.id}`, `/e/${uuid}/postcards/${card.id}/checkout`],
    ] as const) {
      const page = await (path.includes('receipt') ? jonas() : lena()).fetch(path);
      expect(await page.text(), path).to.include(`action="${form}"`);
      const policy = page.headers.get('content-security-policy');
      expect(policy, path).to.include("form-action 'self' https://checkout.stripe.com;");
    }
  });

  describe('who sees what', () => {
    it('shows amounts to the makers only', async () => {
      await chipIn(jonas(), event(), 2000);
      const visitors = [
        jonas(),
        newVisitor(web().origin, { 'x-event-key': event().privateKey ?? '' }),
        await newUser(web().origin),
      ];
      for (const who of visitors) expect((await refusalOf(pool(who))).status).to.be.oneOf([401, 403, 404]);
      const page = await (await jonas().fetch(`/e/${event().uuid}`)).text();
      expect(page).not.to.match(/\$20|2000/);
    });
  });

  describe('personal data', () => {
    it('exports and forgets by address', async () => {
      const email = `anna-${event().uuid.slice(0, 8)}@example.com`;
      await chipIn(jonas(), event(), 2000, { email, name: 'Anna' });
      const [own] = (await exportPresents(email)) as Record<string, unknown>[];
      expect(own).to.include({ gave: 'pool', amountCents: 2000, name: 'Anna' });
      await forgetGiver(email);
      expect(await exportPresents(email)).to.deep.equal([]);
    });
  });
});
