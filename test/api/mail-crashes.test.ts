import { expect } from 'chai';
import { remindGuests } from '../../src/features/guests/reminders.service.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import { mailContributors } from '../../src/shared/contracts/group-mail.ts';
import { inviteRsvp, type Rsvp } from '../../src/shared/contracts/rsvps.ts';
import { eventually } from '../helpers/eventually.ts';
import { startEvent } from '../helpers/giving.ts';
import { invite, zoneAt } from '../helpers/guests.ts';
import { type HangingSmtp, type SmtpStep, startHangingSmtp } from '../helpers/hanging-smtp.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, type SignedInUser } from '../helpers/user.ts';
import { startWholeApp, type WholeApp } from '../helpers/whole-app.ts';
import { type DeathOrder, startWorkerProcess, type WorkerProcess } from '../helpers/worker-processes.ts';

const DAY = 86_400_000;
/** Where the worker dies: between two steps in the database, or within the conversation with the mail server. */
type Step = { name: string; copies: 1 | 2 } & ({ db: DeathOrder['dieAt'] } | { smtp: SmtpStep });

const at = (when: 'before' | 'after', command: string, collection: string) => ({ db: { when, command, collection } });
const STEPS: readonly Step[] = [
  { name: 'before the mail is in the queue', copies: 1, ...at('before', 'insert', 'jobs') },
  { name: 'after that, before the guest is done', copies: 1, ...at('before', 'findAndModify', 'rsvps') },
  { name: 'when the guest is done', copies: 1, ...at('after', 'findAndModify', 'rsvps') },
  { name: 'before the server has the mail', copies: 1, smtp: 'DATA' },
  { name: 'in the middle of the mail', copies: 1, smtp: 'body' },
  // Nobody can know whether it arrived: it goes again, with the same Message-ID, so that mail programs show one.
  { name: 'when the server has it, before we know', copies: 2, smtp: 'accepted' },
  { name: 'when we know, before it is noted', copies: 2, ...at('before', 'insert', 'sent_mails') },
  { name: 'when it is noted', copies: 1, ...at('after', 'insert', 'sent_mails') },
];

describe('mails to guests by a worker that is killed', function () {
  this.timeout(600_000);
  let smtp: HangingSmtp;
  let app: WholeApp;
  let ada: SignedInUser;
  let event: Event;
  let worker: WorkerProcess | null = null;

  before(async () => {
    smtp = await startHangingSmtp([], () => worker?.kill());
    app = await startWholeApp({ env: { SMTP_URL: smtp.url }, hasWorker: false });
    ada = await newUser(app.origin);
    await confirmAddress(app.connection, ada.user.email);
    const deadline = new Date(Date.now() + 3 * DAY).toISOString();
    event = await startEvent(ada, { timeZone: zoneAt(14), deadline });
    await workUntilDone();
  });
  after(async () => {
    await app.close();
    await smtp.close();
  });

  const jobs = () => app.connection.collection('jobs');
  const ours = { alive: true, type: { $in: ['mail.send', 'guests.mail'] } };
  /** Another worker takes over what is left, once the leases of the dead one have ended. */
  async function workUntilDone(): Promise<void> {
    await jobs().updateMany({ alive: true, state: 'running' }, { $set: { dueAt: new Date(0) } });
    const next = await startWorkerProcess(app.config);
    await eventually('all mails to leave', async () => {
      await jobs().updateMany({ ...ours, state: 'queued' }, { $set: { dueAt: new Date(0) } });
      return (await jobs().countDocuments(ours)) === 0;
    });
    await next.end();
  }
  async function dieDuring(step: Step, send: () => Promise<unknown>): Promise<void> {
    worker = await startWorkerProcess(app.config);
    if ('db' in step) await worker.dieAt(step.db);
    else smtp.planned.push(step.smtp);
    await send();
    await worker.dead;
    worker = null;
    await workUntilDone();
  }
  const one = async (): Promise<Rsvp> => {
    const [guest] = await invite(ada, event, { firstName: 'Sofia', email: newEmail() });
    if (!guest) throw new Error('Nobody was added');
    return guest;
  };
  function copiesFor({ email }: Rsvp): { copies: number; different: number } {
    const copies = smtp.taken.filter(({ to }) => to === email);
    return { copies: copies.length, different: new Set(copies.map(({ messageId }) => messageId)).size };
  }

  for (const step of STEPS) {
    it(`${step.name}, still reach their reader, as one mail`, async () => {
      const guest = await one();
      await dieDuring(step, () => ada.call(inviteRsvp, { params: { id: guest.id }, body: { via: 'mail' } }));
      expect(copiesFor(guest)).to.deep.equal({ copies: step.copies, different: 1 });
    });
  }

  it('are so for reminders and for mails to several, too', async () => {
    const [step] = STEPS.filter(({ name }) => name.startsWith('after that'));
    if (!step) throw new Error('There is no such step');
    const reminded = await one();
    const lastNudgedAt = new Date(Date.now() - 5 * DAY);
    await app.connection
      .collection('rsvps')
      .updateOne({ email: reminded.email }, { $set: { invitedAt: lastNudgedAt, lastNudgedAt } });
    await dieDuring(step, () => remindGuests(new Date()));
    const several = [await one(), await one()];
    const to = several.map(({ id }) => id);
    await dieDuring(step, () =>
      ada.call(mailContributors, { body: { eventId: event.uuid, to, kind: 'deadlineMoved' } }),
    );
    for (const guest of [reminded, ...several]) expect(copiesFor(guest)).to.deep.equal({ copies: 1, different: 1 });
  });
});
