import { expect } from 'chai';
import { Types } from 'mongoose';
import type { Event } from '../../src/shared/contracts/events.ts';
import {
  addRsvps,
  inviteRsvp,
  listRsvps,
  type Rsvp,
  removeRsvp,
  takeBackNudge,
  updateRsvp,
} from '../../src/shared/contracts/rsvps.ts';
import { GUESTS_PER_EVENT } from '../../src/shared/limits.ts';
import type { NudgeWay } from '../../src/shared/rsvp-values.ts';
import { giveText, openedBy, startEvent } from '../helpers/giving.ts';
import { guestNow, invite, keyOf } from '../helpers/guests.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { connectSocket } from '../helpers/socket.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;

describe('guests of an event', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    event = await startEvent(ada, {
      recipients: [{ firstName: 'Ruth', email: 'ruth@example.org', phone: '+49 170 1234567' }],
    });
  });

  const rsvps = () => web().connection.collection('rsvps');
  const visitor = () => newVisitor(web().origin);
  const one = async (person: object = {}): Promise<Rsvp> => {
    const [guest] = await invite(ada, event, { firstName: 'Sofia', ...person });
    if (!guest) throw new Error('Nobody was added');
    return guest;
  };
  const answer = (guest: Rsvp, body: object, i: string | undefined = keyOf(guest)) =>
    visitor().call(updateRsvp, { params: { id: guest.id }, query: { i }, body });
  const nudge = (guest: Rsvp, via: NudgeWay) => ada.call(inviteRsvp, { params: { id: guest.id }, body: { via } });
  const set = (guest: Rsvp, fields: object) =>
    rsvps().updateOne({ _id: new Types.ObjectId(guest.id) }, { $set: fields });
  const closeAt = (deadline: number) =>
    web()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { deadline: new Date(deadline) } });

  describe('POST /api/v2/rsvps by an organiser', () => {
    it('adds people with links of their own, and leaves out who is there already', async () => {
      const { data, meta } = await ada.callBeside(addRsvps, {
        body: {
          event: event.uuid,
          people: [
            { firstName: 'Sofia', lastName: 'Lind', email: 'Sofia@Fjord.net' },
            { firstName: 'Theo', phone: '+44 7700 900 118' },
            { firstName: 'Sofia again', email: 'sofia@fjord.net' },
            { firstName: 'Ruth herself', email: 'RUTH@example.org' },
            { firstName: 'Ruth’s phone', phone: '0170 1234567' },
          ],
        },
      });
      expect(data.map(({ firstName }) => firstName)).to.deep.equal(['Sofia', 'Theo']);
      expect(data[0]).to.include({ email: 'sofia@fjord.net', status: 'invited', progress: 'none', invitedAt: null });
      expect(data[1]?.phone).to.equal('+447700900118');
      expect(meta.duplicates.map(({ index }) => index)).to.deep.equal([2]);
      expect(meta.refused.map(({ index, message }) => [index, message])).to.deep.equal([
        [3, 'That’s Ruth’s address. It would give the surprise away.'],
        [4, 'That’s Ruth’s number. It would give the surprise away.'],
      ]);
      expect(new Set(data.map((guest) => keyOf(guest))).size).to.equal(2);
    });

    it('says why a single person is refused', async () => {
      expect((await refusalOf(invite(ada, event, { email: 'ruth@example.org' }))).fields.email).to.match(/surprise/);
      expect((await refusalOf(invite(ada, event, { phone: 'call me' }))).fields.phone).to.match(/can’t be called/);
      await one({ email: 'a@example.org' });
      expect((await refusalOf(one({ email: 'a@example.org' }))).code).to.equal('DUPLICATE');
    });

    it('adds one of two that come at the same moment', async () => {
      const email = newEmail();
      await Promise.allSettled([one({ email }), one({ email })]);
      expect(await rsvps().countDocuments({ email })).to.equal(1);
    });

    it('marks who has sent a clip under their address before', async () => {
      const email = newEmail();
      await giveText(visitor(), event, 'First!', { contributor: { name: 'Karl', email } });
      expect(await one({ email })).to.include({ status: 'contributed', progress: 'sent' });
    });

    it('refuses more than the list takes with LIMIT_REACHED', async () => {
      const full = Array.from({ length: GUESTS_PER_EVENT }, (_, n) => ({ firstName: `Guest ${n}` }));
      expect(await invite(ada, event, ...full)).to.have.length(GUESTS_PER_EVENT);
      expect((await refusalOf(one())).code).to.equal('LIMIT_REACHED');
    });

    it('refuses strangers, who see no list', async () => {
      const body = { event: event.uuid, people: [{ firstName: 'Mallory' }] };
      const other = await newUser(web().origin);
      expect((await refusalOf(other.call(addRsvps, { body }))).code).to.equal('NOT_ALLOWED');
      expect((await refusalOf(other.call(listRsvps, { params: { id: event.uuid } }))).status).to.equal(403);
    });
  });

  describe('POST /api/v2/rsvps from the public page', () => {
    const join = (who: ReturnType<typeof visitor>, firstName: string, said: 'yes' | 'no') =>
      who.call(addRsvps, { body: { event: event.uuid, firstName, answer: said, note: 'Back on Sunday' } });

    it('puts a browser on the list once, and takes its clip as theirs', async () => {
      const theo = await openedBy(visitor(), event);
      const [first] = await join(theo, 'Theo', 'no');
      const [second] = await join(theo, 'Theo', 'yes');
      expect(second).to.include({ id: first?.id, status: 'yes', note: 'Back on Sunday', via: 'self' });
      expect(second).not.to.have.any.keys('link', 'email', 'mediaIds');
      await giveText(theo, event, 'Here I am');
      const [row] = await ada.call(listRsvps, { params: { id: event.id } });
      expect(row).to.include({ status: 'contributed', progress: 'sent' });
    });

    it('refuses it with EVENT_CLOSED after the deadline', async () => {
      await closeAt(Date.now() - HOUR);
      expect((await refusalOf(join(visitor(), 'Theo', 'yes'))).code).to.equal('EVENT_CLOSED');
    });
  });

  describe('PUT /api/v2/rsvps/:id', () => {
    it('lets a guest answer by their key, and change the answer', async () => {
      const guest = await one({ email: newEmail() });
      expect(await answer(guest, { opened: true })).to.include({ status: 'opened' });
      expect(await answer(guest, { answer: 'maybe', note: 'Sunday?' })).to.include({
        status: 'maybe',
        note: 'Sunday?',
      });
      const last = await answer(guest, { answer: 'yes', firstName: 'Sofie' });
      expect(last).to.include({ status: 'yes', firstName: 'Sofie' });
      expect(last).not.to.have.any.keys('link', 'email', 'phone');
      expect(await answer(guest, { opened: true })).to.include({ status: 'yes' });
    });

    it('shows a guest no note that an organiser wrote about them, and their own one to both', async () => {
      const guest = await one({ note: 'Owes me a favour' });
      expect(guest.note).to.equal('Owes me a favour');
      expect(await answer(guest, { opened: true })).to.include({ note: null });
      const page = await visitor().fetch(`/e/${event.uuid}?i=${keyOf(guest)}`);
      expect(await page.text()).not.to.include('Owes me a favour');
      expect(await answer(guest, { answer: 'no' })).to.include({ note: null });
      await answer(guest, { answer: 'maybe', note: 'Sunday?' });
      expect(await answer(guest, { answer: 'yes' })).to.include({ note: 'Sunday?' });
      expect(await guestNow(ada, guest)).to.include({ note: 'Sunday?' });
    });

    it('ignores what is not a guest’s to change', async () => {
      const guest = await one({ email: newEmail() });
      await answer(guest, { email: 'other@example.org', muted: true });
      expect(await guestNow(ada, guest)).to.include({ email: guest.email, muted: false });
    });

    it('refuses wrong and missing keys with 404', async () => {
      const guest = await one();
      const other = await one({ firstName: 'Theo' });
      for (const key of [keyOf(other), 'i0000000000000000000000', 'nonsense']) {
        expect((await refusalOf(answer(guest, { answer: 'no' }, key))).status).to.equal(404);
      }
      const call = visitor().call(updateRsvp, { params: { id: guest.id }, query: {}, body: { answer: 'no' } });
      expect((await refusalOf(call)).status).to.equal(404);
    });

    it('lets an organiser mend a bounced address, and refuses the recipient’s', async () => {
      const guest = await one({ email: 'sofia@gmial.example' });
      await set(guest, { status: 'bounced', bounce: 'No such mailbox' });
      const change = (body: object) => ada.call(updateRsvp, { params: { id: guest.id }, query: {}, body });
      expect((await refusalOf(change({ email: 'ruth@example.org' }))).fields.email).to.match(/surprise/);
      expect(await change({ email: 'sofia@gmail.example' })).to.include({ status: 'invited', bounce: null });
    });

    it('takes back its own answer unchanged', async () => {
      const guest = await one({ email: newEmail(), lastName: 'Lind' });
      const again = await ada.call(updateRsvp, { params: { id: guest.id }, query: {}, body: guest as object });
      expect(again).to.deep.equal(guest);
    });
  });

  describe('POST /api/v2/rsvps/:id/invite', () => {
    it('notes a way of the organiser’s own phone, once a day, and takes it back', async () => {
      const guest = await one({ phone: '+447700900118' });
      const now = await nudge(guest, 'whatsapp');
      expect(now).to.include({ via: 'whatsapp', lastNudgedVia: 'whatsapp', nudges: 1 });
      expect(await statusAndCode(nudge(guest, 'sms'))).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
      const back = await ada.call(takeBackNudge, { params: { id: guest.id } });
      expect(back).to.include({ via: null, lastNudgedAt: null, invitedAt: null, nudges: 0 });
      expect((await nudge(guest, 'told')).lastNudgedVia).to.equal('told');
    });

    it('notes one of two taps at the same moment', async () => {
      const guest = await one();
      await Promise.allSettled([nudge(guest, 'sms'), nudge(guest, 'sms'), nudge(guest, 'link')]);
      expect((await guestNow(ada, guest)).nudges).to.equal(1);
    });

    it('needs an address and a confirmed sender for mail', async () => {
      expect((await refusalOf(nudge(await one(), 'mail'))).message).to.match(/no email address/);
      const call = nudge(await one({ email: newEmail() }), 'mail');
      expect(await statusAndCode(call)).to.deep.equal([403, 'ADDRESS_UNCONFIRMED']);
    });

    it('refuses strangers with 404', async () => {
      const guest = await one();
      const other = await newUser(web().origin);
      const call = other.call(inviteRsvp, { params: { id: guest.id }, body: { via: 'sms' } });
      expect((await refusalOf(call)).status).to.equal(404);
    });
  });

  it('are removed by DELETE /api/v2/rsvps/:id, and their link is dead', async () => {
    const guest = await one();
    await ada.call(removeRsvp, { params: { id: guest.id } });
    expect(await ada.call(listRsvps, { params: { id: event.id } })).to.deep.equal([]);
    expect((await refusalOf(answer(guest, { answer: 'yes' }))).status).to.equal(404);
  });

  it('reach the organiser’s board live, without address and link', async () => {
    const guest = await one({ email: newEmail() });
    const board = await connectSocket(web().origin, '/users', { cookie: ada.cookie() });
    const public_ = await connectSocket(web().origin, '/public');
    await board.join({ event: event.uuid });
    await public_.join({ event: event.uuid });
    const heard = board.next('rsvp:updated');
    await answer(guest, { answer: 'no' });
    const change = await heard;
    expect(change).to.include({ id: guest.id, status: 'no' });
    expect(JSON.stringify(change)).not.to.include(keyOf(guest)).and.not.to.include('@');
    expect(public_.heard.map(({ name }) => name)).not.to.include('rsvp:updated');
    board.close();
    public_.close();
  });
});
