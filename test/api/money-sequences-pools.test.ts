import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { takeWebhook } from '../../src/features/checkout/checkout.service.ts';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { type EventRecord, findEvent } from '../../src/features/events/find-events.service.ts';
import { payments } from '../../src/features/orders/payments.parts.ts';
import { PostingModel } from '../../src/features/orders/posting.model.ts';
import { ContributionModel } from '../../src/features/presents/contribution.model.ts';
import { rescueContributions } from '../../src/features/presents/contribution-payments.service.ts';
import { givePoolBack, rescueReturns } from '../../src/features/presents/give-back-pool.ts';
import { openPoolContribution } from '../../src/features/presents/open-contribution.ts';
import { orderReward, rescueOffered } from '../../src/features/presents/order-reward.ts';
import { PoolModel } from '../../src/features/presents/pool.model.ts';
import { giftCards } from '../../src/features/presents/presents.parts.ts';
import { RewardModel } from '../../src/features/presents/reward.model.ts';
import { rescueOrdered } from '../../src/features/presents/submit-reward.ts';
import type { PaymentMessage } from '../../src/integrations/stripe-messages.ts';
import { AppError } from '../../src/platform/errors.ts';
import { type CardModel, type CardMood, cardModel } from '../helpers/card-model.ts';
import { type CrashPlan, crashingWrites } from '../helpers/crashing-writes.ts';
import { startEvent } from '../helpers/giving.ts';
import { lossyMessages } from '../helpers/lossy-messages.ts';
import { type Random, randomOf } from '../helpers/seeded-random.ts';
import { type StripeModel, stripeModel } from '../helpers/stripe-model.ts';
import { newUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

/** `MONEY_SEQUENCES=1000` takes minutes. */
const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? 40);
const STEPS = 12;
const AT_ONCE = 6;

