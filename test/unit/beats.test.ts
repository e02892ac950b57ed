import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { findBeats } from '../../src/features/library/music/beats.ts';
import { TRACK_IDS, type TrackId } from '../../src/features/library/music/catalogue.ts';
import { orderOf, pieceArgs } from '../../src/features/library/music/film-loop.ts';
import { loopOf } from '../../src/features/library/music/loop.ts';
import { trackWav } from '../../src/features/library/music/track-file.ts';
import { TRACK_SOUNDS } from '../../src/features/library/music/track-sounds.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const HEADER = 44;
/** Rate that `findBeats` takes. */
const RATE = 11_025;

/** A stereo WAV of 16 bits at 48 kHz as mono at `RATE`: the mean of what falls into each sample. */
function monoOf(wav: Buffer): Float32Array {
  const frames = (wav.length - HEADER) / 4;
  const samples = new Float32Array(Math.floor((frames * RATE) / 48_000));
  for (let i = 0; i < samples.length; i++) {
    const [from, to] = [Math.floor((i * 48_000) / RATE), Math.floor(((i + 1) * 48_000) / RATE)];
    let sum = 0;
    for (let frame = from; frame < to; frame++) {
      sum += wav.readInt16LE(HEADER + frame * 4) + wav.readInt16LE(HEADER + frame * 4 + 2);
    }
    samples[i] = sum / (to - from) / 65_536;
  }
  return samples;
}

describe('findBeats()', function () {
  this.timeout(600_000);
  /** Beats found in each of our tracks, and the score's. */
  const found: { id: TrackId; tempo: number; times: number[]; known: number; step: number }[] = [];

  before(async () => {
    const folder = join(await tempFolder(), 'music');
    for (const id of TRACK_IDS) {
      const { beats, length } = TRACK_SOUNDS[id];
      const { tempo, times } = findBeats(monoOf(await readFile(await trackWav(id, folder)))) ?? { tempo: 0, times: [] };
      found.push({ id, tempo, times, known: (beats * 60) / length, step: length / beats });
    }
  });

  it('finds the tempo of each of our scores within 1 %', () => {
    for (const { id, tempo, known } of found) expect(tempo, id).to.be.closeTo(known, known / 100);
  });

  it('puts beats within 70 ms of the score’s in most, and of its half beats in all', () => {
    const share = (times: number[], step: number) =>
      times.filter((time) => Math.abs(time / step - Math.round(time / step)) * step < 0.07).length / times.length;
    for (const { id, times, step } of found) expect(share(times, step / 2), id).to.be.above(0.9);
    expect(found.filter(({ times, step }) => share(times, step) > 0.9).length).to.be.at.least(9);
  });

  it('returns null for noise and for silence', () => {
    let state = 1;
    const noise = Float32Array.from({ length: 20 * RATE }, () => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647 - 0.5;
    });
    expect(findBeats(noise)).to.equal(null);
    expect(findBeats(new Float32Array(20 * RATE))).to.equal(null);
  });
});

describe('the loop of a song', () => {
  const beats = Array.from({ length: 240 }, (_, beat) => 0.25 + beat * 0.5);

  it('repeats whole bars, between a quiet beginning and a fading end', () => {
    const levels = Array.from({ length: 64 }, (_, i) => (i < 4 || i > 58 ? 0.1 : 0.9));
    const { from, to, fade } = loopOf(beats, levels, 120);
    expect(from).to.be.within(7.5, 8.5);
    expect(to).to.be.within(105, 111);
    expect(((to - from) / 0.5) % 4).to.be.closeTo(0, 1e-9);
    expect(from).to.be.at.least(fade);
  });

  it('repeats all of a song without beats that is loud throughout', () => {
    expect(loopOf(null, [1, 1, 1, 1], 40)).to.deep.equal({ from: 1.5, to: 40, fade: 1.5 });
  });

  it('fills a film of any length: beginning, then seam and body in turn', () => {
    const loop = { from: 8, to: 108, fade: 1.5 };
    const part = { start: 20, volume: 0, seconds: 80 };
    expect(orderOf(loop, part)).to.deep.equal(['music-first.wav']);
    expect(orderOf(loop, { ...part, seconds: 250 })).to.deep.equal([
      'music-first.wav',
      ...['music-seam.wav', 'music-body.wav', 'music-seam.wav', 'music-body.wav'],
    ]);
    expect(pieceArgs('song.m4a', loop, part).join(' ')).to.include('atrim=start_sample=960000:end_sample=4800000');
  });
});
