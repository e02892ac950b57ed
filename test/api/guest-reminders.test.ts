import { expect } from 'chai';
import { Types } from 'mongoose';
import { remindGuests } from '../../src/features/guests/reminders.service.ts';
import { type Event, updateEvent } from '../../src/shared/contracts/events.ts';
import { inviteRsvp, type Rsvp, updateReminders, updateRsvp } from '../../src/shared/contracts/rsvps.ts';
import { utcToZoned } from '../../src/shared/zoned-time.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { guestNow, invite, keyOf } from '../helpers/guests.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'Europe/Berlin';

describe('reminders to guests', () => {
  const web = useWeb();
  let ada: SignedInUser;
  let event: Event;
  let deadline: number;

  beforeEach(async () => {
    ada = await newUser(web().origin);
    await confirmAddress(web().connection, ada.user.email);
    deadline = Date.parse(`${new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10)}T17:00:00Z`);
    event = await startEvent(ada, { timeZone: ZONE, deadline: new Date(deadline).toISOString() });
  });

  const rsvps = () => web().connection.collection('rsvps');
  const idOf = ({ id }: Rsvp) => ({ _id: new Types.ObjectId(id) });
  async function invited(more: object = {}): Promise<Rsvp> {
    const [guest] = await invite(ada, event, { firstName: 'Sofia', email: newEmail() });
    if (!guest) throw new Error('Nobody was added');
    await ada.call(inviteRsvp, { params: { id: guest.id }, body: { via: 'told' } });
    await rsvps().updateOne(idOf(guest), { $set: { lastNudgedAt: new Date(0), ...more } });
    return guest;
  }
  /** Lets hours pass, and answers when each guest was reminded; their mails have left by then. */
  async function pass(from: number, to: number, ...guests: Rsvp[]): Promise<Date[][]> {
    const seen: Date[][] = guests.map(() => []);
    for (let now = from; now < to; now += 2 * HOUR) {
      await remindGuests(new Date(now));
      for (const [at, guest] of guests.entries()) {
        const stored = await rsvps().findOneAndUpdate(
          { ...idOf(guest), 'pending.reminder': { $gt: '' } },
          { $set: { pending: null } },
        );
        if (stored) seen[at]?.push(new Date(now));
      }
    }
    return seen;
  }
  const daysBefore = (moments: readonly Date[] = []) =>
    moments.map((moment) => {
      const [last, day] = [new Date(deadline), moment].map((each) => Date.parse(utcToZoned(each, ZONE).date));
      return ((last ?? 0) - (day ?? 0)) / DAY;
    });

  it('go 7, 3 and 1 days before and on the day, by day, to who was asked and is missing', async () => {
    const missing = await invited();
    const can_t = await invited({ status: 'no' });
    const [unasked] = await invite(ada, event, { email: newEmail() });
    const seen = await pass(deadline - 9 * DAY, deadline + DAY, missing, can_t, ...(unasked ? [unasked] : []));
    expect(seen.map((each) => daysBefore(each))).to.deep.equal([[7, 3, 1, 0], [], []]);
    for (const moment of seen[0] ?? []) expect(Number(utcToZoned(moment, ZONE).time.slice(0, 2))).to.be.within(9, 19);
  });

  it('move with the deadline, and never come twice in a day', async () => {
    const guest = await invited();
    const [first = []] = await pass(deadline - 8 * DAY, deadline - 6 * DAY, guest);
    expect(daysBefore(first)).to.deep.equal([7]);
    deadline += 2 * DAY;
    const body = { deadline: new Date(deadline).toISOString() };
    await ada.call(updateEvent, { params: { id: event.id }, query: {}, body });
    const [then = []] = await pass(deadline - 8 * DAY, deadline, guest);
    expect(daysBefore(then)).to.deep.equal([7, 3, 1, 0]);
    const days = [...first, ...then].map((moment) => utcToZoned(moment, ZONE).date);
    expect(new Set(days).size).to.equal(days.length);
  });

  it('end with the clip, and for who doesn’t want them', async () => {
    const sent = await invited();
    const muted = await invited();
    await giveText(newVisitor(web().origin), event, 'Hi', { invitation: keyOf(sent) });
    await ada.call(updateRsvp, { params: { id: muted.id }, query: {}, body: { muted: true } });
    expect(await pass(deadline - 4 * DAY, deadline, sent, muted)).to.deep.equal([[], []]);
    expect((await guestNow(ada, sent)).nudges).to.equal(1);
  });

  it('end once the gift was given or opened', async () => {
    const guest = await invited();
    const events = web().connection.collection('events');
    for (const given of [{ deliveredAt: new Date() }, { deliveredAt: null, openedAt: new Date() }]) {
      await events.updateOne({ uuid: event.uuid }, { $set: given });
      await remindGuests(new Date(deadline - 3 * DAY - 5 * HOUR));
      expect((await guestNow(ada, guest)).nudges).to.equal(1);
    }
  });

  it('follow the organiser’s choice of days, and one switch', async () => {
    const guest = await invited();
    const choose = (body: { isOn: boolean; days: (7 | 3 | 1 | 0)[] }) =>
      ada.call(updateReminders, { params: { id: event.id }, body });
    expect(await choose({ isOn: true, days: [3] })).to.deep.equal({ isOn: true, days: [3] });
    const [once = []] = await pass(deadline - 8 * DAY, deadline - 2 * DAY, guest);
    expect(daysBefore(once)).to.deep.equal([3]);
    await choose({ isOn: false, days: [1, 0] });
    expect(await pass(deadline - 2 * DAY, deadline, guest)).to.deep.equal([[]]);
  });

  it('are stored once by two workers at the same moment', async () => {
    const guest = await invited();
    const noon = new Date(deadline - 3 * DAY - 5 * HOUR);
    await Promise.all([remindGuests(noon), remindGuests(noon), remindGuests(noon)]);
    expect((await guestNow(ada, guest)).nudges).to.equal(2);
  });
});
