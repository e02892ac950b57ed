import { expect } from 'chai';
import { rescueMailed } from '../../src/features/presents/follow-mail.ts';
import { signatureOf } from '../../src/integrations/sandbox/tremendous.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { type Reward, resendReward } from '../../src/shared/contracts/rewards.ts';
import { sandboxes } from '../helpers/pools.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { useRewards } from '../helpers/rewards.ts';
import { newUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const WRONG = 'rut@example.com';
const RIGHT = 'ruth@example.com';

describe('rewards that are mailed', () => {
  const web = useWeb();
  const { lena, ruth, event, key, order, view, ledger, givenPool, rewards } = useRewards(web);

  /** A card that was sent there. */
  async function mailed(email = WRONG): Promise<Reward> {
    await givenPool(2000);
    return order({ email });
  }
  const externalId = ({ id }: Reward) => `reward-${id}`;
  const bounce = (reward: Reward, reason = 'invalid_email', retryable = false) =>
    sandboxes().cards.bounce(externalId(reward), reason, retryable);
  const resend = ({ id }: Reward, email?: string) =>
    ruth().call(resendReward, { params: { id }, query: { v: key() }, body: email ? { email } : {} });
  const bounceOf = async () => (await view()).rewards[0]?.bounce;
  const page = async () => (await ruth().fetch(`/e/${key()}/reward`)).text();
  const news = async () =>
    (await lena().call(listNotifications, { query: {} })).filter(
      ({ eventId, text }) => eventId === event().id && text.includes('came back'),
    );
  /** Lets the rescue ask about mails at once. */
  const askNow = async () => {
    await web()
      .connection.collection('rewards')
      .updateMany({ mailLookAt: { $ne: null } }, { $set: { mailLookAt: new Date(1) } });
    await rescueMailed();
  };

  it('say that the email came back: to the recipient, the makers and the desk, without the address', async () => {
    const reward = await mailed();
    await bounce(reward);
    await bounce(reward);
    expect(await bounceOf()).to.deep.include({ why: 'invalid_email', canRepeat: false });
    expect(await page())
      .to.include(`The email to <bdi>${WRONG}</bdi> came back`)
      .and.include('or it has a typo')
      .and.not.include('on its way to');
    const told = await news();
    expect(told).to.have.length(1);
    expect(told[0]?.text).to.include('Ruth can have it sent to another address').and.not.include(WRONG);
    const admin = await newUser(web().origin, { role: 'admin' });
    const desk = await (await admin.fetch('/staff/orders')).text();
    expect(desk).to.include('Gift cards that came back').and.include(`/staff/events/${event().id}`);
    expect(desk).not.to.include(WRONG);
    expect(await (await admin.fetch('/staff')).text()).to.include('its email came back');
    expect(await ledger(), 'the card is paid').to.include({ spent: -2000 });
  });

  it('go to another address, and are followed there', async () => {
    const reward = await mailed();
    await bounce(reward);
    expect(await statusAndCode(resend(reward)), 'the same again').to.deep.equal([422, 'FIELDS_REFUSED']);
    const sent = await ruth().postForm(`/e/${key()}/reward/${reward.id}/resend?v=${key()}`, { email: RIGHT });
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([303, `/e/${key()}/reward?sent=1`]);
    expect((await view()).rewards[0]).to.include({ email: RIGHT, bounce: null });
    expect(await sandboxes().cards.mailedTo(externalId(reward))).to.equal(RIGHT);
    await bounce(reward, 'mailbox_unavailable', true);
    expect(await bounceOf()).to.include({ why: 'mailbox_unavailable' });
    expect((await news())[0]?.text, 'news again').to.include('came back');
    expect(await resend(reward), 'the same address').to.include({ email: RIGHT, bounce: null });
    expect(await rewards()).to.have.length(1);
  });

  it('are not sent twice: what did not come back stays where it is, with another address, too', async () => {
    const reward = await mailed(RIGHT);
    expect(await statusAndCode(resend(reward, 'someone@example.com'))).to.deep.equal([409, 'WRONG_STATE']);
    const refused = await ruth().postForm(`/e/${key()}/reward/${reward.id}/resend?v=${key()}`, {});
    expect(refused.status).to.equal(409);
    expect(await refused.text()).to.include(`says that it reached ${RIGHT}`);
    expect(await sandboxes().cards.mailedTo(externalId(reward))).to.equal(RIGHT);
  });

  it('are asked about where no report comes, and a late report of an earlier mail changes nothing', async () => {
    await givenPool(2000);
    const reward = await order({ amount: 1500, email: 'bounced@example.com' });
    expect(await bounceOf()).to.equal(null);
    await askNow();
    expect(await bounceOf()).to.include({ why: '', canRepeat: true });
    const byLink = await order({ amount: 500 });
    const noMail = ruth().call(resendReward, { params: { id: byLink.id }, query: { v: key() }, body: {} });
    expect(await statusAndCode(noMail), 'a link').to.deep.equal([409, 'WRONG_STATE']);
    await resend(reward, RIGHT);
    const body = JSON.stringify({
      event: 'REWARDS.DELIVERY.FAILED',
      uuid: crypto.randomUUID(),
      payload: { resource: { id: (await rewards())[0]?.rewardId, type: 'rewards' }, meta: {} },
    });
    const signature = signatureOf(sandboxes().cards.connection.webhookKey, body);
    const headers = { 'tremendous-webhook-signature': signature };
    const late = await fetch(`${web().origin}/api/tremendous/webhook`, { method: 'POST', headers, body });
    expect(late.status).to.equal(200);
    expect(await bounceOf(), 'of the link').to.equal(null);
    const [, mail] = (await view()).rewards;
    expect(mail).to.include({ id: reward.id, email: RIGHT, bounce: null });
    await askNow();
    expect((await rewards())[0]).to.include({ mailLookAt: null });
  });

  it('keep their address while the partner is away, and what is no address stays in the form', async () => {
    const reward = await mailed();
    await bounce(reward);
    const send = (email: string) => ruth().postForm(`/e/${key()}/reward/${reward.id}/resend?v=${key()}`, { email });
    sandboxes().cards.failNext(503);
    expect((await send(RIGHT)).status).to.equal(503);
    expect((await view()).rewards[0]).to.include({ email: WRONG });
    const form = await send('nowhere');
    expect(form.status).to.equal(422);
    expect(await form.text()).to.include('value="nowhere"');
  });
});
