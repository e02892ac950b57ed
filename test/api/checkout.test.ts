import { expect } from 'chai';
import { Types } from 'mongoose';
import Stripe from 'stripe';
import { sandboxWebhookSecret } from '../../src/integrations/stripe.ts';
import { createCheckoutSession, retrieveCheckoutSession } from '../../src/shared/contracts/checkout.ts';
import { deleteEvent, type Event } from '../../src/shared/contracts/events.ts';
import { cancelRenderJob, latestRenderJob, publish } from '../../src/shared/contracts/films.ts';
import { deleteMedia } from '../../src/shared/contracts/media.ts';
import { openMembershipPortal } from '../../src/shared/contracts/membership.ts';
import { giveText, readEvent, startEvent, startFreeEvent } from '../helpers/giving.ts';
import { becomeMember } from '../helpers/members.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const HOOK = '/api/stripe/webhook';
const stripe = new Stripe('sk_test_sandbox');

describe('paying for a film', () => {
  const app = useWholeApp({ hasWorker: false });
  let creator: SignedInUser;

  before(async () => {
    creator = await newUser(app().origin);
  });

  async function eventWithClip(): Promise<Event> {
    const event = await startEvent(creator);
    await giveText(newVisitor(app().origin), event, 'All the best');
    return event;
  }

  const open = (event: Event, by = creator) => by.call(createCheckoutSession, { body: { eventId: event.id } });
  const latest = (event: Event) => creator.call(latestRenderJob, { params: { id: event.id } });
  const paidOf = async (event: Event) => {
    const account = await app()
      .connection.collection('film_accounts')
      .findOne({ _id: new Types.ObjectId(event.id) });
    return account?.paid ?? 0;
  };
  const statusOf = async (id: string) =>
    (await creator.call(retrieveCheckoutSession, { query: { session_id: id } })).status;

  interface Message {
    id: string;
    event: Pick<Event, 'id'>;
    type?: string;
    paid?: boolean;
    userId?: string;
  }

  function messageOf({
    id,
    event,
    type = 'checkout.session.completed',
    paid = true,
    userId = creator.user.id,
  }: Message) {
    return JSON.stringify({
      id: 'evt_test',
      object: 'event',
      type,
      data: {
        object: {
          id,
          object: 'checkout.session',
          amount_total: 500,
          currency: 'usd',
          status: 'complete',
          payment_status: paid ? 'paid' : 'unpaid',
          client_reference_id: event.id,
          metadata: { eventId: event.id, userId },
        },
      },
    });
  }

  function post(payload: string, signature?: string): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) };
    return fetch(app().origin + HOOK, { method: 'POST', headers, body: payload });
  }

  function signed(payload: string, facts: { secret?: string; timestamp?: number } = {}): Promise<Response> {
    const secret = facts.secret ?? sandboxWebhookSecret(app().config);
    const stamp = facts.timestamp === undefined ? {} : { timestamp: facts.timestamp };
    return post(payload, stripe.webhooks.generateTestHeaderString({ payload, secret, ...stamp }));
  }

  it('opens one payment page for the price, however often it is requested', async () => {
    const event = await eventWithClip();
    const sessions = [await open(event), await open(event)];
    expect(sessions[0]?.url).to.equal(`${app().origin}/sandbox/pay/${sessions[0]?.id}`);
    expect(sessions[1]).to.deep.equal(sessions[0]);
    const page = await creator.fetch(new URL(sessions[0]?.url ?? '').pathname);
    expect(page.status).to.equal(200);
    expect(await page.text()).to.include('$5.00');
    expect(await statusOf(sessions[0]?.id ?? '')).to.equal('open');

    const clips = app().connection.collection('media');
    await clips.updateOne({ eventId: new Types.ObjectId(event.id) }, { $set: { length: 700 } });
    expect((await open(event)).id, 'another price is another page, not an error').not.to.equal(sessions[0]?.id);
  });

  it('counts a payment once and starts one film, however often its webhook comes', async () => {
    const event = await eventWithClip();
    const { id, url } = await open(event);
    const { pathname } = new URL(url);
    const back = await creator.postForm(pathname, {});
    expect([back.status, back.headers.get('location')]).to.deep.equal([303, `/e/${event.uuid}?session_id=${id}`]);
    const job = await latest(event);
    expect(job?.status).to.equal('queued');

    const payload = messageOf({ id, event });
    const answers = await Promise.all([signed(payload), signed(payload), creator.postForm(pathname, {})]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 303]);
    expect([await paidOf(event), await statusOf(id), (await latest(event))?.id]).to.deep.equal([500, 'paid', job?.id]);

    await creator.call(cancelRenderJob, { params: { id: job?.id ?? '' } });
    await signed(payload);
    expect((await latest(event))?.status, 'a late copy starts nothing').to.equal('cancelled');
    expect((await readEvent(creator, event)).price?.amount, 'what was paid stays paid').to.equal(0);
    expect(await statusAndCode(open(event))).to.deep.equal([409, 'WRONG_STATE']);
    expect((await creator.call(publish, { body: { eventId: event.id } })).status).to.equal('queued');
  });

  it('accepts webhooks out of order', async () => {
    const event = await eventWithClip();
    const { id } = await open(event);
    const late = { id, event, type: 'checkout.session.async_payment_succeeded' };
    expect((await signed(messageOf(late))).status).to.equal(200);
    expect((await signed(messageOf({ id, event, paid: false }))).status).to.equal(200);
    expect((await signed(messageOf({ id, event, type: 'checkout.session.expired', paid: false }))).status).to.equal(
      200,
    );
    expect([await paidOf(event), await statusOf(id)]).to.deep.equal([500, 'paid']);
  });

  it('does not start a film for a pending payment', async () => {
    const event = await eventWithClip();
    const { id } = await open(event);
    expect((await signed(messageOf({ id, event, paid: false }))).status).to.equal(200);
    expect([await paidOf(event), await statusOf(id), await latest(event)]).to.deep.equal([0, 'open', null]);
  });

  it('counts a payment whose session was not stored, and ignores foreign ones', async () => {
    const event = await eventWithClip();
    const { id } = await open(event);
    await app().connection.collection<{ _id: string }>('payments').deleteOne({ _id: id });
    expect((await signed(messageOf({ id, event }))).status).to.equal(200);
    expect([await paidOf(event), await statusOf(id)]).to.deep.equal([500, 'paid']);

    const foreign = messageOf({ id: 'cs_live_other_shop', event: { id: '' }, userId: '' });
    expect((await signed(foreign)).status, 'or it would be sent again for days').to.equal(200);
    expect((await signed(messageOf({ id: 'cs_x', event, type: 'customer.created' }))).status).to.equal(200);
  });

  it('refuses a webhook that is unsigned, wrongly signed, old or altered', async () => {
    const event = await eventWithClip();
    const { id } = await open(event);
    const payload = messageOf({ id, event });
    const now = Math.floor(Date.now() / 1000);
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: sandboxWebhookSecret(app().config) });
    const answers = [
      await post(payload),
      await post(payload, 't=1,v1=nonsense'),
      await signed(payload, { secret: 'whsec_somebody_else' }),
      await signed(payload, { timestamp: now - 301 }),
      await post(payload.replace('500', '1'), header),
      await post('', header),
      await post('[]', header),
    ];
    for (const answer of answers) {
      expect(answer.status).to.equal(400);
      expect(((await answer.json()) as { error: { code: string } }).error.code).to.equal('MALFORMED');
    }
    expect([await paidOf(event), await statusOf(id)]).to.deep.equal([0, 'open']);
    expect((await signed(payload, { timestamp: now - 250 })).status).to.equal(200);
    expect(await paidOf(event)).to.equal(500);
  });

  it('keeps the payment when the film can’t be made, and makes it later without a second payment', async () => {
    const event = await startEvent(creator);
    const { media, receiptKey } = await giveText(newVisitor(app().origin), event, 'Changed my mind');
    const { url } = await open(event);
    await newVisitor(app().origin).call(deleteMedia, { params: { id: media.id }, query: { receipt: receiptKey } });
    expect((await creator.postForm(new URL(url).pathname, {})).status).to.equal(303);
    const after = await readEvent(creator, event);
    expect([after.status, after.price?.amount, await latest(event)]).to.deep.equal(['active', 0, null]);
    await giveText(newVisitor(app().origin), event, 'Here I am again');
    expect((await creator.call(publish, { body: { eventId: event.id } })).status).to.equal('queued');
  });

  it('accepts payment from the creator only, and only for a price above zero', async () => {
    const { origin } = app();
    const event = await eventWithClip();
    const [stranger, organiser, editor] = [
      await newUser(origin),
      await newUser(origin),
      await newUser(origin, { role: 'editor' }),
    ];
    const { ObjectId } = app().connection.base.mongo;
    await app()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $push: { organiserIds: new ObjectId(organiser.user.id) } as never });
    expect(await statusAndCode(open(event, stranger))).to.deep.equal([404, 'NOT_FOUND']);
    expect(await statusAndCode(open(event, organiser))).to.deep.equal([403, 'NOT_ALLOWED']);
    expect(await statusAndCode(open(event, editor))).to.deep.equal([403, 'NOT_ALLOWED']);
    const { id } = await open(event);
    const spying = stranger.call(retrieveCheckoutSession, { query: { session_id: id } });
    expect(await statusAndCode(spying)).to.deep.equal([404, 'NOT_FOUND']);

    const free = await startFreeEvent(creator);
    expect(await statusAndCode(open(free)), 'no clip').to.deep.equal([409, 'WRONG_STATE']);
    await giveText(newVisitor(origin), free, 'Get well');
    expect(await statusAndCode(open(free)), 'nothing to pay').to.deep.equal([409, 'WRONG_STATE']);
    await creator.call(deleteEvent, { params: { id: event.id } });
    expect(await statusAndCode(open(event)), 'in the bin').to.deep.equal([409, 'WRONG_STATE']);
  });

  it('answers 404 for an unknown payment page', async () => {
    for (const id of ['cs_test_none', `cs_test_${'0'.repeat(48)}`, '%24ne', '..%2F..%2Fetc']) {
      expect((await creator.fetch(`/sandbox/pay/${id}`)).status).to.equal(404);
      expect((await creator.postForm(`/sandbox/pay/${id}`, {})).status).to.equal(404);
    }
  });
});

describe('the payment sandbox in production, which answers to APP_ORIGIN only', () => {
  const app = useWholeApp({
    hasWorker: false,
    host: 'localhost',
    env: {
      NODE_ENV: 'production',
      SESSION_SECRET: 'only-for-this-test-of-the-checkout',
      SMTP_URL: 'smtp://127.0.0.1:1',
      LEAKED_PASSWORDS_URL: 'none',
    },
  });

  it('takes payments of films and memberships', async () => {
    const origin = app().config.appOrigin;
    const creator = await newUser(origin);
    const event = await startEvent(creator);
    await giveText(newVisitor(origin), event, 'All the best');
    const { id, url } = await creator.call(createCheckoutSession, { body: { eventId: event.id } });
    const back = await creator.postForm(new URL(url).pathname, {});
    expect([back.status, back.headers.get('location')]).to.deep.equal([303, `/e/${event.uuid}?session_id=${id}`]);
    expect((await readEvent(creator, event)).price?.amount).to.equal(0);
    await becomeMember(creator, 'yearly');
    const portal = await creator.call(openMembershipPortal, {});
    expect((await creator.fetch(new URL(portal.url).pathname)).status).to.equal(200);
  });
});
