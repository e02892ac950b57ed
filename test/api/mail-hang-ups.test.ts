import { expect } from 'chai';
import { mailContributors } from '../../src/shared/contracts/group-mail.ts';
import { eventually } from '../helpers/eventually.ts';
import { startEvent } from '../helpers/giving.ts';
import { invite, zoneAt } from '../helpers/guests.ts';
import { type HangingSmtp, SMTP_STEPS, startHangingSmtp } from '../helpers/hanging-smtp.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser } from '../helpers/user.ts';
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
});
