import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { eventJobs } from '../../src/features/events/job-types.ts';
import { platform } from '../../src/platform/platform.ts';
import { deliverEvent } from '../../src/shared/contracts/deliveries.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { listNotifications } from '../../src/shared/contracts/notifications.ts';
import { MAILS_TO_OTHERS } from '../../src/shared/limits.ts';
import { eventually } from '../helpers/eventually.ts';
import { readEvent, startFreeEvent, timeToGive } from '../helpers/giving.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const HOUR = 3_600_000;
const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the gift mail', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  const events = () => app().connection.collection('events');
  const newId = () => new (app().connection.base.mongo.ObjectId)();

  async function newSender(): Promise<SignedInUser> {
    const sender = await newUser(app().origin);
    await confirmAddress(app().connection, sender.user.email);
    return sender;
  }

  /** Has a film made, as far as a delivery looks at it. */
  const newFilm = (event: Event) =>
    events().updateOne({ uuid: event.uuid }, { $set: { status: 'finalized', currentFilmId: newId() } });

  const named = (emails: string[]) => emails.map((email) => ({ firstName: 'Ruth', email }));

  async function withFilm(sender: SignedInUser, ...emails: string[]): Promise<Event> {
    const event = await startFreeEvent(sender, { recipients: named(emails) });
    await newFilm(event);
    return event;
  }

  const deliver = (sender: SignedInUser, event: Event, body: { at?: string; message?: string } = {}) =>
    sender.call(deliverEvent, { params: { id: event.id }, body });

  /** Delivers, and answers the event once that is done. */
  async function delivered(sender: SignedInUser, event: Event, message = ''): Promise<Event> {
    await deliver(sender, event, { message });
    await timeToGive(event);
    return readEvent(sender, event);
  }

  async function settled(sender: SignedInUser, event: Event): Promise<Event> {
    await eventually('the delivery to end', async () => {
      const stored = await events().findOne({ uuid: event.uuid });
      return stored?.deliveryId === null;
    });
    return readEvent(sender, event);
  }

  const planOf = async (event: Event): Promise<string> =>
    (await events().findOne({ uuid: event.uuid }))?.deliveryId ?? '';
  const mailTo = (email: string) => eventually('the mail', async () => (await app().mailsTo(email))[0]);
  const mailsDone = () =>
    eventually('all mails to be sent', async () => {
      return (await app().connection.collection('jobs').countDocuments({ type: 'mail.send', alive: true })) === 0;
    });

  describe('from an account with an unconfirmed address', () => {
    it('is refused with 403 and says what to do', async () => {
      const sender = await newUser(app().origin);
      const event = await withFilm(sender, newEmail());
      const refusal = await refusalOf(deliver(sender, event));
      expect([refusal.status, refusal.code]).to.deep.equal([403, 'ADDRESS_UNCONFIRMED']);
      expect(refusal.message)
        .to.match(/confirm your email address/i)
        .and.match(/resend it/);
      expect((await events().findOne({ uuid: event.uuid }))?.deliveryId).to.equal(null);
      await confirmAddress(app().connection, sender.user.email);
      expect((await delivered(sender, event)).status).to.equal('delivered');
    });

    it('can’t be scheduled through the event either, except with a link handed over', async () => {
      const sender = await newUser(app().origin);
      const event = await withFilm(sender, newEmail());
      const deliverAt = new Date(Date.now() + HOUR).toISOString();
      const plan = (body: { deliverAt: string | null }) =>
        sender.call(updateEvent, { params: { id: event.id }, query: {}, body });
      const [refusal, asDelivering] = [await refusalOf(plan({ deliverAt })), await refusalOf(deliver(sender, event))];
      expect([refusal.status, refusal.message]).to.deep.equal([403, asDelivering.message]);
      expect((await readEvent(sender, event)).deliverAt).to.equal(null);
      await plan({ deliverAt: null });

      const byHand = { byHand: true, at: new Date(Date.now() + 2 * HOUR).toISOString() };
      await sender.call(deliverEvent, { params: { id: event.id }, body: byHand });
      expect((await plan({ deliverAt })).deliverAt).to.equal(deliverAt);
    });

    it('is not sent at the event’s scheduled time, and the organiser learns why', async () => {
      const sender = await newUser(app().origin);
      const email = newEmail();
      const deliverAt = new Date(Date.now() + HOUR).toISOString();
      const event = await startFreeEvent(sender, { recipients: named([email]), deliverAt });
      await newFilm(event);
      const deliveryId = await planOf(event);
      await platform().queue.enqueue(eventJobs.deliver, { eventId: event.id, deliveryId }, { uniqueKey: 'now' });
      const { status, undelivered, recipients } = await settled(sender, event);
      expect(status).to.equal('finalized');
      expect(undelivered).to.deep.equal([{ recipientId: recipients[0]?.id, why: 'unconfirmed' }]);
      await mailsDone();
      expect(await app().mailsTo(email)).to.deep.equal([]);
    });
  });

  describe('from a new sender', () => {
    const LINKS = [
      'https://win.example',
      'Look: www.win.click/x',
      'win.xyz',
      'wi\u200bn.online',
      'ruth@win.store',
      'win．com',
    ];

    it('refuses links at the field, and accepts the words without them', async () => {
      const sender = await newSender();
      const event = await withFilm(sender, newEmail());
      for (const message of LINKS) {
        const refusal = await refusalOf(deliver(sender, event, { message }));
        expect([message, refusal.status, Object.keys(refusal.fields)]).to.deep.equal([message, 422, ['message']]);
      }
      await delivered(sender, event, 'For you... Dr. Ruth, at 7.30 p.m. e.g. with cake');
      expect((await mailTo(event.recipients[0]?.email ?? '')).text).to.include('with cake');
    });

    it('accepts links after a week and an earlier gift', async () => {
      const sender = await newSender();
      await delivered(sender, await withFilm(sender, newEmail()));
      const email = newEmail();
      const event = await withFilm(sender, email);
      expect(await statusAndCode(deliver(sender, event, { message: LINKS[0] }))).to.deep.equal([422, 'FIELDS_REFUSED']);
      await app()
        .connection.collection('users')
        .updateOne(
          { email: sender.user.email },
          { $set: { createdAt: new Date(Date.now() - MAILS_TO_OTHERS.newFor) } },
        );
      await delivered(sender, event, LINKS[0]);
      expect((await mailTo(email)).text).to.include(LINKS[0]);
    });

    it('refuses names that are domains', async () => {
      const sender = await newSender();
      const event = await startFreeEvent(sender, { recipients: [{ firstName: 'win.click', email: newEmail() }] });
      await newFilm(event);
      await events().updateOne({ uuid: event.uuid }, { $set: { creatorName: 'www.win.example' } });
      const { fields } = await refusalOf(deliver(sender, event));
      expect(fields).to.have.all.keys('recipients', 'creatorName');
    });
  });

  it('is sent once per film, also when rescheduled, and again for a new version', async () => {
    const sender = await newSender();
    const email = newEmail();
    const event = await withFilm(sender, email, email.toUpperCase());
    await delivered(sender, event);
    expect(await statusAndCode(deliver(sender, event))).to.deep.equal([409, 'WRONG_STATE']);
    await deliver(sender, event, { at: new Date(Date.now() + HOUR).toISOString() });
    const deliveryId = await planOf(event);
    await platform().queue.enqueue(eventJobs.deliver, { eventId: event.id, deliveryId }, { uniqueKey: 'again' });
    await settled(sender, event);
    await mailsDone();
    expect(await app().mailsTo(email)).to.have.length(1);
    await newFilm(event);
    await delivered(sender, event);
    await mailsDone();
    expect(await app().mailsTo(email)).to.have.length(2);
  });

  it('bounced: the gift is not delivered, and its maker corrects the address', async () => {
    const sender = await newSender();
    const event = await withFilm(sender, newEmail());
    const [ruth] = event.recipients;
    // Nobody could type it: an address is looked up before it is taken.
    await events().updateOne({ uuid: event.uuid }, { $set: { 'recipients.0.email': 'ruth@refused.example' } });
    await delivered(sender, event);
    const after = await eventually('the refusal', async () => {
      const now = await readEvent(sender, event);
      return now.undelivered?.length === 1 && now.status === 'finalized' && now;
    });
    expect([after.undelivered, after.deliveredAt]).to.deep.equal([[{ recipientId: ruth?.id, why: 'refused' }], null]);

    const email = newEmail();
    const recipients = [{ id: ruth?.id ?? '', firstName: 'Ruth', email }];
    await sender.call(updateEvent, { params: { id: event.id }, query: {}, body: { recipients } });
    expect((await delivered(sender, event)).status).to.equal('delivered');
    expect((await mailTo(email)).subject).not.to.equal('');
  });

  it('planned and bounced: its makers learn that it did not arrive, and no news says that it was sent', async () => {
    const sender = await newSender();
    const event = await withFilm(sender, newEmail());
    await deliver(sender, event, { at: new Date(Date.now() + HOUR).toISOString() });
    const due = { deliverAt: new Date(), 'recipients.0.email': 'ruth@refused.example' };
    await events().updateOne({ uuid: event.uuid }, { $set: due });
    const deliveryId = await planOf(event);
    await platform().queue.enqueue(eventJobs.deliver, { eventId: event.id, deliveryId }, { uniqueKey: 'planned' });
    await eventually('the refusal', async () => {
      const { undelivered, status } = await readEvent(sender, event);
      return undelivered?.length === 1 && status === 'finalized';
    });
    const came = 'The email to Ruth came back.';
    const news = await eventually('the news', async () => {
      const lines = await sender.call(listNotifications, { query: {} });
      return lines.length === 1 && lines[0]?.type !== 'delivered' && lines;
    });
    expect(news.map(({ title }) => title)).to.deep.equal(['It hasn’t reached Ruth']);
    expect(news[0]?.text).to.include(came);
    const { text } = await eventually('the mail', async () =>
      (await app().mailsTo(sender.user.email)).find(({ subject }) => subject === 'It hasn’t arrived yet'),
    );
    expect(text.replace(/\s+/g, ' ')).to.include(came);
  });

  it('is sent at most three times per address and event', async () => {
    const sender = await newSender();
    const [email, other] = [newEmail(), newEmail()];
    const event = await withFilm(sender, email);
    for (let version = 1; version <= MAILS_TO_OTHERS.perAddressAndEvent; version++) {
      await delivered(sender, event);
      await newFilm(event);
    }
    const { undelivered, status, recipients } = await delivered(sender, event);
    expect(undelivered).to.deep.equal([{ recipientId: recipients[0]?.id, why: 'limit' }]);
    expect(status, 'nobody got this version').to.equal('finalized');
    await delivered(sender, await withFilm(sender, email, other));
    await mailsDone();
    expect(await app().mailsTo(email)).to.have.length(MAILS_TO_OTHERS.perAddressAndEvent + 1);
    expect(await app().mailsTo(other)).to.have.length(1);
  });

  it('is sent to at most a hundred addresses a day per account, also concurrently', async () => {
    const sender = await newSender();
    const account = createHash('sha256')
      .update(JSON.stringify([sender.user.id]))
      .digest('base64url');
    const expire = new Date(Date.now() + HOUR);
    // As if nearly all had gone out today: sending a hundred takes a minute.
    await app()
      .connection.collection('rate_limits')
      .insertOne({ key: `mails-to-others:${account}`, points: MAILS_TO_OTHERS.perAccount - 3, expire });
    const emails = Array.from({ length: 6 }, newEmail);
    const both = [await withFilm(sender, ...emails.slice(0, 3)), await withFilm(sender, ...emails.slice(3))];
    const after = await Promise.all(both.map((event) => delivered(sender, event)));
    const refused = after.flatMap(({ undelivered = [] }) => undelivered);
    expect(refused.map(({ why }) => why)).to.deep.equal(['limit', 'limit', 'limit']);
    await mailsDone();
    const mails = await Promise.all(emails.map((email) => app().mailsTo(email)));
    expect(mails.flat()).to.have.length(3);
  });

  describe('unsubscribed by its recipient', () => {
    const stopOf = async (email: string) =>
      new URL(/^<(\S+)>$/.exec((await mailTo(email)).headers['list-unsubscribe'] ?? '')?.[1] ?? '').pathname;
    const stopped = ({ undelivered = [] }: Event) => undelivered.map(({ why }) => why);

    it('from one sender, by a button; the organiser sees that and hands over the link', async () => {
      const [sender, friend] = [await newSender(), await newSender()];
      const email = newEmail();
      await delivered(sender, await withFilm(sender, email));
      const path = await stopOf(email);
      const ruth = newVisitor(app().origin);
      const page = await (await ruth.fetch(path)).text();
      expect(page).to.include('Stop emails from this person').and.include('Stop emails from everyone');
      await ruth.postForm(path, { stop: 'sender' });
      expect(await (await ruth.fetch(path)).text()).to.include('No more emails from this person');

      const next = await delivered(sender, await withFilm(sender, email));
      expect([next.status, stopped(next)]).to.deep.equal(['finalized', ['stopped']]);
      expect(stopped(await delivered(friend, await withFilm(friend, email)))).to.deep.equal([]);
      await ruth.postForm(path, { again: 'sender' });
      expect(stopped(await delivered(sender, await withFilm(sender, email)))).to.deep.equal([]);
    });

    it('from everybody, by one-click unsubscribe', async () => {
      const [sender, friend] = [await newSender(), await newSender()];
      const [email, other] = [newEmail(), newEmail()];
      await delivered(sender, await withFilm(sender, email));
      const path = await stopOf(email);
      const clicked = await fetch(app().origin + path, {
        method: 'POST',
        headers: ONE_CLICK,
        body: 'List-Unsubscribe=One-Click',
      });
      expect(clicked.status).to.equal(200);
      for (const who of [sender, friend]) {
        const event = await delivered(who, await withFilm(who, email, other));
        expect([event.status, stopped(event)]).to.deep.equal(['delivered', ['stopped']]);
      }
      await mailsDone();
      expect(await app().mailsTo(email)).to.have.length(1);
      expect(await app().mailsTo(other)).to.have.length(2);
    });
  });
});
