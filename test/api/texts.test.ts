import { expect } from 'chai';
import { Types } from 'mongoose';
import { remindGuests } from '../../src/features/guests/reminders.service.ts';
import { startTwilioSandbox } from '../../src/integrations/sandbox/twilio.ts';
import { signatureOf } from '../../src/integrations/sandbox/twilio-messages.ts';
import { type SandboxText, textsTo } from '../../src/integrations/sandbox/twilio-outbox.ts';
import { createTexts } from '../../src/integrations/twilio.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { inviteRsvp, type Rsvp, takeBackNudge } from '../../src/shared/contracts/rsvps.ts';
import { lookUpNumber } from '../../src/shared/contracts/twilio.ts';
import { date } from '../../src/shared/format.ts';
import { standingOf } from '../../src/shared/guests/guest-groups.ts';
import { TEXTS } from '../../src/shared/limits.ts';
import { eventually } from '../helpers/eventually.ts';
import { startEvent } from '../helpers/giving.ts';
import { guestNow, invite, keyOf, zoneAt } from '../helpers/guests.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DAY = 86_400_000;
let made = 0;
/** A number that exists, and that no other test has. */
const newNumber = () => `+49151${String(23_450_000 + made++)}`;

describe('texts to guests', function () {
  this.timeout(300_000);
  const app = useWholeApp();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(app().origin);
    await confirmAddress(app().connection, ada.user.email);
    const deadline = new Date(Date.now() + 3 * DAY).toISOString();
    event = await startEvent(ada, { timeZone: zoneAt(14), deadline });
  });

  const db = () => ({ connection: app().connection });
  const rsvps = () => app().connection.collection('rsvps');
  const idOf = ({ id }: Rsvp) => ({ _id: new Types.ObjectId(id) });
  const one = async (phone: string): Promise<Rsvp> => {
    const [guest] = await invite(ada, event, { firstName: 'Sofia', phone });
    if (!guest) throw new Error('Nobody was added');
    return guest;
  };
  const text = (guest: Rsvp, message = 'Will you be in it?') =>
    ada.call(inviteRsvp, { params: { id: guest.id }, body: { channel: 'sms', message } });
  const sentTo = (phone: string): Promise<SandboxText[]> => textsTo(db(), phone, 10);
  const nextDay = (guest: Rsvp) =>
    rsvps().updateOne(idOf(guest), { $set: { lastNudgedAt: new Date(Date.now() - 2 * DAY) } });
  const bounced = (guest: Rsvp) =>
    eventually('the board to say so', async () => {
      const now = await guestNow(ada, guest);
      return now.status === 'bounced' && now.bounce;
    });
  /** Twilio’s webhook, signed or not. */
  async function webhook(path: string, fields: Record<string, string>, token?: string): Promise<number> {
    const { createHmac } = await import('node:crypto');
    const own = createHmac('sha256', app().config.sessionSecret).update('twilio sandbox').digest('hex').slice(0, 32);
    const url = `${app().config.appOrigin}${path}`;
    const headers = { 'x-twilio-signature': signatureOf(token ?? own, url, fields) };
    return (await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })).status;
  }

  describe('POST /api/twilio/lookup-phone-number', () => {
    const lookUp = (phone: string, country?: string) =>
      ada.call(lookUpNumber, { body: { phone, ...(country && { country }) } });

    it('tells national and international form and the kind of line', async () => {
      expect(await lookUp('0151 23456789', 'de')).to.deep.equal({
        valid: true,
        e164: '+4915123456789',
        national: '01512 3456789',
        country: 'DE',
        type: 'mobile',
        canText: true,
      });
      expect(await lookUp('+49 30 901820')).to.include({ type: 'landline', canText: false });
    });

    it('knows no number that does not exist, or without its country', async () => {
      for (const typed of ['+49 1', '0151 23456789', '+1 555 0100']) {
        expect(await lookUp(typed)).to.include({ valid: false, e164: null, canText: false });
      }
    });
  });

  describe('POST /api/v2/rsvps/:id/invite with a channel', () => {
    it('texts the words and the guest’s own link, once a day, and not back again', async () => {
      const guest = await one(newNumber());
      expect(await text(guest)).to.include({ via: 'sms', lastNudgedVia: 'sms', nudges: 1 });
      const [sent] = await eventually('the text', async () => {
        const found = await sentTo(guest.phone ?? '');
        return found.length > 0 && found;
      });
      expect(sent?.body)
        .to.match(/^Will you be in it\?\nhttp/)
        .and.include(`?i=${keyOf(guest)}`)
        .and.match(/Reply STOP to end texts\.$/);
      expect(await statusAndCode(text(guest))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
      await eventually('it to have left', async () => !(await rsvps().findOne(idOf(guest)))?.pending);
      const back = ada.call(takeBackNudge, { params: { id: guest.id } });
      expect(await statusAndCode(back)).to.deep.equal([409, 'WRONG_STATE']);
    });

    it('sends WhatsApp by its template', async () => {
      const guest = await one(newNumber());
      await ada.call(inviteRsvp, { params: { id: guest.id }, body: { channel: 'whatsapp' } });
      const sent = await eventually('the message', async () => (await sentTo(`whatsapp:${guest.phone}`))[0]);
      expect(JSON.parse(sent.body)).to.deep.equal({ 1: 'Sofia', 2: 'Ada', 3: guest.link });
    });

    it('refuses a number without country code, too long words, and both ways at once', async () => {
      const guest = await one('0151 2345678');
      expect((await refusalOf(text(guest))).message).to.match(/country code/);
      const other = await one(newNumber());
      expect((await refusalOf(text(other, '🎂'.repeat(200)))).fields.message).to.match(/too long/);
      const both = ada.call(inviteRsvp, { params: { id: other.id }, body: { channel: 'sms', via: 'sms' } });
      expect((await statusAndCode(both))[0]).to.equal(422);
    });

    it('reaches everybody once, although Twilio is busy or broken, or its answer is lost', async () => {
      const guests = await Promise.all(['+15005550129', '+15005550150', '+15005550141'].map(one));
      for (const guest of guests) await text(guest);
      const jobs = app().connection.collection('jobs');
      const ours = { alive: true, type: { $in: ['texts.send', 'guests.mail'] } };
      await eventually('all texts to leave', async () => {
        // The waits between attempts have passed.
        await jobs.updateMany({ ...ours, state: 'queued' }, { $set: { dueAt: new Date(0) } });
        return (await jobs.countDocuments(ours)) === 0;
      });
      const found = await Promise.all(guests.map(({ phone }) => sentTo(phone ?? '')));
      expect(found.map(({ length }) => length)).to.deep.equal([1, 1, 1]);
    });

    for (const [phone, words] of [
      ['+15005550001', /doesn’t exist/],
      ['+15005550009', /isn’t a mobile number/],
      ['+15005550003', /can’t text this country/],
      ['+15005550130', /off or out of reach/],
    ] as const) {
      it(`tells the board what to do when ${phone} fails`, async () => {
        const guest = await one(phone);
        await text(guest);
        expect(await bounced(guest)).to.match(words);
      });
    }

    it('leaves the address of a guest alone when a text fails', async () => {
      const [guest] = await invite(ada, event, { firstName: 'Sofia', phone: '+15005550001', email: newEmail() });
      if (!guest) throw new Error('Nobody was added');
      await text(guest);
      const now = await eventually('the board to say so', async () => {
        const seen = await guestNow(ada, guest);
        return seen.bounce !== null && seen;
      });
      expect(now.status).to.equal('invited');
      expect(standingOf(now, { now: new Date(), timeZone: event.timeZone }).badge).to.equal('Text didn’t arrive');
      await nextDay(guest);
      await remindGuests(new Date());
      expect(await guestNow(ada, guest)).to.include({ lastNudgedVia: 'mail', nudges: 2, bounce: null });
    });

    it('ends at the limit for one number', async () => {
      const guest = await one(newNumber());
      for (let n = 0; n < TEXTS.perNumberAndEvent; n++) {
        await text(guest);
        await nextDay(guest);
      }
      expect(await statusAndCode(text(guest))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
    });
  });

  describe('answers', () => {
    const answer = (phone: string, words: string) =>
      webhook('/api/twilio/incoming', { From: phone, To: '+15005550006', Body: words, MessageSid: 'SM1' });

    it('STOP ends all texts to a number for good, and START allows them again', async () => {
      const guest = await one(newNumber());
      const phone = guest.phone ?? '';
      expect(await answer(phone, ' Stop ')).to.equal(200);
      expect(await bounced(guest)).to.match(/answered STOP/);
      expect((await refusalOf(text(guest))).message).to.match(/answered STOP/);
      await answer(phone, 'Hello, who is this?');
      expect((await refusalOf(text(guest))).code).to.equal('WRONG_STATE');
      await answer(phone, 'START');
      expect(await guestNow(ada, guest)).to.include({ status: 'invited', bounce: null });
      expect(await text(guest)).to.include({ nudges: 1 });
    });

    it('without Twilio’s signature change nothing', async () => {
      const guest = await one(newNumber());
      const fields = { From: guest.phone ?? '', Body: 'STOP' };
      expect(await webhook('/api/twilio/incoming', fields, 'somebody else')).to.equal(400);
      expect(await text(guest)).to.include({ nudges: 1 });
    });
  });

  it('remind guests who have only a number, of the day in their own zone', async () => {
    const guest = await one(newNumber());
    const lastNudgedAt = new Date(Date.now() - 5 * DAY);
    const asked = { invitedAt: lastNudgedAt, lastNudgedAt, lastNudgedVia: 'told', timeZone: zoneAt(10) };
    await rsvps().updateOne(idOf(guest), { $set: asked });
    const deadline = new Date(Date.now() + 3.5 * DAY);
    await app().connection.collection('events').updateOne({ uuid: event.uuid }, { $set: { deadline } });
    await remindGuests(new Date());
    expect(await guestNow(ada, guest)).to.include({ lastNudgedVia: 'sms', nudges: 1 });
    const sent = await eventually('the reminder', async () => (await sentTo(guest.phone ?? ''))[0]);
    expect(sent.body)
      .to.include('Sofia')
      .and.include(`by ${date(deadline, { timeZone: zoneAt(10) })}?`)
      .and.include(`?i=${keyOf(guest)}`);
  });

  it('are given up for now when Twilio says nothing', async () => {
    const sandbox = await startTwilioSandbox(db(), 'token');
    try {
      const texts = createTexts({ ...sandbox.connection, answerLimit: 200 });
      const silent = { channel: 'sms', to: '+15005550140', body: 'Hi', values: [], statusUrl: '' } as const;
      const codeOf = (sending: Promise<object>) => sending.then(String, ({ code }) => code);
      expect(await codeOf(texts.send(silent))).to.equal('PROVIDER_DOWN');
      expect(await texts.findTaken(silent, new Date())).to.equal(null);
      const wrong = createTexts({ ...sandbox.connection, authToken: 'wrong' });
      expect(await codeOf(wrong.send({ ...silent, to: newNumber() }))).to.equal('PROVIDER_DOWN');
    } finally {
      await sandbox.stop();
    }
  });
});
