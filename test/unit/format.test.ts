import { expect } from 'chai';
import { emailAddress, line, text } from '../../src/shared/contracts/common.ts';
import {
  bytes,
  clock,
  count,
  date,
  duration,
  initial,
  isoDuration,
  listNames,
  money,
  possessive,
  someNames,
  timeLeft,
  timeLeftWords,
} from '../../src/shared/format.ts';
import { typedLine, typedText } from '../../src/shared/hidden-characters.ts';
import { looksLikeMail } from '../../src/shared/looks-like-mail.ts';
import { clockChange, utcToZoned, zonedToUtc } from '../../src/shared/zoned-time.ts';

const HOUR = 3_600_000;

describe('format', () => {
  it('lists three names, then the number of others', () => {
    expect(someNames(['Jonas', 'Mia'], 3)).to.equal('Jonas and Mia');
    expect(someNames(['Jonas', 'Mia', 'Karl', 'Ines', 'Tom'], 3)).to.equal('Jonas, Mia, Karl and 2 more');
  });

  it('formats seconds as a clock, in words and as an ISO duration', () => {
    expect([0, 41, 725, 3725].map(clock)).to.deep.equal(['0:00', '0:41', '12:05', '1:02:05']);
    expect([0, 41, 60, 492, 3720].map(duration)).to.deep.equal(['0 s', '41 s', '1 min', '8 min 12 s', '1 h 2 min']);
    expect(clock(-3)).to.equal('0:00');
    expect(isoDuration(492.4)).to.equal('PT8M12S');
  });

  it('formats sizes with at most three digits', () => {
    expect([0, 999, 1000, 640 * 1024, 18 * 1024 ** 2, 1.25 * 1024 ** 3].map((size) => bytes(size))).to.deep.equal([
      '0 bytes',
      '999 bytes',
      '1 KB',
      '640 KB',
      '18 MB',
      '1.3 GB',
    ]);
  });

  it('formats prices from cents', () => {
    expect(money(1200)).to.equal('$12.00');
    expect(money(1200, { short: true })).to.equal('$12');
    expect(money(2499, { short: true })).to.equal('$24.99');
    expect(money(-500)).to.equal('-$5.00');
  });

  it('formats a moment in a zone, with the same spaces in every engine', () => {
    const moment = '2026-06-10T18:30:00Z';
    expect(date(moment, { timeZone: 'Europe/Berlin' })).to.equal('Wednesday, June 10');
    expect(date(moment, { timeZone: 'Asia/Tokyo', style: 'short' })).to.equal('Jun 11');
    expect(date(moment, { timeZone: 'Europe/Berlin', style: 'day-time' })).to.match(/8:30\u00a0PM$| 8:30 PM$/);
    expect(date(moment, { style: 'time' })).not.to.match(/[\u202f\u2009]/);
  });

  it('joins names with commas and “and”', () => {
    expect(listNames(['Ruth'])).to.equal('Ruth');
    expect(listNames(['Ruth', ' ', 'Karl'])).to.equal('Ruth and Karl');
    expect(listNames(['Ruth', 'Karl', 'Ines'])).to.equal('Ruth, Karl and Ines');
    expect(listNames([], 'someone')).to.equal('someone');
    expect(possessive('Elias')).to.equal('Elias’s');
    expect(initial('  émile')).to.equal('É');
    expect(count(1, 'clip')).to.equal('1 clip');
    expect(count(1200, 'person', 'people')).to.equal('1,200 people');
  });

  it('says how many days, hours or minutes are left', () => {
    const until = '2026-06-10T18:00:00Z';
    const early = (ms: number) => Date.parse(until) - ms;
    expect(timeLeft(until, early(124 * HOUR + 60_000))).to.deep.equal({
      isOver: false,
      days: 5,
      hours: 4,
      minutes: 1,
    });
    expect(timeLeftWords(until, early(24 * HOUR))).to.equal('1 day left');
    expect(timeLeftWords(until, early(2 * HOUR))).to.equal('2 hours left');
    expect(timeLeftWords(until, early(30_000))).to.equal('Under a minute left');
    expect(timeLeftWords(until, early(0))).to.equal('Closed');
    expect(timeLeft('nonsense', 0).isOver).to.equal(true);
  });
});

