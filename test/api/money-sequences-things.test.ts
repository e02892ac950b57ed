import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { CartModel } from '../../src/features/checkout/cart.model.ts';
import { openCart, ownCart } from '../../src/features/checkout/carts.ts';
import { openCartCheckout, takeWebhook } from '../../src/features/checkout/checkout.service.ts';
import { CheckoutModel, PaymentModel } from '../../src/features/checkout/payment.model.ts';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { refundPayment } from '../../src/features/checkout/refund-payment.service.ts';
import { type EventRecord, findEvent } from '../../src/features/events/find-events.service.ts';
import { InvoiceModel } from '../../src/features/invoices/invoice.model.ts';
import { OrderModel } from '../../src/features/orders/order.model.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { PostingModel } from '../../src/features/orders/posting.model.ts';
import { cardArt } from '../../src/features/parcels/card-art.parts.ts';
import { makers } from '../../src/features/parcels/makers.parts.ts';
import { giveUpAddresses, makerOrderId, mendAddress } from '../../src/features/parcels/mend-address.ts';
import { moveParcelsAlong } from '../../src/features/parcels/move-along.ts';
import { ParcelModel, type StoredParcel } from '../../src/features/parcels/parcel.model.ts';
import { cancelParcel, orderThing } from '../../src/features/parcels/parcels.service.ts';
import { refundWork } from '../../src/features/parcels/refund-parcel.ts';
import { submitWork } from '../../src/features/parcels/submit-parcel.ts';
import { lookWork, takeNews } from '../../src/features/parcels/track-parcel.ts';
import { checkoutPostcard, rescueCards } from '../../src/features/postcards/checkout-postcard.service.ts';
import { PostcardModel, type StoredPostcard } from '../../src/features/postcards/postcard.model.ts';
import type { SeenPostcard } from '../../src/features/postcards/postcard-rules.ts';
import type { MakerNews } from '../../src/integrations/makers.ts';
import type { PaymentMessage } from '../../src/integrations/stripe-messages.ts';
import { AppError } from '../../src/platform/errors.ts';
import { platform } from '../../src/platform/platform.ts';
import type { ViewerUser } from '../../src/shared/viewer.ts';
import { copiedEvents } from '../helpers/copied-events.ts';
import { type CrashPlan, crashingWrites } from '../helpers/crashing-writes.ts';
import { finishedFilm } from '../helpers/finished-film.ts';
import { startFreeEvent } from '../helpers/giving.ts';
import { lossyMessages } from '../helpers/lossy-messages.ts';
import { type MakerModel, type MakerMood, makerModel } from '../helpers/maker-model.ts';
import { jobContext, PORTLAND } from '../helpers/parcels.ts';
import { type Random, randomOf } from '../helpers/seeded-random.ts';
import { type StripeModel, stripeModel } from '../helpers/stripe-model.ts';
import { newUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

/** `MONEY_SEQUENCES=1000` takes minutes. */
const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 32);
const STEPS = 16;
const AT_ONCE = 6;
const WEEK = 7 * 86_400_000;
const SHIP_TO = { ...PORTLAND, line2: null, phone: null };
const OVER = ['failed', 'cancelled'];

