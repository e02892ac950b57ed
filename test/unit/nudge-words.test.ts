import { expect } from 'chai';
import { nudgeWords } from '../../src/shared/guests/nudge-words.ts';

describe('nudgeWords', () => {
  const about = { recipients: ['Ruth'], from: 'Ada', until: null, daysLeft: null };
  const asked = { invitedAt: '2026-03-01T10:00:00.000Z', status: 'opened', progress: 'none' } as const;

  it('greets in one line, or on quiet occasions in a line of its own, as a sentence begins after it', () => {
    expect(nudgeWords('short', { ...about, occasion: 'birthday' }, asked)).to.equal(
      'Hi {name}! A short clip for Ruth? It takes a minute. Ada',
    );
    expect(nudgeWords('short', { ...about, occasion: 'memorial' }, asked)).to.equal(
      'Dear {name},\nA short clip for Ruth? It takes a minute. Ada',
    );
  });
});