describe('local times of a zone', () => {
  it('become moments, in winter and in summer', () => {
    expect(zonedToUtc('2026-01-10T20:00', 'Europe/Berlin')?.toISOString()).to.equal('2026-01-10T19:00:00.000Z');
    expect(zonedToUtc('2026-06-10T20:00', 'Europe/Berlin')?.toISOString()).to.equal('2026-06-10T18:00:00.000Z');
    expect(zonedToUtc('2026-06-10T20:00', 'America/New_York')?.toISOString()).to.equal('2026-06-11T00:00:00.000Z');
    expect(zonedToUtc('2026-06-10T20:00', 'Asia/Kolkata')?.toISOString()).to.equal('2026-06-10T14:30:00.000Z');
  });

  it('come back unchanged from their moments', () => {
    for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/St_Johns']) {
      for (const day of ['2026-03-28', '2026-03-30', '2026-10-24', '2026-10-26']) {
        const moment = zonedToUtc(`${day}T01:15`, zone);
        expect(moment && utcToZoned(moment, zone), `${zone} ${day}`).to.deep.equal({ date: day, time: '01:15' });
      }
    }
  });

  const utcOf = (local: string, zone: string) => zonedToUtc(local, zone)?.toISOString().slice(0, 16);

  it('in a skipped hour use the offset before it, on both sides of Greenwich', () => {
    expect(utcOf('2026-03-08T02:30', 'America/New_York')).to.equal('2026-03-08T07:30');
    expect(utcOf('2026-03-29T02:30', 'Europe/Berlin')).to.equal('2026-03-29T01:30');
    expect(utcOf('2026-10-04T02:15', 'Australia/Lord_Howe')).to.equal('2026-10-03T15:45');
    expect(clockChange('2026-03-08T02:30', 'America/New_York')).to.equal('skipped');
    expect(clockChange('2026-03-08T03:30', 'America/New_York')).to.equal(null);
  });

  it('in a repeated hour are the first of the two', () => {
    expect(utcOf('2026-11-01T01:30', 'America/New_York')).to.equal('2026-11-01T05:30');
    expect(utcOf('2026-10-25T02:30', 'Europe/Berlin')).to.equal('2026-10-25T00:30');
    expect(clockChange('2026-10-25T02:30', 'Europe/Berlin')).to.equal('twice');
    expect(clockChange('2026-10-25T03:30', 'Europe/Berlin')).to.equal(null);
  });

  it('are refused when malformed', () => {
    for (const text of ['', '2026-02-31T20:00', '2026-06-10', '2026-06-10T25:00', '2026-06-10T20:00:00Z']) {
      expect(zonedToUtc(text, 'UTC'), text).to.equal(null);
    }
  });
});

describe('what people type', () => {
  it('accepts the addresses that the server accepts, and nothing hidden in what is pasted', () => {
    const addresses =
      'lou@gmail.com LOU+1@x.co.uk o’x@y.com lou@gmail.com. lou.@gmail.com lou@gmail..com müller@gmx.de a&b@x.com x@y';
    for (const address of addresses.split(' ')) {
      expect(looksLikeMail(address), address).to.equal(emailAddress.safeParse(address).success);
    }
    expect(looksLikeMail(' Lou@gmail.com ')).to.equal(true);
    expect(looksLikeMail('lou@gmail.com.')).to.equal(false);
    const pasted = '\u202aLou\u0007\u200d\ttwo\u202c\nthree ';
    expect(line(80).parse(typedLine(pasted))).to.equal('Lou \u200d two three');
    expect(text(80).parse(typedText(pasted))).to.equal('Lou\u200d\ttwo\nthree');
  });
});
