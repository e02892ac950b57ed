import { expect } from 'chai';
import { Types } from 'mongoose';
import { purgeAccounts } from '../../src/features/account-data/account-deletion.service.ts';
import { endForDeletionWork } from '../../src/features/membership/end-for-deletion.ts';
import { subscriptions } from '../../src/features/membership/membership.parts.ts';
import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { createSubscriptions } from '../../src/integrations/stripe-subscriptions.ts';
import { deleteAccount, keepAccount } from '../../src/shared/contracts/account-data.ts';
import { getMembership, resumeMembership, startMembership } from '../../src/shared/contracts/membership.ts';
import { becomeMember } from '../helpers/members.ts';
import { newUser, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('the membership of a deleted account', () => {
  const app = useWholeApp({ hasWorker: false });
  let lena: SignedInUser;

  beforeEach(async () => {
    lena = await newUser(app().origin);
  });
  afterEach(() => stripeSandbox()?.webhooks.set('usual'));

  const table = (name: string) => app().connection.collection(name);
  const idOf = () => ({ _id: new Types.ObjectId(lena.user.id) });
  const askToGo = (who = lena) =>
    who.call(deleteAccount, { params: { id: lena.user.id }, body: { currentPassword: lena.password } });
  const atStripe = async (id: string) => (await stripeSandbox()?.members.find(id)) ?? null;
  const isThere = async () => (await table('users').countDocuments(idOf())) > 0;
  const invoices = () => table('invoices').countDocuments({ userId: new Types.ObjectId(lena.user.id) });

  async function purgeAfterThirtyDays(): Promise<void> {
    await table('users').updateOne(idOf(), { $set: { deletionDueAt: new Date(Date.now() - 1000) } });
    await purgeAccounts();
  }
  async function whileStripeIsDown(work: () => Promise<unknown>): Promise<void> {
    const nowhere = { secretKey: 'sk_test_x', hasTax: false, webhookSecret: 'whsec_x', host: '127.0.0.1', port: 9 };
    const undo = subscriptions.is(createSubscriptions(nowhere)).install();
    try {
      await work();
    } finally {
      undo();
    }
  }

  it('ends with the account, which waits for Stripe, where Stripe didn’t answer before', async () => {
    const id = await becomeMember(lena, 'yearly');
    await whileStripeIsDown(async () => {
      await askToGo();
      await purgeAfterThirtyDays();
    });
    expect([(await atStripe(id))?.status, await isThere()]).to.deep.equal(['active', true]);
    await purgeAfterThirtyDays();
    expect([(await atStripe(id))?.status, await isThere()]).to.deep.equal(['canceled', false]);
    expect(await table('memberships').countDocuments(idOf())).to.equal(0);
  });

  it('ends with its period once Stripe answers a second request', async () => {
    await becomeMember(lena, 'yearly');
    await whileStripeIsDown(() => askToGo());
    await askToGo(await signInElsewhere(app().origin, lena));
    const again = await signInElsewhere(app().origin, lena);
    expect((await again.call(getMembership, {})).cancelAtPeriodEnd).to.equal(true);
  });

  it('ends with its period once Stripe answers a job, where the account was not kept meanwhile', async () => {
    await becomeMember(lena, 'yearly');
    await whileStripeIsDown(() => askToGo());
    const job = await table('jobs').findOne({ type: 'membership.end-for-deletion', 'data.userId': lena.user.id });
    const run = () => endForDeletionWork.run(job?.data, {} as never);
    lena = await signInElsewhere(app().origin, lena);
    const isEnding = async () => (await lena.call(getMembership, {})).cancelAtPeriodEnd;

    const due = (await table('users').findOne(idOf()))?.deletionDueAt;
    await lena.call(keepAccount, { params: { id: lena.user.id } });
    await run();
    expect(await isEnding()).to.equal(false);
    await table('users').updateOne(idOf(), { $set: { deletionDueAt: due } });
    await run();
    expect(await isEnding()).to.equal(true);
  });

  it('ends with the account where it was resumed meanwhile', async () => {
    const id = await becomeMember(lena, 'yearly');
    await askToGo();
    lena = await signInElsewhere(app().origin, lena);
    await lena.call(resumeMembership, {});
    await purgeAfterThirtyDays();
    expect((await atStripe(id))?.status).to.equal('canceled');
  });

  it('closes an open payment page, and ends what was paid there without news', async () => {
    const { id } = await lena.call(startMembership, { body: { plan: 'monthly' } });
    await askToGo();
    await purgeAfterThirtyDays();
    expect((await atStripe(id))?.session).to.equal('expired');

    lena = await newUser(app().origin);
    stripeSandbox()?.webhooks.set('lost');
    const paid = await becomeMember(lena, 'monthly');
    await askToGo();
    await purgeAfterThirtyDays();
    expect(await atStripe(paid)).to.include({ session: 'complete', status: 'canceled' });
  });

  it('books a late renewal, and stores nothing else for the account', async () => {
    const id = await becomeMember(lena, 'monthly');
    await table('memberships').deleteOne(idOf());
    await table('users').deleteOne(idOf());
    await stripeSandbox()?.members.endPeriod(id);
    expect(await invoices()).to.equal(2);
    expect(await table('memberships').countDocuments(idOf())).to.equal(0);
  });
});
