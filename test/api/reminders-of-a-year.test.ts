import { expect } from 'chai';
import { Types } from 'mongoose';
import { remindGuests } from '../../src/features/guests/reminders.service.ts';
import { GUEST_MAILS } from '../../src/shared/limits.ts';
import { utcToZoned } from '../../src/shared/zoned-time.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { invite, keyOf } from '../helpers/guests.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Their clocks change by an hour, by half an hour, or never; the last is on the other side of the date line. */
const ZONES = ['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Marquesas', 'America/New_York'];

describe('reminders over a year', function () {
  this.timeout(600_000);
  const web = useWeb();

  it('come once a day at most, by day, never after the clip, and forget nobody, however deadlines move', async () => {
    const ada = await newUser(web().origin);
    await confirmAddress(web().connection, ada.user.email);
    let now = Date.parse(`${new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10)}T00:30:00Z`);
    const end = now + 365 * DAY;
    let deadline = now + 12 * DAY + 17 * HOUR;
    const event = await startEvent(ada, { timeZone: 'Europe/Berlin', deadline: new Date(deadline).toISOString() });
    const guests = await invite(ada, event, ...ZONES.map(() => ({ email: newEmail() })));
    const [rsvps, events] = [web().connection.collection('rsvps'), web().connection.collection('events')];
    const ours = { eventId: new Types.ObjectId(event.id) };
    for (const [at, { id }] of guests.entries()) {
      const asked = { invitedAt: new Date(), lastNudgedAt: new Date(0), timeZone: ZONES[at] };
      await rsvps.updateOne({ _id: new Types.ObjectId(id) }, { $set: asked });
    }
    const sender = guests[3];
    let sentAt = Number.POSITIVE_INFINITY;
    let hasMoved = false;
    let deadlines = 0;
    /** Days of reminders by guest, and how many came before the deadline as it stands. */
    const days = new Map(guests.map(({ id }) => [id, new Set<string>()]));
    const before = new Map(guests.map(({ id }) => [id, 0]));

    while (now < end) {
      await remindGuests(new Date(now));
      const due = await rsvps.find({ ...ours, 'pending.reminder': { $gt: '' } }).toArray();
      for (const { _id, timeZone } of due) {
        const id = String(_id);
        const { date, time } = utcToZoned(new Date(now), timeZone);
        expect(Number(time.slice(0, 2))).to.be.within(GUEST_MAILS.fromHour, GUEST_MAILS.untilHour - 1);
        expect(days.get(id)?.has(date), `a second one on ${date} in ${timeZone}`).to.equal(false);
        expect(now).to.be.lessThan(deadline);
        if (id === sender?.id) expect(now).to.be.lessThan(sentAt);
        days.get(id)?.add(date);
        before.set(id, (before.get(id) ?? 0) + 1);
      }
      // They have left, and the limit of mails to one address is for other tests.
      if (due.length > 0) await rsvps.updateMany({ ...ours, pending: { $ne: null } }, { $set: { pending: null } });
      if (now > deadline) {
        for (const { id } of guests)
          if (id !== sender?.id || sentAt > deadline) expect(before.get(id)).to.be.at.least(3);
        for (const { id } of guests) before.set(id, 0);
        deadlines++;
        await web()
          .connection.collection('rate_limits')
          .deleteMany({ key: /^mails/ });
        deadline = now + (20 + (deadlines % 5) * 6) * DAY + (deadlines % 9) * HOUR;
        hasMoved = deadlines % 2 === 0;
        await events.updateOne({ _id: new Types.ObjectId(event.id) }, { $set: { deadline: new Date(deadline) } });
      } else if (!hasMoved && deadline - now < 6 * DAY) {
        // Moved, when the first reminder is out.
        deadline += deadlines % 4 === 0 ? 9 * DAY : 30 * HOUR;
        hasMoved = true;
        for (const { id } of guests) before.set(id, 1);
        await events.updateOne({ _id: new Types.ObjectId(event.id) }, { $set: { deadline: new Date(deadline) } });
      }
      if (sender && now > end - 150 * DAY && sentAt === Number.POSITIVE_INFINITY) {
        await giveText(newVisitor(web().origin), event, 'Hi', { invitation: keyOf(sender) });
        sentAt = now;
      }
      now += deadline - now > 10 * DAY ? DAY : 3 * HOUR;
    }
    expect(deadlines).to.be.at.least(8);
    expect(sentAt).to.be.lessThan(end);
  });
});
