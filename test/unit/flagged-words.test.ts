import { expect } from 'chai';
import { flagsOf } from '../../src/features/media/flagged-words.ts';

const said = (text: string, more: Partial<Parameters<typeof flagsOf>[0]> = {}) =>
  flagsOf({ text, caption: null, ...more });

describe('flagsOf', () => {
  for (const text of [
    'Happy birthday, you old devil!',
    'We met in Scunthorpe, in the Cockfosters line. Classic!',
    'See you on 4.5. at St. Mary’s. Yours, J.P.',
    'Version 2.0 of me says hello... and goodbye',
    'Go, diesel engine fan!',
  ]) {
    it(`finds nothing in “${text}”`, () => {
      expect(said(text)).to.deep.equal([]);
    });
  }

  it('finds crude words whatever their case and accents, and threats of several words', () => {
    expect(said('What a BÁSTARD.')).to.deep.equal(['words']);
    expect(said('I know where\nyou live!')).to.deep.equal(['words']);
  });

  it('finds addresses of pages with and without their beginning', () => {
    for (const text of ['https://x.example/y', 'www.casino.example', 'see casino-24.com now', 'bit.ly/abc']) {
      expect(said(text), text).to.deep.equal(['link']);
    }
  });

  it('reads names, captions and what is said, and gives each reason once', () => {
    const contributor = { name: 'Bastard', with: ['www.x.example'] };
    expect(said('Hi', { contributor, captions: [{ text: 'bastard, bastard' }] })).to.deep.equal(['words', 'link']);
    expect(flagsOf({ text: null, caption: 'Go to ab.net' })).to.deep.equal(['link']);
  });
});
