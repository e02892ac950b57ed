import { expect } from 'chai';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { createMedia, deleteMedia, restoreMedia } from '../../src/shared/contracts/media.ts';
import { inviteRsvp, type Rsvp, updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import { LATE_GRACE } from '../../src/shared/limits.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { guestNow, invite, keyOf } from '../helpers/guests.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;

describe('a clip of a guest', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    event = await startEvent(ada);
  });

  const visitor = () => newVisitor(web().origin);
  const one = async (person: object = {}): Promise<Rsvp> => {
    const [guest] = await invite(ada, event, { firstName: 'Sofia', ...person });
    if (!guest) throw new Error('Nobody was added');
    return guest;
  };
  const closeAt = (deadline: number) =>
    web()
      .connection.collection('events')
      .updateOne({ uuid: event.uuid }, { $set: { deadline: new Date(deadline) } });

  it('that comes by an invitation moves its guest to contributed', async () => {
    const guest = await one();
    const receipt = await giveText(visitor(), event, 'Hi', { invitation: keyOf(guest) });
    const now = await guestNow(ada, guest);
    expect(now).to.include({ status: 'contributed', progress: 'sent' });
    expect(now.mediaIds).to.deep.equal([receipt.media.id]);
    expect((await refusalOf(ada.call(inviteRsvp, { params: { id: guest.id }, body: { via: 'sms' } }))).status).to.equal(
      409,
    );
  });

  it('keeps its guest in, whatever their browser reports or they answer afterwards', async () => {
    const guest = await one();
    const key = keyOf(guest);
    await giveText(visitor(), event, 'Hi', { invitation: key });
    for (const body of [{ opened: true }, { progress: 'started' }, { answer: 'no' }, { answer: 'yes' }] as const) {
      await visitor().call(updateRsvp, { params: { id: guest.id }, query: { i: key }, body });
      const now = await guestNow(ada, guest);
      expect(now, JSON.stringify(body)).to.include({ status: 'contributed', progress: 'sent' });
    }
    const said = { answer: 'no', note: 'I sent it already' } as const;
    const answered = await visitor().call(updateRsvp, { params: { id: guest.id }, query: { i: key }, body: said });
    expect([answered.note, (await guestNow(ada, guest)).note]).to.deep.equal([said.note, said.note]);
  });

  it('under a guest’s address does too; withdrawn, they are not in, and get no reminders', async () => {
    const guest = await one({ email: newEmail() });
    const contributor = { name: 'Sofia', email: guest.email };
    const { media, receiptKey } = await giveText(visitor(), event, 'Hi', { contributor });
    expect((await guestNow(ada, guest)).status).to.equal('contributed');
    await visitor().call(deleteMedia, { params: { id: media.id }, query: { receipt: receiptKey } });
    expect(await guestNow(ada, guest)).to.include({ status: 'opened', muted: true, progress: 'none' });
  });

  it('that is replaced stays theirs: they are in, and not muted', async () => {
    const guest = await one();
    const first = await giveText(visitor(), event, 'Hi', { invitation: keyOf(guest) });
    const second = await giveText(visitor(), event, 'Hi again', { replaces: first.receiptKey });
    const now = await guestNow(ada, guest);
    expect(now).to.include({ status: 'contributed', progress: 'sent', muted: false });
    expect(now.mediaIds).to.deep.equal([second.media.id]);
  });

  it('that the organiser leaves out and restores is theirs again, and ends only the mute that came of it', async () => {
    const guest = await one();
    const { media } = await giveText(visitor(), event, 'Hi', { invitation: keyOf(guest) });
    const outAndIn = async () => {
      await ada.call(deleteMedia, { params: { id: media.id }, query: {} });
      expect(await guestNow(ada, guest)).to.include({ status: 'opened', muted: true });
      await ada.call(restoreMedia, { params: { id: media.id }, query: {} });
      return guestNow(ada, guest);
    };
    const now = await outAndIn();
    expect(now).to.include({ status: 'contributed', progress: 'sent', muted: false });
    expect(now.mediaIds).to.deep.equal([media.id]);
    await ada.call(deleteMedia, { params: { id: media.id }, query: {} });
    const asItIs = { firstName: 'Sofia', lastName: 'Lind', muted: true };
    await ada.call(updateRsvp, { params: { id: guest.id }, query: {}, body: asItIs });
    await ada.call(restoreMedia, { params: { id: media.id }, query: {} });
    expect(await guestNow(ada, guest), 'after another change').to.include({ lastName: 'Lind', muted: false });
    await ada.call(updateRsvp, { params: { id: guest.id }, query: {}, body: { muted: true } });
    expect(await outAndIn()).to.include({ status: 'contributed', muted: true });
  });

  it('is taken for two days after the deadline by an invitation only', async () => {
    const guest = await one();
    const stranger = await startEvent(ada);
    const [foreign] = await invite(ada, stranger, {});
    await closeAt(Date.now() - HOUR);
    const give = (invitation?: string) =>
      visitor().call(createMedia, {
        body: {
          event: event.uuid,
          kind: 'text',
          text: 'Late',
          contributor: { name: 'S' },
          ...(invitation && { invitation }),
        },
      });
    expect((await refusalOf(give())).code).to.equal('EVENT_CLOSED');
    expect((await refusalOf(give(foreign && keyOf(foreign)))).code).to.equal('EVENT_CLOSED');
    expect((await give(keyOf(guest))).media.text).to.equal('Late');
    await closeAt(Date.now() - LATE_GRACE - HOUR);
    expect((await refusalOf(give(keyOf(guest)))).code).to.equal('EVENT_CLOSED');
    await ada.call(updateEvent, {
      params: { id: event.id },
      query: {},
      body: { deadline: null, acceptsClips: false },
    });
    expect((await refusalOf(give(keyOf(guest)))).code).to.equal('EVENT_CLOSED');
  });
});
