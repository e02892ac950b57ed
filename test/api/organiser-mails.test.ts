import { expect } from 'chai';
import { Types } from 'mongoose';
import { mediaJobs } from '../../src/features/media/job-types.ts';
import type { SandboxMail } from '../../src/integrations/sandbox/smtp-outbox.ts';
import { platform } from '../../src/platform/platform.ts';
import { deleteEvent, type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, settledMedia, startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const CLIPS = 'clips.arrived';
const DEADLINE = 'deadline.near';

describe('mails to organisers', function () {
  this.timeout(600_000);
  const app = useWholeApp();
  let ada: SignedInUser;

  beforeEach(async () => {
    ada = await newUser(app().origin);
  });

  const jobs = () => app().connection.collection('jobs');
  const events = () => app().connection.collection('events');
  const living = (type: string, event: Event) =>
    jobs().find({ type, 'data.eventId': event.id, alive: true }).sort({ runAt: 1 }).toArray();
  const waitsFor = async (type: string, event: Event) =>
    (await living(type, event)).map(({ runAt }) => (runAt as Date).getTime() - Date.now());

  /** Lets the time come of the jobs that wait, and answers what was mailed about clips and deadlines by then, oldest first. */
  async function comeTrue(type: string, event: Event, turn?: string): Promise<SandboxMail[]> {
    const due = (await living(type, event)).filter(({ data }) => turn === undefined || data.turn === turn);
    expect(due, 'a job that waits').to.have.length(1);
    const ids = due.map(({ _id }) => _id);
    await jobs().updateMany({ _id: { $in: ids } }, { $set: { dueAt: new Date(0), rank: new Date(0) } });
    await eventually('the jobs and what follows', async () => {
      const open = { $or: [{ alive: true }, { endDueAt: { $exists: true } }] };
      const isOpen = { $or: [{ _id: { $in: ids } }, { type: 'mail.send' }], $and: [open] };
      return (await jobs().countDocuments(isOpen)) === 0;
    });
    return mails();
  }

  async function mails(): Promise<SandboxMail[]> {
    const all = await app().mailsTo(ada.user.email);
    return all.filter(({ subject }) => /something|last day/i.test(subject)).reverse();
  }

  const giveClip = (event: Event, contributor: { name: string; email?: string }, who = newVisitor(app().origin)) =>
    giveText(who, event, 'Happy birthday!', { contributor });

  /** Waits until all clips are prepared, and whatever follows is in the queue. */
  async function prepared(event: Event): Promise<void> {
    await settledMedia(ada, event);
    await eventually('the jobs of the clips', async () => {
      const open = { type: /^media\./, $or: [{ alive: true }, { endDueAt: { $exists: true } }] };
      return (await jobs().countDocuments(open)) === 0;
    });
  }

  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

  describe('about new clips', () => {
    it('group the first ones, then come once a day at most with new ones', async () => {
      const event = await startEvent(ada);
      await giveClip(event, { name: 'Ada' }, ada);
      await giveClip(event, { name: 'Ada on her phone', email: ada.user.email });
      await giveClip(event, { name: 'Anna Ivanova' });
      await prepared(event);
      const [wait, ...more] = await waitsFor(CLIPS, event);
      expect(more).to.deep.equal([]);
      expect(wait).to.be.within(10 * MINUTE, 15 * MINUTE);

      const [first, ...others] = await comeTrue(CLIPS, event);
      expect(others).to.deep.equal([]);
      expect(first?.subject).to.equal('Something new has come in');
      expect(first?.text).to.include(`Anna sent 1 clip for “${event.title}”. That makes 3 so far.`);
      expect(first?.text).to.include(`${app().origin}/e/${event.uuid}\r\n`);
      expect(first?.text).not.to.include('Ivanova');
      expect(first?.headers['list-unsubscribe-post']).to.equal('List-Unsubscribe=One-Click');
      expect(await living(CLIPS, event), 'nothing new, nothing planned').to.deep.equal([]);

      await giveClip(event, { name: 'Cleo' });
      await prepared(event);
      const [pause] = await waitsFor(CLIPS, event);
      expect(pause).to.be.within(DAY - 5 * MINUTE, DAY);
      const [, digest, ...none] = await comeTrue(CLIPS, event);
      expect(none).to.deep.equal([]);
      expect(digest?.text).to.include(`Cleo sent 1 clip for “${event.title}”. That makes 4 so far.`);
    });

    it('are not sent after opting out, about hidden clips, or for a deleted event', async () => {
      const event = await startEvent(ada);
      const media = () => app().connection.collection('media');
      const bens = { eventId: new Types.ObjectId(event.id), 'contributor.name': 'Ben' };
      const wants = (clipArrived: boolean) =>
        ada.call(updateProfile, { params: { id: ada.user.id }, body: { notifications: { clipArrived } } });
      const again = async () => {
        await platform().queue.enqueue(
          mediaJobs.arrived,
          { eventId: event.id },
          { runAt: inFuture(), uniqueKey: event.id },
        );
        return comeTrue(CLIPS, event);
      };
      await wants(false);
      await giveClip(event, { name: 'Ben' });
      await prepared(event);
      expect(await comeTrue(CLIPS, event)).to.deep.equal([]);
      await wants(true);
      await media().updateOne(bens, { $set: { deletedAt: new Date() } });
      expect(await again()).to.deep.equal([]);
      await media().updateOne(bens, { $set: { deletedAt: null } });
      for (const status of ['archived', 'deleted', 'suspended']) {
        await events().updateOne({ uuid: event.uuid }, { $set: { status } });
        expect(await again(), status).to.deep.equal([]);
      }
      await events().updateOne({ uuid: event.uuid }, { $set: { status: 'delivered' } });
      await media().updateOne(bens, { $set: { late: 'waiting' } });
      const told = (await again()).map(({ text }) => /Ben sent 1 clip[\s\S]+1 clip came in late\./.test(text));
      expect(told).to.deep.equal([true]);
      expect(await again(), 'told once').to.have.length(1);
    });
  });

  describe('before the deadline', () => {
    it('come three days before and on the morning of the day, with the current state', async () => {
      const deadline = new Date(`${inDays(9).slice(0, 10)}T16:00:00Z`);
      const event = await startEvent(ada, { deadline: deadline.toISOString(), timeZone: 'Europe/Berlin' });
      const planned = (await living(DEADLINE, event)).map(({ runAt }) => runAt as Date);
      expect(planned[0]?.getTime()).to.equal(deadline.getTime() - 3 * DAY);
      const berlin = { timeZone: 'Europe/Berlin', hourCycle: 'h23', timeStyle: 'short' } as const;
      expect(new Intl.DateTimeFormat('en-GB', berlin).format(planned[1])).to.equal('09:00');
      expect(planned[1]?.toISOString().slice(0, 10)).to.equal(deadline.toISOString().slice(0, 10));
      expect(planned).to.have.length(2);

      // As the mail would find it three days before; nothing else of the plan depends on it.
      const [soon] = await comeTrue(DEADLINE, event, 'days-before');
      expect(soon?.subject).to.match(/^\d+ days left to send something$/);
      expect(soon?.text).to.match(/can be sent until \w+day, \w+ \d+ at \d:00\sPM Berlin time\./);
      expect(soon?.text).to.include('Nobody has sent one so far.');
      expect(soon?.headers['list-unsubscribe-post']).to.equal('List-Unsubscribe=One-Click');

      await giveClip(event, { name: 'Ben' });
      const [, last, ...more] = await comeTrue(DEADLINE, event, 'last-day');
      expect(last?.subject).to.equal('Today is the last day');
      expect(last?.text).to.include('So far there is 1 clip from 1 person.');
      expect(more).to.deep.equal([]);

      const there = deadline.toISOString();
      for (const moved of [inDays(30), there])
        await ada.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline: moved } });
      await jobs().deleteMany({ type: DEADLINE, 'data.eventId': event.id, 'data.deadline': { $ne: there } });
      for (const turn of ['days-before', 'last-day']) {
        expect(await comeTrue(DEADLINE, event, turn), 'once for each day').to.have.length(2);
      }
    });

    it('follow a moved deadline, and skip passed ones', async () => {
      const event = await startEvent(ada, { deadline: inDays(9) });
      const moved = inDays(2);
      await ada.call(updateEvent, { params: { id: event.id }, query: {}, body: { deadline: moved } });
      const waiting = await living(DEADLINE, event);
      expect(waiting.filter(({ data }) => data.deadline === moved).map(({ data }) => data.turn)).to.deep.equal([
        'last-day',
      ]);
      expect(await comeTrue(DEADLINE, event, 'days-before')).to.deep.equal([]);
    });

    it('are not sent for a finished film, a deleted event, or after opting out', async () => {
      const [made, gone, unwanted] = [
        await startEvent(ada, { deadline: inDays(9) }),
        await startEvent(ada, { deadline: inDays(9) }),
        await startEvent(ada, { deadline: inDays(9) }),
      ];
      await events().updateOne({ uuid: made.uuid }, { $set: { status: 'finalized' } });
      expect(await comeTrue(DEADLINE, made, 'days-before')).to.deep.equal([]);
      await ada.call(deleteEvent, { params: { id: gone.id } });
      expect(await comeTrue(DEADLINE, gone, 'last-day')).to.deep.equal([]);
      const { id } = ada.user;
      await ada.call(updateProfile, { params: { id }, body: { notifications: { reminders: false } } });
      expect(await comeTrue(DEADLINE, unwanted, 'days-before')).to.deep.equal([]);
    });
  });
});

function inFuture(): Date {
  return new Date(Date.now() + 30 * DAY);
}
