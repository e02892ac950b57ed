import { expect } from 'chai';
import { nextDaytime, startOfDay } from '../../src/shared/guest-hours.ts';
import { GUEST_MAILS } from '../../src/shared/limits.ts';
import { dueReminder, REMINDER_DAYS } from '../../src/shared/reminder-days.ts';
import { utcToZoned } from '../../src/shared/zoned-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ZONES = ['Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Marquesas'];

/** Repeatable numbers from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('reminders over a year with clock changes and moved deadlines', () => {
  for (const [at, zone] of ZONES.entries()) {
    it(`come once a day at most, by day, before the deadline, and miss none in ${zone}`, () => {
      const next = numbers(at + 1);
      let now = Date.parse('2026-01-01T00:00:00Z');
      const end = now + 365 * DAY;
      let deadline = now + 9 * DAY;
      let moves = 0;
      const sent = new Map<string, Date>();
      const days = new Set<string>();
      while (now < end) {
        const due = dueReminder(new Date(deadline), zone, { days: REMINDER_DAYS, now: new Date(now) });
        const { date: today, time } = utcToZoned(new Date(now), zone);
        if (due && !sent.has(due.key) && !days.has(today)) {
          const hour = Number(time.slice(0, 2));
          expect(hour).to.be.within(GUEST_MAILS.fromHour, GUEST_MAILS.untilHour - 1);
          expect(now).to.be.lessThan(deadline);
          sent.set(due.key, new Date(now));
          days.add(today);
        }
        if (now > deadline) {
          // Nobody was forgotten: each day before this deadline had its reminder.
          const last = utcToZoned(new Date(deadline), zone).date;
          expect([...sent.keys()].filter((key) => key.startsWith(`${last}:`)).length).to.be.at.least(3);
          deadline = now + (9 + Math.floor(next() * 20)) * DAY + (10 + Math.floor(next() * 8)) * HOUR;
        } else if (next() < 0.002 && deadline - now > 8 * DAY) {
          deadline += 10 * DAY;
          moves++;
        }
        now += 60 * MINUTE + Math.floor(next() * 90) * MINUTE;
      }
      expect(moves + sent.size).to.be.greaterThan(30);
      expect(days.size).to.equal(sent.size);
    });
  }

  it('wait for 9 o’clock at night, also when clocks change', () => {
    for (const zone of ZONES) {
      for (let now = Date.parse('2026-01-01T00:30:00Z'); now < Date.parse('2027-01-01'); now += 31 * HOUR) {
        const then = nextDaytime(new Date(now), zone);
        const wait = then.getTime() - now;
        const { time } = utcToZoned(then, zone);
        expect(wait).to.be.within(0, 14 * HOUR);
        if (wait > 0) expect(time).to.equal('09:00');
        expect(startOfDay(then, zone).getTime()).to.be.at.most(then.getTime());
      }
    }
  });
});
