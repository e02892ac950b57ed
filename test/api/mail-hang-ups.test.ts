import { expect } from 'chai';
import { Types } from 'mongoose';
import { mailContributors } from '../../src/shared/contracts/group-mail.ts';
import { inviteRsvp, type Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { requestSignInLink } from '../../src/shared/contracts/sign-in-link.ts';
import { eventually } from '../helpers/eventually.ts';
import { startEvent } from '../helpers/giving.ts';
import { guestNow, invite, zoneAt } from '../helpers/guests.ts';
import { type HangingSmtp, SMTP_STEPS, type SmtpStep, startHangingSmtp } from '../helpers/hanging-smtp.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';

describe('mails to guests through a server that hangs up', function () {
  this.timeout(300_000);
  let smtp: HangingSmtp;
  let app: WholeApp;

  before(async () => {
    smtp = await startHangingSmtp([]);
    app = await startWholeApp({ env: { SMTP_URL: smtp.url } });
  });
  after(async () => {
    await app.close();
    await smtp.close();
  });

  it('reach everybody once, whichever line it hung up at', async () => {
    const ada = await newUser(app.origin);
    await confirmAddress(app.connection, ada.user.email);
    const event = await startEvent(ada, { timeZone: zoneAt(14) });
    const guests = await invite(ada, event, ...[...SMTP_STEPS, 'last'].map(() => ({ email: newEmail() })));
    const emails = guests.map(({ email }) => email ?? '').sort();
    smtp.planned.push(...SMTP_STEPS);
    const sent = await ada.call(mailContributors, { body: { eventId: event.uuid, to: 'missing', kind: 'invite' } });
    expect(sent).to.deep.equal({ queued: guests.length, skipped: [] });

    const jobs = app.connection.collection('jobs');
    const ours = { alive: true, type: { $in: ['mail.send', 'guests.mail'] } };
    await eventually('all mails to leave', async () => {
      // The waits between attempts have passed.
      await jobs.updateMany({ ...ours, state: 'queued' }, { $set: { dueAt: new Date(0) } });
      return (await jobs.countDocuments(ours)) === 0 && smtp.planned.length === 0;
    });
    const different = new Map(smtp.taken.map(({ to, messageId }) => [messageId, to]));
    const toGuests = [...different.values()].filter((to) => emails.includes(to));
    expect(toGuests.sort(), 'one mail for each address').to.deep.equal(emails);
    // The server took one and did not say so: it gets the same mail again, and mail programs show it once.
    expect(smtp.taken).to.have.length(different.size + 1);
  });

  describe('for hours', () => {
    const DAY = 86_400_000;
    const jobs = () => app.connection.collection('jobs');
    let ada: SignedInUser;
    let guest: Rsvp;

    beforeEach(async () => {
      smtp.taken.length = 0;
      ada = await newUser(app.origin);
      await confirmAddress(app.connection, ada.user.email);
      const event = await startEvent(ada, { timeZone: zoneAt(14) });
      const [first] = await invite(ada, event, { email: newEmail() });
      if (!first) throw new Error('Nobody was added');
      guest = first;
      await settled({});
    });
    const mail = () => ada.call(inviteRsvp, { params: { id: guest.id }, body: { via: 'mail' } });
    const arrived = () => smtp.taken.filter(({ to }) => to === guest.email).length;
    /** Lets all waits between attempts pass, until no mail is left. */
    const settled = (due: object) =>
      eventually('all mails to leave or fail', async () => {
        const ours = { alive: true, type: { $in: ['mail.send', 'guests.mail'] } };
        await jobs().updateMany({ ...ours, state: 'queued' }, { $set: { dueAt: new Date(0), ...due } });
        return (await jobs().countDocuments(ours)) === 0;
      });

    it('reach them when it is back, after more attempts than other failures are worth', async () => {
      smtp.planned.push(...Array<SmtpStep>(12).fill('connect'));
      await mail();
      await settled({});
      expect([arrived(), smtp.planned.length]).to.deep.equal([1, 0]);
    });

    it('for more than a day, are shown as not arrived, and can be sent again without another address', async () => {
      smtp.planned.push(...Array<SmtpStep>(100).fill('connect'));
      await mail();
      await settled({ runAt: new Date(Date.now() - 2 * DAY) });
      smtp.planned.length = 0;
      const now = await guestNow(ada, guest);
      expect([arrived(), now.status]).to.deep.equal([0, 'invited']);
      expect(now.bounce).to.match(/didn’t get through/);
      await app.connection
        .collection('rsvps')
        .updateOne({ _id: new Types.ObjectId(guest.id) }, { $set: { lastNudgedAt: new Date(Date.now() - 2 * DAY) } });
      expect((await mail()).bounce).to.equal(null);
      await settled({});
      expect(arrived()).to.equal(1);
    });

    it('don’t bring a link to log in that has expired by then', async () => {
      smtp.planned.push(...Array<SmtpStep>(5).fill('connect'));
      const email = newEmail();
      await newVisitor(app.origin).call(requestSignInLink, { body: { email } });
      await eventually('the first attempt', async () => smtp.planned.length < 5);
      await jobs().updateMany({ 'data.to': email }, { $set: { 'data.until': Date.now() - 1 } });
      await settled({});
      smtp.planned.length = 0;
      expect(smtp.taken.filter(({ to }) => to === email)).to.deep.equal([]);
    });
  });
});