describe(`money of pools, in ${SEQUENCES} random sequences`, function () {
  this.timeout(600_000);
  const web = useWeb();
  const scope = new AsyncLocalStorage<CrashPlan>();
  const moods = new AsyncLocalStorage<() => CardMood>();
  let stripe: StripeModel;
  let cards: CardModel;
  let events: string[];
  let uninstall: (() => void)[];
  let visits = 0;

  before(async () => {
    stripe = stripeModel();
    cards = cardModel(() => moods.getStore()?.() ?? 'fine');
    uninstall = [
      payments.is(stripe).install(),
      giftCards.is(cards).install(),
      crashingWrites([ContributionModel, PoolModel, RewardModel, PostingModel] as never, scope),
    ];
    const creator = await newUser(web().origin);
    events = await copiesOf((await startEvent(creator)).id);
  });
  after(() => {
    for (const undo of uninstall) undo();
  });

  /** Unwrapped gifts like this event. */
  async function copiesOf(id: string): Promise<string[]> {
    const all = web().connection.collection('events');
    const event = await all.findOne({ _id: new Types.ObjectId(id) });
    const key = (prefix: string) => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 22)}`;
    const copies = Array.from({ length: SEQUENCES }, (_, at) => ({
      ...event,
      _id: new Types.ObjectId(),
      uuid: randomUUID(),
      privateKey: key('p_'),
      viewKey: key('v_'),
      // Every second gift is shared.
      recipients: Array.from({ length: 1 + (at % 2) }, () => ({ ...event?.recipients[0], id: randomUUID() })),
      deliveredAt: new Date(),
      openedAt: new Date(),
    }));
    await all.insertMany(copies);
    return copies.map(({ _id }) => String(_id));
  }

  async function play(eventId: string, random: Random): Promise<void> {
    const { waiting, tell } = lossyMessages<PaymentMessage>(random);
    const event = async (): Promise<EventRecord> => {
      const found = await findEvent(eventId);
      if (!found) throw new Error('There is no event');
      return found;
    };
    const session = (status?: 'open') =>
      random.pick(stripe.sessionsOf(eventId).filter((each) => !status || each.status === status))?.id ?? '';
    const chipIn = async () => {
      const contributor = { name: 'Jonas' };
      const ip = `10.0.${Math.floor(++visits / 250)}.${visits % 250}`;
      await openPoolContribution(await event(), { contributor, anonymous: false, ip }, 100 + random.below(5000));
      if (random.chance(0.8)) tell(stripe.pay(session('open')));
    };
    const choose = async () => {
      const of = await event();
      const recipientId = random.pick(of.recipients)?.id ?? '';
      const amount = random.chance(0.5) ? { amount: 100 + random.below(3000) } : {};
      await orderReward(of, { productId: 'CARD', recipientId, country: 'US', ...amount });
    };
    const moves: (() => Promise<unknown>)[] = [
      ...[chipIn, chipIn, chipIn, choose, choose],
      async () => tell(stripe.pay(session('open'))),
      async () => tell(stripe.timeOut(session())),
      async () => tell(stripe.giveBack(session(), random.chance(0.4) ? 100_000 : 1 + random.below(900))),
      async () => tell(stripe.failRefund(session())),
      async () => tell(stripe.dispute(session())),
      async () => tell(stripe.decide(session(), random.chance(0.5) ? 'won' : 'lost')),
      async () => takeWebhook(random.pick(waiting) ?? null),
      async () => takeWebhook(random.pick(waiting) ?? null),
      async () => rescueOrdered(),
      async () => rescueReturns(),
      async () => (random.chance(0.2) ? givePoolBack(eventId, 'unclaimed') : null),
    ];
    for (let step = 0; step < STEPS; step++) {
      const tabs = random.chance(0.2) ? 2 : 1;
      await Promise.all(Array.from({ length: tabs }, () => attempt(random.pick(moves) ?? event)));
      // Leases of the dead end with time.
      await RewardModel.updateMany({ eventId: new Types.ObjectId(eventId) }, { $set: { until: new Date(0) } });
    }
    for (const message of waiting.sort(() => (random.chance(0.5) ? 1 : -1))) await attempt(() => takeWebhook(message));

    /** One process that may die, and a partner that may fail; refusals are for people. */
    async function attempt(move: () => Promise<unknown>): Promise<void> {
      const left = random.chance(0.25) ? 1 + random.below(12) : 1e9;
      const plan = { left, isStored: random.chance(0.5), isDead: false };
      const mood = () => random.pick(['fine', 'fine', 'fine', 'lost', 'unheard', 'refused', 'held'] as const) ?? 'fine';
      try {
        await scope.run(plan, () => moods.run(mood, move));
      } catch (error) {
        if (!plan.isDead && !(error instanceof AppError)) throw error;
      }
    }
  }

  it('orders nothing twice, loses nothing, and has every cent in one place', async () => {
    const left = events.map((eventId, seed) => ({ eventId, seed }));
    const worker = async () => {
      for (let next = left.pop(); next; next = left.pop()) await play(next.eventId, randomOf(next.seed));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await settle();
    const first = await reconcile(0);
    expect(first.differences).to.deep.equal([]);
    await settle();
    const again = await reconcile(0);
    expect(again.differences).to.deep.equal([]);
    expect(again.settled, 'asked again, there is nothing new').to.deep.equal([]);
    let delivered = 0;
    for (const [seed, eventId] of events.entries()) delivered += await check(eventId, `seed ${seed}`);
    expect(delivered, 'gift cards').to.be.greaterThan(SEQUENCES / 16);
    expect(cards.executed(), 'no card is ordered that nobody has').to.have.length(delivered);
  });

  /** What the rescues do in time, with a partner that answers. */
  async function settle(): Promise<void> {
    const past = new Date(Date.now() - 3_600_000);
    await ContributionModel.updateMany({ settledAt: null, paidAt: { $ne: null } }, { $set: { paidAt: past } });
    await rescueContributions();
    await web()
      .connection.collection('rewards')
      .updateMany({}, { $set: { until: new Date(0), createdAt: past } });
    await rescueOffered();
    await rescueOrdered();
    cards.decideAll(() => true);
    await RewardModel.updateMany({}, { $set: { until: new Date(0) } });
    await rescueOrdered();
    await rescueReturns();
  }

  /** @returns number of gift cards */
  async function check(eventId: string, seed: string): Promise<number> {
    const of = { eventId: new Types.ObjectId(eventId) };
    const [postings, pool, rewards] = await Promise.all([
      PostingModel.find(of).lean(),
      PoolModel.findById(eventId).lean(),
      RewardModel.find(of).lean(),
    ]);
    const entries = postings.flatMap((each) => each.entries);
    const sumOf = (account: string) =>
      entries.filter((each) => each.account === account).reduce((sum, { amount }) => sum + amount, 0);
    for (const posting of postings) {
      expect(
        posting.entries.reduce((sum, { amount }) => sum + amount, 0),
        seed,
      ).to.equal(0);
    }
    const sessions = stripe.sessionsOf(eventId);
    for (const { id } of sessions) expect(stripe.netOf(id), `${seed}: ${id} gave back too much`).to.be.at.least(0);
    const net = sessions.reduce((sum, { id }) => sum + stripe.netOf(id), 0);
    expect(sumOf('stripe'), `${seed}: the ledger has what Stripe has`).to.equal(net);
    const balance = pool?.balance ?? 0;
    const entered = (pool?.entries ?? []).reduce((sum, { amount }) => sum + amount, 0);
    expect(balance, `${seed}: the account adds up`).to.equal(entered).and.to.be.at.least(0);
    expect(sumOf('pool') + balance, `${seed}: the ledger has what the account has`).to.equal(0);
    expect(sumOf('rewards'), `${seed}: nothing is on its way`).to.equal(0);
    const got = rewards.filter(({ status }) => status === 'delivered');
    for (const { _id, amount } of got) expect(cards.spentOn(`reward-${_id}`), seed).to.equal(amount);
    expect(sumOf('spent'), `${seed}: what was spent`).to.equal(-got.reduce((sum, { amount }) => sum + amount, 0));
    expect(
      rewards.map(({ status }) => status),
      seed,
    ).to.satisfy((all: string[]) => all.every((status) => status === 'delivered' || status === 'returned'));
    if (pool?.closedAt) expect(balance, `${seed}: a closed pool is empty`).to.equal(0);
    return got.length;
  }
});