describe(`money of things, in ${SEQUENCES} random sequences`, function () {
  this.timeout(600_000);
  const web = useWeb();
  const scope = new AsyncLocalStorage<CrashPlan>();
  const moods = new AsyncLocalStorage<() => MakerMood>();
  let stripe: StripeModel;
  let maker: MakerModel;
  let user: ViewerUser;
  let events: string[];
  let uninstall: (() => void)[];

  before(async () => {
    stripe = stripeModel();
    maker = makerModel(() => moods.getStore()?.() ?? 'fine');
    const picture = Buffer.from('a side');
    uninstall = [
      payments.is(stripe).install(),
      makers.is({ printer: maker, heirloom: maker, acutrack: null }).install(),
      cardArt.is({ sidesOf: async () => ({ front: picture, back: picture }) }).install(),
      crashingWrites(
        [CartModel, PaymentModel, CheckoutModel, OrderModel, PostingModel, ParcelModel, PostcardModel] as never,
        scope,
      ),
    ];
    const creator = await newUser(web().origin);
    user = { ...creator.user, twoFactor: false } as unknown as ViewerUser;
    const event = await startFreeEvent(creator);
    await finishedFilm(web().connection, event);
    events = await copiedEvents(web().connection, event, SEQUENCES, 'film');
    // The picture of its cards is of a clip with the id of its event.
    const clips = events.map((id) => ({ _id: new Types.ObjectId(id), eventId: new Types.ObjectId(id) }));
    await web()
      .connection.collection('media')
      .insertMany(clips.map((clip) => ({ ...clip, receiptKey: `r_${clip._id}`, isThankYou: true, deletedAt: null })));
  });
  after(() => {
    for (const undo of uninstall) undo();
  });

  async function play(eventId: string, random: Random): Promise<void> {
    const { waiting, tell } = lossyMessages<PaymentMessage>(random);
    const reports = lossyMessages<MakerNews>(random);
    const event = async (): Promise<EventRecord> => {
      const found = await findEvent(eventId);
      if (!found) throw new Error('There is no event');
      return found;
    };
    const session = (status?: 'open') =>
      random.pick(stripe.sessionsOf(eventId).filter((each) => !status || each.status === status))?.id ?? '';
    const parcel = async (filter: object = {}) =>
      random.pick(await ParcelModel.find({ eventId: new Types.ObjectId(eventId), ...filter }).lean<StoredParcel[]>());
    const postCard = async () => {
      const to = random.chance(0.3)
        ? { ...SHIP_TO, region: null, postalCode: '10115', city: 'Berlin', country: 'DE' }
        : SHIP_TO;
      const drafts = await PostcardModel.find({ eventId, status: 'draft' }).lean<StoredPostcard[]>();
      const known = random.chance(0.5) ? random.pick(drafts) : undefined;
      const front = { mediaId: eventId, key: 'a picture', width: 2000, height: 1400 };
      const fresh = { eventId, userId: user.id, templateId: 'confetti-for-birthday', hand: 'pen' as const, front };
      const card = known ?? (await PostcardModel.create({ ...fresh, message: 'Sit down first.', to })).toObject();
      const seen = { card, event: await event() } as SeenPostcard;
      const { id } = await checkoutPostcard(seen, user);
      if (random.chance(0.3)) stripe.twin(id);
      if (random.chance(0.8)) tell(stripe.pay(id));
    };
    const orderBook = (cartId: string) =>
      orderThing({ cartId, product: 'videobook', quantity: 1 + random.below(2), shipTo: SHIP_TO }, user.id);
    const buyBooks = async () => {
      const addons = [{ id: 'book' as const, quantity: 1 + random.below(3), options: {} }];
      const { id } = await openCart(await event(), user, { addons });
      const page = await openCartCheckout(await ownCart(id, user.id));
      if (random.chance(0.2)) return;
      const message = stripe.pay(page.id);
      tell(message);
      if (random.chance(0.3)) return;
      await takeWebhook(message);
      await orderBook(id);
    };
    const submit = async () => {
      const due = await parcel({ dueAt: { $ne: null } });
      if (!due) return;
      await drawn(due);
      await ParcelModel.updateOne({ _id: due._id, dueAt: { $ne: null } }, { $set: { dueAt: new Date(0) } });
      await submitWork.run({ parcelId: String(due._id) }, jobContext);
    };
    const work = async () => {
      // Also on what was taken, although nobody heard the answer.
      const made = await parcel({ claimedAt: { $ne: null } });
      if (made) reports.tell(maker.work(makerOrderId(made), random.chance(0.25) ? 'fail' : 'on'));
    };
    const moves: (() => Promise<unknown>)[] = [
      ...[postCard, postCard, buyBooks, submit, submit, submit],
      async () => tell(stripe.pay(session('open'))),
      async () => tell(stripe.timeOut(session())),
      async () => orderBook(String(random.pick(await CartModel.find({ eventId }).lean())?._id ?? new Types.ObjectId())),
      async () => cancelParcel(String((await parcel())?._id ?? new Types.ObjectId()), user.id),
      async () => {
        const asked = await parcel({ fixBy: { $ne: null } });
        if (asked) await mendAddress(String(asked._id), { ...SHIP_TO, country: asked.shipTo.country }, user.id);
      },
      async () => giveUpAddresses(new Date(Date.now() + 2 * WEEK)),
      ...[work, work, work],
      async () => report(random.pick(reports.waiting)),
      async () => report(random.pick(reports.waiting)),
      async () => report(random.pick(reports.waiting)),
      async () => {
        const followed = await parcel({ lookAt: { $ne: null } });
        if (followed) await lookWork.run({ parcelId: String(followed._id) }, jobContext);
      },
      async () => {
        const due = await parcel({ refund: 'due' });
        if (due) await refundWork.run({ parcelId: String(due._id) }, jobContext);
      },
      async () => tell(stripe.giveBack(session(), random.chance(0.4) ? 100_000 : 1 + random.below(900))),
      async () => tell(stripe.failRefund(session())),
      async () => tell(stripe.dispute(session())),
      async () => tell(stripe.decide(session(), random.chance(0.5) ? 'won' : 'lost')),
      async () => refundPayment(session(), { amount: 100, note: 'Sorry' }, { id: user.id, ip: '' }),
      async () => takeWebhook(random.pick(waiting) ?? null),
      async () => takeWebhook(random.pick(waiting) ?? null),
      async () => takeWebhook(random.pick(waiting) ?? null),
    ];
    for (let step = 0; step < STEPS; step++) {
      const tabs = random.chance(0.2) ? 2 : 1;
      await Promise.all(Array.from({ length: tabs }, () => attempt(random.pick(moves) ?? event)));
      // Leases of the dead end with time.
      await CheckoutModel.updateMany({}, { $set: { until: new Date(0) } });
    }
    for (const news of reports.waiting) await attempt(() => report(news));
    for (const message of waiting.sort(() => (random.chance(0.5) ? 1 : -1))) await attempt(() => takeWebhook(message));

    async function report(news: MakerNews | undefined): Promise<void> {
      if (news) await takeNews(news);
    }

    /** One process that may die, and a maker that may fail; refusals are for people. */
    async function attempt(move: () => Promise<unknown>): Promise<void> {
      const left = random.chance(0.25) ? 1 + random.below(12) : 1e9;
      const plan = { left, isStored: random.chance(0.5), isDead: false };
      const mood = () => random.pick(['fine', 'fine', 'lost', 'unheard', 'sold-out', 'nowhere'] as const) ?? 'fine';
      try {
        await scope.run(plan, () => moods.run(mood, move));
      } catch (error) {
        if (!plan.isDead && !(error instanceof AppError)) throw error;
      }
    }
  }

  /** Drawing the cover of a book takes too long here. */
  async function drawn({ product, eventId, _id }: StoredParcel): Promise<void> {
    if (product === 'videobook') {
      await platform().store.write(`parcels/${eventId}/${_id}/cover.jpg`, Buffer.from('a cover'));
    }
  }

  /** What jobs and rescues do in time. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 50 && (await ParcelModel.exists({ isTold: false })); round++) {
      await moveParcelsAlong(new Date(Date.now() + 120_000));
    }
    await rescueCards(Date.now() + WEEK);
    const paid = await ParcelModel.find({ status: 'paid', fixBy: null }).lean<StoredParcel[]>();
    for (const parcel of paid) {
      await drawn(parcel);
      await ParcelModel.updateOne({ _id: parcel._id }, { $set: { dueAt: new Date(0) } });
      await submitWork.run({ parcelId: String(parcel._id) }, jobContext);
    }
    const followed = await ParcelModel.find({ lookAt: { $ne: null } }).lean<StoredParcel[]>();
    for (const { _id } of followed) await lookWork.run({ parcelId: String(_id) }, jobContext);
    // What is due waits for a bank.
    for (const { id } of events.flatMap((eventId) => stripe.sessionsOf(eventId))) {
      await takeWebhook(stripe.decide(id, 'won'));
    }
    const due = await ParcelModel.find({ refund: 'due' }).lean<StoredParcel[]>();
    for (const { _id } of due) await refundWork.run({ parcelId: String(_id) }, jobContext);
  }

  it('makes nothing twice, loses nothing, and has every cent in one place', async () => {
    const left = events.map((eventId, seed) => ({ eventId, seed }));
    const worker = async () => {
      for (let next = left.pop(); next; next = left.pop()) await play(next.eventId, randomOf(next.seed));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const first = await reconcile(0);
    expect(first.differences).to.deep.equal([]);
    await settle();
    const again = await reconcile(0);
    expect(again.differences).to.deep.equal([]);
    expect((await reconcile(0)).settled, 'asked again, there is nothing new').to.deep.equal([]);
    const counts = { made: 0, back: 0 };
    for (const [seed, eventId] of events.entries()) {
      const { made, back } = await check(eventId, `seed ${seed}`);
      counts.made += made;
      counts.back += back;
    }
    expect(counts.made, 'things that were made').to.be.greaterThan(SEQUENCES / 16);
    expect(counts.back, 'things whose money went back').to.be.greaterThan(SEQUENCES / 16);
    const parcels = await ParcelModel.find().lean<StoredParcel[]>();
    const books = parcels.filter(({ product, makerId }) => product === 'videobook' && makerId !== null);
    expect(books.length, 'books that were made').to.be.greaterThan(0);
    const worked = parcels.filter(({ makerId, status }) => makerId !== null && status !== 'submitted');
    expect(worked.length, 'things that their maker went on with').to.be.greaterThan(0);
    expect(await InvoiceModel.countDocuments({ number: null })).to.equal(0);
  });

  async function check(eventId: string, seed: string): Promise<{ made: number; back: number }> {
    const of = { eventId: new Types.ObjectId(eventId) };
    const [parcels, cards] = await Promise.all([
      ParcelModel.find(of).lean<StoredParcel[]>(),
      PostcardModel.find(of).lean<StoredPostcard[]>(),
    ]);
    for (const { id } of stripe.sessionsOf(eventId)) {
      const postings = await PostingModel.find({ paymentId: id }).lean();
      const entries = postings.flatMap((posting) => posting.entries);
      const sumOf = (account: string) =>
        entries.filter((entry) => entry.account === account).reduce((sum, { amount }) => sum + amount, 0);
      expect(
        entries.reduce((sum, { amount }) => sum + amount, 0),
        `${seed}: ${id}`,
      ).to.equal(0);
      expect(stripe.netOf(id), `${seed}: ${id} gave back too much`).to.be.at.least(0);
      expect(sumOf('stripe'), `${seed}: ${id} in the ledger`).to.equal(stripe.netOf(id));
      const own = parcels.filter(({ paymentId }) => paymentId === id);
      const refunds = await stripe.refundsOf(`pi_${id}`);
      for (const parcel of own) {
        const back = refunds.filter(({ key }) => key === `parcel:${parcel._id}`);
        expect(back.length, `${seed}: at most once`).to.be.at.most(OVER.includes(parcel.status) ? 1 : 0);
      }
      const isAlone = refunds.every(({ key }) => key?.startsWith('parcel:'));
      if (!isAlone || (await stripe.disputesOf(`pi_${id}`)).length > 0) continue;
      const over = own.filter(({ status }) => OVER.includes(status)).reduce((sum, { amount }) => sum + amount, 0);
      const failed = refunds.filter(({ isGood }) => !isGood).reduce((sum, { amount }) => sum + amount, 0);
      expect(sumOf('refunds'), `${seed}: ${id} gave back what was not made`).to.equal(over - failed);
    }
    for (const parcel of parcels) {
      const taken = maker.taken().filter((id) => id.startsWith(String(parcel._id)));
      expect(taken.length, `${seed}: made once`).to.be.at.most(1);
      const [order] = taken;
      const step = order ? (maker.stepOf(order) ?? 'submitted') : null;
      if (step) expect(parcel.status, `${seed}: as its maker has it`).to.equal(step);
      if (taken.length > 0) expect(parcel.status, `${seed}: nobody cancels what is made`).not.to.equal('cancelled');
      if (['submitted', 'inProduction', 'shipped', 'delivered'].includes(parcel.status)) {
        expect(taken, `${seed}: ${parcel.status}`).to.have.length(1);
      }
      expect(parcel.refund, `${seed}: ${parcel.status}`).to.equal(OVER.includes(parcel.status) ? 'done' : 'none');
    }
    for (const { _id, status } of cards) {
      const live = parcels.filter(
        ({ postcardId, status: is }) => String(postcardId) === String(_id) && is !== 'cancelled',
      );
      expect(live.length, `${seed}: a ${status} card`).to.equal(status === 'draft' ? 0 : 1);
    }
    const made = parcels.filter(({ makerId }) => makerId !== null).length;
    return { made, back: parcels.filter(({ status }) => OVER.includes(status)).length };
  }
});
