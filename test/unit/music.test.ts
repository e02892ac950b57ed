import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  renderTrack,
  suggestedTrack,
  TRACK_IDS,
  TRACKS,
  waveformOf,
} from '../../src/features/library/music/catalogue.ts';
import { integratedLoudness } from '../../src/features/library/music/loudness.ts';
import { chords, held, MAJOR, noteOf, tune } from '../../src/features/library/music/score.ts';
import { trackWav } from '../../src/features/library/music/track-file.ts';
import { track } from '../../src/shared/contracts/films.ts';
import { OCCASION_TYPES } from '../../src/shared/occasions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('the product’s own music', function () {
  this.timeout(180_000);

  it('offers tracks in the contract’s shape, one for every occasion', () => {
    expect(TRACKS.length).to.be.at.least(5);
    for (const one of TRACKS) {
      expect(track.parse(one)).to.deep.equal(one);
      expect(one.length).to.be.within(55, 95);
    }
    expect(new Set(TRACKS.map(({ mood }) => mood)).size).to.equal(TRACKS.length);
    for (const occasion of OCCASION_TYPES) {
      const suggested = TRACKS.find(({ id }) => id === suggestedTrack(occasion));
      expect(suggested?.occasions, occasion).to.include(occasion);
    }
    expect(suggestedTrack('memorial')).to.equal('still-water');
    expect(suggestedTrack('constructor')).to.equal('paper-lanterns');
  });

  for (const id of TRACK_IDS.slice(0, 2)) {
    it(`plays ${id} at its level, unclipped, looping without a seam`, () => {
      const { left, right } = renderTrack(id);
      expect(integratedLoudness(left, right)).to.be.closeTo(-20, 0.5);
      let peak = 0;
      let step = 0;
      for (const channel of [left, right]) {
        for (let i = 1; i < channel.length; i += 1) {
          peak = Math.max(peak, Math.abs(channel[i] as number));
          step = Math.max(step, Math.abs((channel[i] as number) - (channel[i - 1] as number)));
        }
        const seam = Math.abs((channel[0] as number) - (channel.at(-1) as number));
        expect(seam, 'step at the seam').to.be.at.most(step);
        expect(Math.hypot(...channel.slice(0, 4800)), 'sound at the beginning').to.be.above(0);
      }
      expect(peak).to.be.below(0.75);
      expect(waveformOf({ left, right })).to.deep.equal(TRACKS.find((one) => one.id === id)?.waveform);
    });
  }

  it('renders a track as WAV once', async () => {
    const folder = join(await tempFolder(), 'music');
    const path = await trackWav('still-water', folder);
    const wav = await readFile(path);
    expect(wav.toString('latin1', 0, 4)).to.equal('RIFF');
    const seconds = wav.readUInt32LE(40) / (48_000 * 4);
    expect(seconds).to.be.closeTo(TRACKS.find(({ id }) => id === 'still-water')?.length ?? 0, 0.001);
    expect(await trackWav('still-water', folder)).to.equal(path);
    expect(await readdir(folder)).to.have.length(1);
  });

  it('reads scores', () => {
    const key = { tonic: 60, steps: MAJOR };
    expect([1, 3, 8, 0].map((degree) => noteOf(key, degree))).to.deep.equal([60, 64, 72, 59]);
    expect(chords('1 5/7 49')).to.deep.equal([
      { degrees: [1, 3, 5], bass: 1 },
      { degrees: [5, 7, 9], bass: 7 },
      { degrees: [4, 6, 8, 12], bass: 4 },
    ]);
    expect(held(key, chords('6'), 4, 55).map(({ midi }) => midi)).to.deep.equal([57, 60, 64]);
    expect(tune(key, "5/1 -/.5 1'/2", 8).map(({ at, midi }) => [at, midi])).to.deep.equal([
      [8, 67],
      [9.5, 72],
    ]);
    expect(() => tune(key, '5/x', 0)).to.throw('no length');
  });
});
