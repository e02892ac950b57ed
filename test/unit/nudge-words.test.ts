import { expect } from 'chai';
import { nudgeWords, timeLeft } from '../../src/shared/guests/nudge-words.ts';

describe('nudgeWords', () => {
  const about = { recipients: ['Ruth'], from: 'Ada', until: null, daysLeft: null, isGiven: false };
  const asked = { invitedAt: '2026-03-01T10:00:00.000Z', status: 'opened', progress: 'none' } as const;

  it('greets in one line, or on quiet occasions in a line of its own, as a sentence begins after it', () => {
    expect(nudgeWords('short', { ...about, occasion: 'birthday' }, asked)).to.equal(
      'Hi {name}! A short clip for Ruth? It takes a minute. Ada',
    );
    expect(nudgeWords('short', { ...about, occasion: 'memorial' }, asked)).to.equal(
      'Dear {name},\nA short clip for Ruth? It takes a minute. Ada',
    );
  });

  it('keep no secret once the gift was given', () => {
    for (const guest of [asked, { ...asked, invitedAt: null }]) {
      const wordsOf = (isGiven: boolean) => nudgeWords('warm', { ...about, isGiven, occasion: 'birthday' }, guest);
      expect(wordsOf(false)).to.include('Not a word to Ruth!');
      expect(wordsOf(true)).not.to.match(/not a word|surprise/i);
      const last = nudgeWords('last', { ...about, isGiven: true, occasion: 'birthday' }, guest);
      expect(last, 'no film is about to be finished').to.include('still a place for you in the film for Ruth');
    }
  });

  for (const [now, zone, left, words] of [
    ['2026-06-10T08:00:00Z', 'Europe/Berlin', 2, 'There’s time until Friday, June 12'],
    ['2026-06-11T20:00:00Z', 'Europe/Berlin', 1, 'One day left'],
    ['2026-06-11T23:00:00Z', 'Europe/Berlin', 0, 'Today is the last day'],
    ['2026-06-11T23:00:00Z', 'America/New_York', 1, 'One day left'],
    ['2026-06-10T08:00:00Z', 'Asia/Tokyo', 3, 'There’s time until Saturday, June 13'],
    ['2026-06-12T19:00:00Z', 'Europe/Berlin', 2, 'There’s time until Sunday, June 14'],
    ['2026-06-14T08:00:00Z', 'Europe/Berlin', 0, 'Today is the last day'],
  ] as const) {
    it(`count calendar days, then those of the guest’s own link: ${left} in ${zone} on ${now}`, () => {
      const time = timeLeft('2026-06-12T18:00:00Z', zone, new Date(now));
      expect(time.daysLeft).to.equal(left);
      const said = nudgeWords('last', { ...about, ...time, occasion: 'birthday' }, asked);
      expect(said).to.include(`${words} for Ruth’s film.`);
    });
  }
});
