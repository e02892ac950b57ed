import { expect } from 'chai';
import { Types } from 'mongoose';
import { offerFor } from '../../src/features/promo/promo.service.ts';
import { countUse, giveBack } from '../../src/features/promo/promo-uses.ts';
import { openCart, updateCart } from '../../src/shared/contracts/carts.ts';
import { getReceipt } from '../../src/shared/contracts/media.ts';
import {
  checkPromoCode,
  createPromoCode,
  endPromoCode,
  listPromoCodes,
  listUserPromoCodes,
  type PromoCodeBody,
} from '../../src/shared/contracts/promo.ts';
import { PROMO } from '../../src/shared/promo.ts';
import { giveText, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

const DAY = 86_400_000;

describe('promo codes', () => {
  const app = useWholeApp({ hasWorker: false });
  let admin: SignedInUser;
  let creator: SignedInUser;
  let made = 0;

  before(async () => {
    admin = await newUser(app().origin, { role: 'admin' });
    creator = await newUser(app().origin);
  });

  const newCode = (facts: Partial<PromoCodeBody> = {}) =>
    admin.call(createPromoCode, { body: { code: `Spring-${++made}`, kind: 'percent', value: 25, ...facts } });
  const check = (code: string, eventId?: string, by = creator) =>
    by.call(checkPromoCode, { params: { code }, query: { ...(eventId && { eventId }) } });
  const newCart = () => String(new Types.ObjectId());
  const asked = (code: string, cartId: string) => ({
    ...{ code, userId: creator.user.id, cartId },
    ...{ eventId: null, occasion: null },
  });

  describe('GET /api/v2/promo-codes/check/:code', () => {
    it('takes a code as people type it, and says what it gives', async () => {
      const { code } = await newCode();
      expect(await check(` ${code.toLowerCase().replace('-', '–')} `)).to.deep.equal({
        valid: true,
        label: '25% off the film',
      });
      const off = await newCode({ kind: 'amount', value: 500 });
      expect(await check(off.code)).to.deep.equal({ valid: true, label: '$5 off the film', amountOff: 500 });
      const plus = await newCode({ kind: 'package', value: 0, packages: ['plus'] });
      expect((await check(plus.code)).label).to.equal('Plus for free');
    });

    it('gives the same answer for codes that do not exist, have not begun, or are over', async () => {
      const soon = await newCode({ startsAt: new Date(Date.now() + DAY).toISOString() });
      const over = await newCode({ endsAt: new Date(Date.now() - DAY).toISOString() });
      const ended = await newCode();
      await admin.call(endPromoCode, { params: { code: ended.code } });
      const answers = await Promise.all(
        ['NEVER-MADE', '?!', soon.code, over.code, ended.code].map((code) => check(code)),
      );
      for (const answer of answers) expect(answer).to.deep.equal({ valid: false, reason: 'unknown' });
    });

    it('knows which occasions a code is for', async () => {
      const { code } = await newCode({ occasions: ['wedding'] });
      const birthday = await startEvent(creator);
      const wedding = await startEvent(creator, { occasion: 'wedding' });
      expect(await check(code, birthday.id)).to.deep.equal({ valid: false, reason: 'notOnThisFilm' });
      expect((await check(code, wedding.id)).valid).to.equal(true);
      expect((await check(code)).valid, 'before there is an event').to.equal(true);
    });

    it('asks for an account and one’s own event', async () => {
      const { code } = await newCode();
      const event = await startEvent(await newUser(app().origin));
      expect((await statusAndCode(check(code, event.id)))[0]).to.be.oneOf([403, 404]);
      const stranger = newVisitor(app().origin);
      expect(await statusAndCode(stranger.call(checkPromoCode, { params: { code }, query: {} }))).to.deep.equal([
        401,
        'NOT_SIGNED_IN',
      ]);
    });

    it('refuses people who guess', async () => {
      const guesser = await newUser(app().origin);
      const guesses = Array.from({ length: PROMO.checks.perAccount }, (_, i) =>
        check(`GUESS-${i}`, undefined, guesser),
      );
      expect((await Promise.all(guesses)).every(({ valid }) => !valid)).to.equal(true);
      expect(await statusAndCode(check('GUESS-AGAIN', undefined, guesser))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
    });
  });

  describe('PUT /api/v2/carts/:id', () => {
    it('refuses people who guess, and takes the same code again', async () => {
      const guesser = await newUser(app().origin);
      const { id: eventId } = await startEvent(guesser);
      const cart = await guesser.call(openCart, { body: { eventId } });
      const put = (promoCode: string) => guesser.call(updateCart, { params: { id: cart.id }, body: { promoCode } });
      const { perAccount } = PROMO.checks;
      for (let guess = 1; guess <= perAccount; guess++) await put(`GUESS-${guess}`);
      expect((await put(`GUESS-${perAccount}`)).promotion).to.equal(null);
      expect(await statusAndCode(put('GUESS-AGAIN'))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
      const another = guesser.call(openCart, { body: { eventId, promoCode: 'GUESS-AGAIN' } });
      expect(await statusAndCode(another)).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
    });
  });

  describe('counting uses', () => {
    it('counts a cart once, and gives it back once', async () => {
      const { code } = await newCode({ maxUses: 1 });
      const cartId = newCart();
      const use = { code, userId: creator.user.id, cartId };
      expect(await Promise.all([countUse(use), countUse(use), countUse(use)])).to.deep.equal([true, true, true]);
      expect(await check(code)).to.deep.equal({ valid: false, reason: 'usedUp' });
      expect((await offerFor(asked(code, cartId))).valid, 'its own cart keeps it').to.equal(true);
      await Promise.all([giveBack({ cartId }), giveBack({ cartId })]);
      expect((await check(code)).valid).to.equal(true);
    });

    it('gives the last use to one of many carts', async () => {
      const { code } = await newCode({ maxUses: 3, perUser: 9 });
      const uses = Array.from({ length: 12 }, () => countUse({ code, userId: creator.user.id, cartId: newCart() }));
      expect((await Promise.all(uses)).filter(Boolean)).to.have.length(3);
      const listed = await admin.call(listPromoCodes, {});
      expect(listed.find((each) => each.code === code)?.used).to.equal(3);
    });

    it('limits the uses of one user', async () => {
      const { code } = await newCode({ perUser: 1 });
      const other = await newUser(app().origin);
      expect(await countUse({ code, userId: creator.user.id, cartId: newCart() })).to.equal(true);
      expect(await countUse({ code, userId: creator.user.id, cartId: newCart() })).to.equal(false);
      expect((await check(code, undefined, other)).valid).to.equal(true);
    });
  });

  describe('the checkout', () => {
    it('says what a good code is for that takes nothing off: another package, or a film that costs something', async () => {
      const plus = await newCode({ kind: 'package', value: 0, packages: ['plus'] });
      const event = await startEvent(creator);
      const { id } = await creator.call(openCart, { body: { eventId: event.id, promoCode: plus.code } });
      const shown = async () => (await creator.fetch(`/checkout/${id}`)).text();
      expect(await shown()).to.include('This code is for Plus. Choose that above to use it.');
      await creator.call(updateCart, { params: { id }, body: { packageId: 'plus' } });
      expect(await shown())
        .to.include('Plus for free')
        .and.not.include('This code is for');
      await giveText(newVisitor(app().origin), event, 'Very long');
      await app()
        .connection.collection('media')
        .updateOne({ eventId: new Types.ObjectId(event.id) }, { $set: { status: 'ready', length: 1500 } });
      expect(await shown()).to.include('This code is for Plus, and this film needs Premium.');

      const free = await startFreeEvent(creator);
      const { code } = await newCode();
      const gift = { eventId: free.id, promoCode: code, addons: [{ id: 'dvd' as const, quantity: 1 }] };
      const cart = await creator.call(openCart, { body: gift });
      expect(await (await creator.fetch(`/checkout/${cart.id}`)).text()).to.include(
        'The film has nothing left to pay, and codes take nothing off the rest.',
      );
    });
  });

  describe('POST /api/v2/promo-codes', () => {
    it('refuses a code of the same name, and values that make no sense', async () => {
      const { code } = await newCode();
      expect(await statusAndCode(newCode({ code }))).to.deep.equal([409, 'DUPLICATE']);
      const senseless: Partial<PromoCodeBody>[] = [{ value: 101 }, { kind: 'amount', value: 0 }, { kind: 'package' }];
      for (const facts of senseless) expect(await statusAndCode(newCode(facts))).to.deep.equal([422, 'FIELDS_REFUSED']);
    });
  });

  describe('a contributor’s code', () => {
    const clips = () => app().connection.collection('media');
    const ready = (id: string) => clips().updateOne({ _id: new Types.ObjectId(id) }, { $set: { status: 'ready' } });

    it('is earned by a clip that is ready, once for each contributor, and not valid on the same event', async () => {
      const anna = await newUser(app().origin);
      const event = await startEvent(creator);
      const clip = await giveText(anna, event, 'All the best');
      const receipt = (key = clip.receiptKey) => anna.call(getReceipt, { params: { key } });
      expect((await receipt()).promoCode, 'not before the clip is ready').to.equal(null);
      await ready(clip.media.id);
      const { promoCode: earned } = await receipt();
      expect(earned).to.deep.include({ label: '20% off the film', eventId: event.id });
      const second = await giveText(anna, event, 'And many more');
      await ready(second.media.id);
      expect((await receipt(second.receiptKey)).promoCode).to.deep.equal(earned);

      const code = earned?.code ?? '';
      expect(await check(code, event.id)).to.deep.equal({ valid: false, reason: 'notOnThisFilm' });
      const own = await startEvent(anna);
      expect((await check(code, own.id, anna)).valid).to.equal(true);
      const codes = await anna.call(listUserPromoCodes, { params: { id: anna.user.id } });
      expect(codes.map((each) => [each.code, each.source])).to.deep.equal([[code, 'contributor']]);
      expect((await statusAndCode(creator.call(listUserPromoCodes, { params: { id: anna.user.id } })))[0]).to.equal(
        404,
      );
    });

    it('is mailed with the receipt, and is invalid if the clip never gets ready', async () => {
      const email = newEmail();
      const ada = await newUser(app().origin);
      await confirmAddress(app().connection, ada.user.email);
      const event = await startEvent(ada);
      await giveText(newVisitor(app().origin), event, 'Cheers', { contributor: { name: 'Karl', email } });
      const [mail] = await writtenMails(app().connection, email, 'receipt');
      const { code = '', off } = mail ?? {};
      expect(code).to.match(/^GIFT-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      expect(off).to.equal('20% off the film');
      expect(await check(code)).to.deep.equal({ valid: false, reason: 'unknown' });
    });

    it('is not earned by the creator’s own clips', async () => {
      const event = await startEvent(creator);
      const clip = await giveText(creator, event, 'From me');
      await ready(clip.media.id);
      const { promoCode } = await creator.call(getReceipt, { params: { key: clip.receiptKey } });
      expect(promoCode).to.equal(null);
    });
  });
});
