import { expect } from 'chai';
import { Types } from 'mongoose';
import { rescueGuestMails } from '../../src/features/guests/guest-mails.service.ts';
import { MAILS } from '../../src/features/messages/mails/templates.ts';
import { platform } from '../../src/platform/platform.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { mailContributors } from '../../src/shared/contracts/group-mail.ts';
import { inviteRsvp, type Rsvp, takeBackNudge } from '../../src/shared/contracts/rsvps.ts';
import { mailJobs } from '../../src/shared/jobs.ts';
import { GUEST_MAILS, LATE_GRACE } from '../../src/shared/limits.ts';
import { momentInWords } from '../../src/shared/zone-words.ts';
import { utcToZoned } from '../../src/shared/zoned-time.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { guestNow, invite, keyOf, zoneAt } from '../helpers/guests.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const DAY = 86_400_000;

describe('mails to guests', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(app().origin);
    await confirmAddress(app().connection, ada.user.email);
    event = await startEvent(ada, { timeZone: zoneAt(14) });
  });

  const rsvps = () => app().connection.collection('rsvps');
  const jobs = () => app().connection.collection('jobs');
  const events = () => app().connection.collection('events');
  const change = (fields: Record<string, unknown>) => events().updateOne({ uuid: event.uuid }, { $set: fields });
  const idOf = ({ id }: Rsvp) => ({ _id: new Types.ObjectId(id) });
  const one = async (email = newEmail()): Promise<Rsvp> => {
    const [guest] = await invite(ada, event, { firstName: 'Sofia', email });
    if (!guest) throw new Error('Nobody was added');
    return guest;
  };
  const mail = (guest: Rsvp, message = 'Will you be in it?') =>
    ada.call(inviteRsvp, { params: { id: guest.id }, body: { via: 'mail', message } });
  const sentTo = (guest: Rsvp) => app().mailsTo(guest.email ?? '');
  const settled = (guest: Rsvp) =>
    eventually('the mail to leave or not', async () => {
      const waiting = await rsvps().countDocuments({ ...idOf(guest), 'pending.id': { $gt: '' } });
      const open = await jobs().countDocuments({ type: 'mail.send', 'data.to': guest.email, alive: true });
      return waiting + open === 0;
    });
  /** It is morning, and what waited for it is due. */
  async function morning(guest: Rsvp): Promise<void> {
    await change({ timeZone: zoneAt(14) });
    await jobs().updateMany({ type: 'guests.mail', 'data.rsvpId': guest.id }, { $set: { dueAt: new Date(0) } });
    await settled(guest);
  }
  /** A day has passed for this guest. */
  const nextDay = (guest: Rsvp) =>
    rsvps().updateOne(idOf(guest), { $set: { lastNudgedAt: new Date(Date.now() - 2 * DAY) } });

  it('carry the words and the guest’s own link, and name nobody in the subject', async () => {
    const guest = await one();
    expect(await mail(guest)).to.include({ lastNudgedVia: 'mail', via: 'mail', nudges: 1 });
    const letter = await eventually('the mail', async () => (await sentTo(guest))[0]);
    expect(letter.subject).to.equal('Ada has a favour to ask');
    expect(letter.text)
      .to.include('Will you be in it?')
      .and.include(`?i=${keyOf(guest)}`);
    expect(letter.headers['list-unsubscribe-post']).to.equal('List-Unsubscribe=One-Click');
    expect(await statusAndCode(mail(guest))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
  });

  it('stop for good with one click', async () => {
    const guest = await one();
    await mail(guest);
    const letter = await eventually('the mail', async () => (await sentTo(guest))[0]);
    const url = /^<(\S+)>$/.exec(letter.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await fetch(url, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })).status).to.equal(200);
    await nextDay(guest);
    expect((await refusalOf(mail(guest))).message).to.match(/doesn’t want these emails/);
  });

  it('wait for the morning at night, and can be taken back until then', async () => {
    event = await startEvent(ada, { timeZone: zoneAt(23) });
    const guest = await one();
    const waiting = await mail(guest);
    expect(Date.parse(waiting.lastNudgedAt ?? '')).to.be.greaterThan(Date.now());
    const back = await ada.call(takeBackNudge, { params: { id: guest.id } });
    expect(back).to.include({ lastNudgedAt: null, nudges: 0 });
    await rescueGuestMails(new Date(Date.now() + DAY));
    expect(await jobs().countDocuments({ type: 'mail.send', 'data.to': guest.email })).to.equal(0);
  });

  it('that waited for the morning count as never sent if clips are closed by then', async () => {
    event = await startEvent(ada, { timeZone: zoneAt(23) });
    const guest = await one();
    await mail(guest);
    const counts = app().connection.collection('rate_limits');
    await counts.updateMany({ key: /^mails-to-guests/ }, { $set: { points: GUEST_MAILS.perAddressAndEvent } });
    await change({ acceptsClips: false });
    await morning(guest);
    const asBefore = { lastNudgedAt: null, lastNudgedVia: null, invitedAt: null, via: null, nudges: 0 };
    expect(await guestNow(ada, guest)).to.include(asBefore);
    await change({ acceptsClips: true });
    expect(await mail(guest)).to.include({ nudges: 1 });
  });

  for (const status of ['suspended', 'deleted']) {
    it(`that thank don’t leave once the event is ${status}`, async () => {
      event = await startEvent(ada, { timeZone: zoneAt(23) });
      const guest = await one();
      await giveText(newVisitor(app().origin), event, 'Hi', { invitation: keyOf(guest) });
      await ada.call(mailContributors, { body: { eventId: event.uuid, to: 'sent', kind: 'thanks' } });
      await change({ status });
      await morning(guest);
      expect((await sentTo(guest)).map(({ subject }) => subject)).not.to.include('A thank-you from Ada');
      await change({ status: 'active' });
      expect(await guestNow(ada, guest)).to.include({ status: 'contributed', lastNudgedAt: null, nudges: 0 });
    });
  }

  it('are not sent once the clip is in', async () => {
    event = await startEvent(ada, { timeZone: zoneAt(23) });
    const guest = await one();
    await mail(guest);
    await giveText(newVisitor(app().origin), event, 'Hi', { invitation: keyOf(guest) });
    expect((await guestNow(ada, guest)).status).to.equal('contributed');
    await jobs().updateMany({ type: 'guests.mail', 'data.rsvpId': guest.id }, { $set: { dueAt: new Date(0) } });
    await settled(guest);
    expect(await sentTo(guest)).to.deep.equal([]);
  });

  it('know that the gift was given: no surprise, and no reminder that was stored before', async () => {
    const guest = await one();
    const deadline = new Date(Date.now() + 2 * DAY);
    await change({ deadline, deliveredAt: new Date() });
    const reminder = `${utcToZoned(deadline, event.timeZone).date}:1`;
    const pending = { id: newEmail(), sendAt: new Date(0), message: 'Remember', reminder };
    await rsvps().updateOne(idOf(guest), { $set: { pending } });
    await rescueGuestMails();
    await settled(guest);
    await mail(guest);
    await settled(guest);
    const [letter, ...more] = await sentTo(guest);
    expect([letter?.text.includes('Ada made a film for Ruth'), more]).to.deep.equal([true, []]);
    expect(letter?.text).not.to.match(/surprise|not a word/i);
  });

  it('name the end of the guest’s own link after the deadline', async () => {
    const guest = await one();
    const deadline = new Date(Date.now() - DAY);
    await change({ deadline });
    await mail(guest);
    const letter = await eventually('the mail', async () => (await sentTo(guest))[0]);
    const end = new Date(deadline.getTime() + LATE_GRACE);
    expect(letter.text).to.include(`time until ${momentInWords(end, event.timeZone)}`);
  });

  it('go once, whichever step a crash interrupted', async () => {
    const guest = await one();
    await mail(guest);
    await settled(guest);
    const { pending } = { pending: { id: 'nudge-1', sendAt: new Date(0), message: 'Again', reminder: null } };
    for (const _step of ['stored, not enqueued', 'enqueued, not cleared']) {
      await rsvps().updateOne(idOf(guest), { $set: { pending } });
      await rescueGuestMails();
      await settled(guest);
    }
    expect(await sentTo(guest)).to.have.length(2);
  });

  it('that come back mark the guest as bounced, with what the server said', async () => {
    const guest = await one(`sofia-${Date.now()}@refused.example`);
    await mail(guest);
    const bounced = await eventually('the bounce', async () => {
      const now = await guestNow(ada, guest);
      return now.status === 'bounced' && now;
    });
    expect(bounced.bounce).to.match(/No such mailbox/);
    await nextDay(guest);
    expect((await refusalOf(mail(guest))).message).to.match(/Fix the address/);
  });

  it('that come back late leave the next one alone, which still waits', async () => {
    event = await startEvent(ada, { timeZone: zoneAt(23) });
    const guest = await one(`sofia-${Date.now()}@refused.example`);
    await mail(guest);
    const values = { ...MAILS.invitation.sample, rsvpId: guest.id };
    const about = { template: 'invitation', occasion: 'birthday', values } as const;
    const earlier = { key: `invitation:${guest.id}`, to: guest.email ?? '', ...about };
    await platform().queue.enqueue(mailJobs.send, earlier);
    await eventually('the bounce', async () => (await guestNow(ada, guest)).status === 'bounced');
    expect(await ada.call(takeBackNudge, { params: { id: guest.id } })).to.include({ lastNudgedAt: null, nudges: 0 });
  });

  it('end at the limit for one address, and carry no links of new senders', async () => {
    const guest = await one();
    expect((await refusalOf(mail(guest, 'See win.example.com'))).fields.message).to.match(/leave out links/);
    for (let n = 0; n < GUEST_MAILS.perAddressAndEvent; n++) {
      await mail(guest);
      await settled(guest);
      await nextDay(guest);
    }
    expect(await statusAndCode(mail(guest))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
  });

  it('are refused while clips are closed', async () => {
    const guest = await one();
    await ada.call(updateEvent, { params: { id: event.id }, query: {}, body: { acceptsClips: false } });
    expect((await refusalOf(mail(guest))).code).to.equal('EVENT_CLOSED');
  });
});
