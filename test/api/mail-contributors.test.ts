import { expect } from 'chai';
import { Types } from 'mongoose';
import type { Event } from '../../src/shared/contracts/events.ts';
import { mailContributors } from '../../src/shared/contracts/group-mail.ts';
import { listHistory } from '../../src/shared/contracts/organisers.ts';
import { listRsvps, type Rsvp, removeRsvp, updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import type { GroupMail } from '../../src/shared/rsvp-values.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { invite, keyOf, zoneAt } from '../helpers/guests.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('POST /api/mail/contributors', function () {
  this.timeout(180_000);
  const app = useWholeApp();
  let ada: SignedInUser;
  let event: Event;
  let guests: Rsvp[];

  beforeEach(async () => {
    ada = await newUser(app().origin);
    await confirmAddress(app().connection, ada.user.email);
    event = await startEvent(ada, { timeZone: zoneAt(14) });
    guests = await invite(
      ada,
      event,
      { firstName: 'Sofia', email: newEmail() },
      { firstName: 'Theo', email: newEmail() },
      { firstName: 'Priya' },
      { firstName: 'Omar', email: newEmail() },
    );
  });

  const send = (to: 'all' | 'missing' | 'sent' | string[], kind: GroupMail, more: object = {}) =>
    ada.call(mailContributors, { body: { eventId: event.uuid, to, kind, ...more } });
  const guest = (name: string) => guests.find(({ firstName }) => firstName === name)?.id ?? '';
  const emailOf = (name: string) => guests.find(({ firstName }) => firstName === name)?.email ?? '';
  /** The last mail to an address that an organiser's words caused; they may get the link to their clip, too. */
  const mailTo = (email: string) =>
    eventually('the mail', async () =>
      (await app().mailsTo(email)).find(({ subject }) => !subject.startsWith('Your link')),
    );
  const clipBy = (name: string) =>
    giveText(newVisitor(app().origin), event, `From ${name}`, {
      invitation: keyOf(guests.find(({ firstName }) => firstName === name) ?? guests[0] ?? fail()),
    });
  const fail = (): never => {
    throw new Error('There is no such guest');
  };

  it('mails those who are missing, once each, and says why others are left out', async () => {
    await clipBy('Theo');
    const body = { answer: 'no' as const };
    await ada.call(updateRsvp, { params: { id: guest('Omar') }, query: {}, body });
    const done = await send('missing', 'reminder', { subject: 'Still time', message: 'Hi {name}, are you in?' });
    expect(done.queued).to.equal(1);
    expect(done.skipped).to.deep.equal([
      { id: guest('Priya'), why: 'We have no email address for Priya.' },
      { id: guest('Omar'), why: 'Omar said they can’t.' },
    ]);
    const letter = await mailTo(emailOf('Sofia'));
    expect(letter.subject).to.equal('Still time');
    expect(letter.text).to.include('Hi Sofia, are you in?');
    expect(letter.headers['list-unsubscribe-post']).to.equal('List-Unsubscribe=One-Click');
    const again = await send('missing', 'deadlineMoved');
    expect(again.queued).to.equal(0);
    expect(again.skipped[0]?.why).to.match(/heard from you today/);
    const [line] = await ada.call(listHistory, { params: { id: event.uuid } });
    expect(line).to.include({ what: 'wrote', about: 'those who are missing' });
  });

  it('names those among the chosen who are not on the list any more', async () => {
    await ada.call(removeRsvp, { params: { id: guest('Theo') } });
    expect(await send([guest('Theo'), guest('Sofia')], 'reminder')).to.deep.equal({
      queued: 1,
      skipped: [{ id: guest('Theo'), why: 'They aren’t on the list any more.' }],
    });
  });

  it('thanks those who are in, also people who sent a clip with their address without being on the list', async () => {
    await clipBy('Theo');
    const [stranger, recipient] = [newEmail(), 'ruth@example.com'];
    for (const email of [stranger, recipient]) {
      await giveText(newVisitor(app().origin), event, `From ${email}`, { contributor: { name: 'Jo Park', email } });
    }
    expect(await send('sent', 'thanks', { message: 'You were lovely.' })).to.deep.equal({ queued: 2, skipped: [] });
    const letter = await mailTo(stranger);
    expect(letter.subject).to.equal('A thank-you from Ada');
    expect(letter.text).to.include('You were lovely.').and.include('says thank you for your part');
    await mailTo(emailOf('Theo'));
    const listed = await ada.call(listRsvps, { params: { id: event.uuid } });
    expect(listed.find(({ email }) => email === stranger)).to.include({ status: 'contributed', invitedAt: null });
    expect(listed.some(({ email }) => email === recipient)).to.equal(false);
    const wrong = await send([guest('Sofia')], 'thanks');
    expect(wrong).to.deep.equal({ queued: 0, skipped: [{ id: guest('Sofia'), why: 'Sofia hasn’t sent a clip yet.' }] });
  });

  it('refuses words that give it away, and strangers', async () => {
    expect((await refusalOf(send('missing', 'invite', { subject: 'For RUTH' }))).fields.subject).to.match(
      /lock screens/,
    );
    expect((await refusalOf(send('missing', 'invite', { subject: 'win.example.com' }))).fields.subject).to.match(
      /links/,
    );
    expect((await refusalOf(send('missing', 'invite', { message: 'win.example.com' }))).fields.message).to.match(
      /links/,
    );
    const stranger = await newUser(app().origin);
    const call = stranger.call(mailContributors, { body: { eventId: event.uuid, to: 'all', kind: 'invite' } });
    expect(await statusAndCode(call)).to.deep.equal([403, 'NOT_ALLOWED']);
    const nobody = new Types.ObjectId().toHexString();
    expect(await send([nobody], 'invite')).to.deep.equal({
      queued: 0,
      skipped: [{ id: nobody, why: 'They aren’t on the list any more.' }],
    });
  });

  it('works without script, and says what became of it', async () => {
    const sent = await ada.postForm(`/e/${event.uuid}/people/write`, { to: 'missing', kind: 'invite', message: '' });
    expect(sent.headers.get('location')).to.equal(`/e/${event.uuid}/people?mailed=3&skipped=1`);
    const board = await ada.fetch(sent.headers.get('location') ?? '').then((page) => page.text());
    expect(board).to.include('3 emails are on the way').and.include('1 person left out');
  });
});
