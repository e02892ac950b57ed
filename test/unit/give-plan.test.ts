import { expect } from 'chai';
import { errorsOf } from '../../islands/studio/give-errors.ts';
import { clockWords, daysAhead, draftOf, type GiveDraft, oddities } from '../../islands/studio/give-plan.ts';
import type { Event } from '../../src/shared/contracts/events.ts';

const NOW = Date.parse('2026-10-31T16:00:00Z');
const NOTHING = {
  byText: false,
  canText: true,
  at: null,
  message: '',
  byHand: false,
  undoFor: null,
  isGoingOut: false,
  mayNudge: false,
  nudgedAt: null,
};

function event(facts: Partial<Event>): Event {
  const recipients = [{ id: 'r', firstName: 'Ruth', lastName: null, email: null }];
  return { recipients, timeZone: 'America/New_York', delivery: NOTHING, deadline: null, ...facts } as Event;
}
const draft = (facts: Partial<GiveDraft>): GiveDraft => ({ ...draftOf(event({}), NOW), when: 'day', ...facts });
const plain = (words: string | null) => words?.replaceAll('\u00a0', ' ') ?? null;

describe('the delivery dialog’s time', () => {
  it('defaults to the plan, or tomorrow at nine in the event’s zone, across a clock change', () => {
    for (const [timeZone, day] of [
      ['America/New_York', '2026-11-01'],
      ['Pacific/Auckland', '2026-11-02'],
    ] as const) {
      const { when, ...shown } = draftOf(event({ timeZone }), NOW);
      expect([when, shown.day, shown.time]).to.deep.equal(['now', day, '09:00']);
    }
    const planned = { ...NOTHING, at: '2026-12-24T23:30:00.000Z', byHand: true };
    expect(draftOf(event({ delivery: planned }), NOW)).to.include({
      when: 'day',
      day: '2026-12-24',
      time: '18:30',
      how: 'hand',
    });
    expect(draftOf(event({ delivery: { ...planned, byHand: false, byText: true } }), NOW).how).to.equal('text');
    const goesNow = { ...planned, undoFor: 7 };
    expect(draftOf(event({ delivery: goesNow }), NOW).when).to.equal('now');
  });

  it('defaults to the occasion’s day at nine when it is fixed and near', () => {
    const on = (occasion: Event['occasion'], now: string, timeZone = 'America/New_York') => {
      const { when, day, time } = draftOf(event({ occasion, timeZone }), Date.parse(now));
      return [when, day, time].join(' ');
    };
    expect(on('valentines', '2026-12-20T12:00:00Z', 'Europe/Paris')).to.equal('now 2027-02-14 09:00');
    expect(on('mothers', '2027-04-20T12:00:00Z')).to.equal('now 2027-05-09 09:00');
    expect(on('fathers', '2026-06-01T12:00:00Z', 'America/Los_Angeles')).to.equal('now 2026-06-21 09:00');
    expect(on('mothers', '2026-05-10T12:59:00Z'), 'early on the day').to.equal('now 2026-05-10 09:00');
    expect(on('mothers', '2026-05-10T13:01:00Z'), 'later on the day').to.equal('now 2026-05-11 09:00');
    expect(on('mothers', '2027-04-20T12:00:00Z', 'Europe/London'), 'another day there').to.equal(
      'now 2027-04-21 09:00',
    );
    expect(on('valentines', '2026-10-01T12:00:00Z'), 'far away').to.equal('now 2026-10-02 09:00');
    expect(on('graduation', '2027-04-20T12:00:00Z'), 'no day').to.equal('now 2027-04-21 09:00');
  });

  it('defaults to the day after the deadline while clips can still come in', () => {
    const dayWith = (facts: Partial<Event>) => draftOf(event({ occasion: 'birthday', ...facts }), NOW).day;
    const deadline = '2026-11-12T01:00:00.000Z';
    expect(dayWith({ deadline }), 'November 11 at 8 PM in New York').to.equal('2026-11-12');
    expect(dayWith({ deadline, isClosed: true })).to.equal('2026-11-01');
    expect(dayWith({ deadline: '2026-10-20T01:00:00.000Z' }), 'over').to.equal('2026-11-01');
  });

  it('says which hour is meant at a clock change', () => {
    const words = (day: string, time: string, timeZone: string) => plain(clockWords(draft({ day, time, timeZone })));
    expect(words('2027-03-14', '02:30', 'America/New_York')).to.include('skip 2:30 AM. It goes out at 3:30 AM');
    expect(words('2027-03-28', '02:30', 'Europe/Berlin')).to.include('It goes out at 3:30 AM');
    expect(words('2026-11-01', '01:30', 'America/New_York')).to.include('1:30 AM comes twice');
    expect(words('2026-11-01', '09:00', 'America/New_York')).to.equal(null);
    expect(words('', '09:00', 'America/New_York')).to.equal(null);
  });

  it('is refused in the past, empty, and with a missing or wrong address', () => {
    const { recipients } = event({});
    const wrong = (facts: Partial<GiveDraft>) => Object.keys(errorsOf(draft(facts), recipients, NOW));
    const emails = { r: 'ruth@example.com' };
    expect(wrong({ day: '2026-10-31', time: '11:59', emails })).to.deep.equal(['when']);
    expect(wrong({ day: '2026-10-31', time: '12:01', emails })).to.deep.equal([]);
    expect(wrong({ day: '', emails })).to.deep.equal(['when']);
    expect(wrong({ emails: { r: ' ' } })).to.deep.equal(['r']);
    expect(wrong({ emails: { r: 'ruth@example' } })).to.deep.equal(['r']);
    expect(wrong({ how: 'hand' })).to.deep.equal([]);
  });

  it('is refused without a number, or without its country code, where it goes by text', () => {
    const [ruth] = event({}).recipients;
    const errors = (phone: string) =>
      errorsOf(draft({ when: 'now', how: 'text', phones: { [ruth?.id ?? '']: phone } }), event({}).recipients, NOW);
    expect(errors('')).to.deep.equal({ [`${ruth?.id}.phone`]: 'Add a phone number, or hand over the link yourself.' });
    expect(Object.values(errors('0151 234'))).to.deep.equal(['Start with + and the country code, such as +1.']);
    expect(errors('+49 151 234')).to.deep.equal({});
  });

  it('counts days in the zone’s calendar', () => {
    const at = '2026-11-01T03:00:00Z';
    expect(daysAhead(at, 'America/New_York', NOW)).to.equal('today');
    expect(daysAhead(at, 'Europe/Berlin', NOW)).to.equal('tomorrow');
    expect(daysAhead('2026-11-06T14:00:00Z', 'America/New_York', NOW)).to.equal('in 6 days');
  });

  it('warns of a plan, of late clips, and of night hours', () => {
    const delivery = { ...NOTHING, at: '2026-11-06T14:00:00Z' };
    const odd = oddities(event({ delivery, deadline: '2026-11-02T01:00:00Z' }), NOW).map(plain);
    expect(odd).to.deep.equal([
      'It’s planned for Friday, November 6, in 6 days.',
      'Clips can still come in until Sunday, November 1 at 8:00 PM New York time.',
    ]);
    expect(oddities(event({ timeZone: 'Asia/Tokyo' }), NOW).map(plain)).to.deep.equal(['It’s 1:00 AM, Tokyo time.']);
    expect(oddities(event({}), NOW)).to.deep.equal([]);
  });
});
