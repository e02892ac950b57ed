import { expect } from 'chai';
import { reconcile } from '../../src/features/checkout/reconcile.service.ts';
import { stripeSandbox } from '../../src/integrations/sandboxes.ts';
import { listInvoices } from '../../src/shared/contracts/invoices.ts';
import {
  cancelMembership,
  getMembership,
  previewPlanSwitch,
  switchPlan,
} from '../../src/shared/contracts/membership.ts';
import { eventually } from '../helpers/eventually.ts';
import { becomeMember } from '../helpers/members.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

const DAY = 24 * 3600;
const WELCOME = /^You’re a member now, until /;
type Plan = 'monthly' | 'yearly';

describe('changes of a membership', () => {
  const app = useWholeApp({ hasWorker: false });
  let lena: SignedInUser;

  beforeEach(async () => {
    lena = await newUser(app().origin);
  });

  const members = () => app().connection.collection<{ _id: string }>('sandbox_stripe_members');
  const price = (plan: Plan) => lena.call(previewPlanSwitch, { query: { plan } });
  const change = (plan: Plan, shownAt: string) => lena.call(switchPlan, { body: { plan, shownAt } });
  const mine = () => lena.call(getMembership, {});
  const sumsOf = async () =>
    (await lena.call(listInvoices, { query: {} })).map(({ kind, total }) => [kind, total] as const);
  const mails = async () =>
    (await writtenMails(app().connection, lena.user.email, 'membership'))
      .map(({ what = '' }) => what)
      .filter((what) => !WELCOME.test(what));
  const sandbox = () => {
    const running = stripeSandbox();
    if (!running) throw new Error('There is no sandbox');
    return running;
  };

  /** A member for a third of a month, or of a year. */
  async function memberFor(plan: Plan): Promise<string> {
    const id = await becomeMember(lena, plan);
    const now = Math.floor(Date.now() / 1000);
    const days = plan === 'monthly' ? 30 : 360;
    const period = { periodStart: now - (days / 3) * DAY, periodEnd: now + (days / 1.5) * DAY };
    await members().updateOne({ _id: id }, { $set: period });
    return id;
  }

  describe('POST /api/v2/subscriptions/switch', () => {
    it('charges a year less what is left of the month, as it was shown, and once', async () => {
      await memberFor('monthly');
      const shown = await price('yearly');
      expect(shown).to.deep.include({ plan: 'yearly', unused: 600, due: 5300, credit: 0 });
      expect((await mine()).plan, 'a look changes nothing').to.equal('monthly');
      const [first, again] = [await change('yearly', shown.shownAt), await change('yearly', shown.shownAt)];
      expect(again).to.deep.equal(first);
      expect(first).to.deep.include({ status: 'active', plan: 'yearly', currentPeriodEnd: shown.currentPeriodEnd });
      expect(await sumsOf()).to.deep.equal([
        ['invoice', 5300],
        ['invoice', 900],
      ]);
      expect(await mails()).to.have.length(1);
      expect((await mails())[0]).to.match(/^Your membership is yearly now\. We charged \$53\.00\. It renews on /);
    });

    it('keeps what is left of a year for the next months, with a credit note', async () => {
      const id = await memberFor('yearly');
      const shown = await price('monthly');
      expect(shown).to.deep.include({ unused: 3933, due: 0, credit: 3033 });
      expect((await change('monthly', shown.shownAt)).plan).to.equal('monthly');
      expect(await sumsOf()).to.deep.equal([
        ['credit', -3033],
        ['invoice', 5900],
      ]);
      expect((await mails())[0]).to.match(/^Your membership is monthly now\. There was nothing to pay, and \$30\.33/);
      await sandbox().members.changeCard(id, false);
      await sandbox().members.endPeriod(id);
      expect(await mine(), 'paid from the credit').to.deep.include({ status: 'active', isGood: true });
      const now = Math.floor(Date.now() / 1000);
      await members().updateOne({ _id: id }, { $set: { periodStart: now, periodEnd: now + 30 * DAY } });
      expect((await price('yearly')).due, 'credit counts').to.equal(5900 - 900 - (3033 - 900));
    });

    it('changes nothing when the card is declined, the price is old, or there is nothing to switch', async () => {
      expect(await statusAndCode(price('yearly')), 'no member').to.deep.equal([409, 'WRONG_STATE']);
      const id = await memberFor('monthly');
      expect(await statusAndCode(price('monthly')), 'the same plan').to.deep.equal([409, 'WRONG_STATE']);
      await sandbox().members.changeCard(id, false);
      const { shownAt } = await price('yearly');
      expect(await statusAndCode(change('yearly', shownAt))).to.deep.equal([409, 'WRONG_STATE']);
      const stale = [new Date(Date.now() - 2 * 3_600_000), new Date(Date.now() + 600_000)];
      for (const when of stale) {
        expect(await statusAndCode(change('yearly', when.toISOString()))).to.deep.equal([409, 'WRONG_STATE']);
      }
      await lena.call(cancelMembership, {});
      expect(await statusAndCode(price('yearly')), 'it ends').to.deep.equal([409, 'WRONG_STATE']);
      expect([(await mine()).plan, await sumsOf()]).to.deep.equal(['monthly', [['invoice', 900]]]);
    });

    it('takes two taps without script', async () => {
      await memberFor('monthly');
      const html = await (await lena.fetch('/settings/membership')).text();
      expect(html).to.include('Switch to yearly, $59 a year');
      const offer = await (await lena.fetch('/settings/membership?switch=yearly')).text();
      expect(offer).to.include('Switch and pay $53.00');
      const shownAt = /name="shownAt" value="([^"]+)"/.exec(offer)?.[1] ?? '';
      const done = await lena.postForm('/settings/membership/switch', { plan: 'yearly', shownAt });
      expect(done.headers.get('location')).to.equal('/settings/membership?switched=1');
      expect(await (await lena.fetch('/settings/membership?switched=1')).text()).to.include(
        'You’re on the yearly plan now',
      );
    });
  });

  describe('a refund at the provider', () => {
    const intentOf = async (id: string) => {
      const member = await app()
        .connection.collection<{ _id: string; subscription: string }>('sandbox_stripe_members')
        .findOne({ _id: id });
      return `pi_${member?.subscription.slice(4)}001`;
    };
    const refund = async (id: string, amount: number): Promise<string> => {
      const { host, port } = sandbox();
      const answer = await fetch(`http://${host}:${port}/v1/refunds`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_x', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ payment_intent: await intentOf(id), amount: String(amount) }),
      });
      return ((await answer.json()) as { id: string }).id;
    };

    it('gets a credit note and a mail; one that fails gets an invoice again', async () => {
      const id = await becomeMember(lena, 'yearly');
      const given = await refund(id, 2000);
      const credit = ['credit', -2000];
      await eventually('the credit note', async () => (await sumsOf()).length === 2);
      expect(await sumsOf()).to.deep.equal([credit, ['invoice', 5900]]);
      await eventually('the mail', async () => (await mails()).length === 1);
      expect((await mails())[0]).to.match(/^We’ve given \$20\.00 of your membership back/);
      expect((await mine()).status, 'it stays').to.equal('active');
      await sandbox().failRefund(given);
      await eventually('the invoice', async () => (await sumsOf()).length === 3);
      expect((await sumsOf())[0]).to.deep.equal(['invoice', 2000]);
    });

    it('is found when no webhook told', async () => {
      const id = await becomeMember(lena, 'monthly');
      sandbox().webhooks.set('lost');
      await refund(id, 900);
      sandbox().webhooks.set('usual');
      expect(await sumsOf()).to.have.length(1);
      await reconcile();
      expect(await sumsOf()).to.deep.equal([
        ['credit', -900],
        ['invoice', 900],
      ]);
      await reconcile();
      expect(await sumsOf(), 'once').to.have.length(2);
    });
  });
});
