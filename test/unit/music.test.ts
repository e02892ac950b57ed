import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import request from 'supertest';
import { integratedLoudness } from '../../scripts/music/loudness.ts';
import { mixPiece, type Stereo } from '../../scripts/music/mixdown.ts';
import { PIECES } from '../../scripts/music/pieces.ts';
import { chords, held, MAJOR, noteOf, tune } from '../../scripts/music/score.ts';
import { waveformOf } from '../../scripts/music/waveform.ts';
import { suggestedTrack, TRACK_IDS, TRACKS } from '../../src/features/library/music/catalogue.ts';
import { trackWav } from '../../src/features/library/music/track-file.ts';
import { track } from '../../src/shared/contracts/tracks.ts';
import { MOODS } from '../../src/shared/moods.ts';
import { OCCASION_TYPES } from '../../src/shared/occasions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { builtAssets } from '../helpers/web-app.ts';

const HEADER = 44;

/** Samples of a stereo WAV of 16 bits as `trackWav` writes it. */
function readWav(file: Buffer): Stereo {
  const frames = (file.length - HEADER) / 4;
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    left[frame] = file.readInt16LE(HEADER + frame * 4) / 32_767;
    right[frame] = file.readInt16LE(HEADER + frame * 4 + 2) / 32_767;
  }
  return { left, right };
}

/** How far two sounds are apart, as decibels of the first above their difference. */
function likeness(sound: Float32Array, other: Float32Array): number {
  let power = 0;
  let difference = 0;
  for (let i = 0; i < sound.length; i += 1) {
    power += (sound[i] as number) ** 2;
    difference += ((sound[i] as number) - (other[i] as number)) ** 2;
  }
  return 10 * Math.log10(power / difference);
}

describe('the product’s own music', function () {
  this.timeout(600_000);
  let folder: string;

  before(async () => {
    folder = join(await tempFolder(), 'music');
  });

  it('offers tracks in the contract’s shape, one for every occasion', () => {
    expect(TRACKS.length).to.be.at.least(12);
    for (const one of TRACKS) {
      expect(track.parse(one)).to.deep.equal(one);
      expect(one.length).to.be.within(55, 95);
    }
    for (const mood of MOODS)
      expect(
        TRACKS.filter((one) => one.mood === mood),
        mood,
      ).to.have.length(2);
    for (const occasion of OCCASION_TYPES) {
      const suggested = TRACKS.find(({ id }) => id === suggestedTrack(occasion));
      expect(suggested?.occasions, occasion).to.include(occasion);
    }
    expect(suggestedTrack('memorial')).to.equal('still-water');
    expect(suggestedTrack('constructor')).to.equal('paper-lanterns');
  });

  for (const id of TRACK_IDS) {
    it(`decodes ${id} to one turn of its loop: level, unclipped, without a step at the seam`, async () => {
      const sound = readWav(await readFile(await trackWav(id, folder)));
      const shown = TRACKS.find((one) => one.id === id);
      const { left, right } = sound;
      expect(left.length / 48_000).to.be.closeTo(shown?.length ?? 0, 1 / 48_000);
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
      expect(peak).to.be.below(0.8);
      for (const [bar, level] of waveformOf(sound).entries()) {
        expect(level, `bar ${bar}`).to.be.closeTo(shown?.waveform[bar] ?? -1, 0.03);
      }
    });
  }

  it('ships files that match their scores', async () => {
    const shipped = readWav(await readFile(await trackWav('hand-in-hand', folder)));
    const played = mixPiece(PIECES['hand-in-hand']());
    expect(shipped.left.length).to.equal(played.left.length);
    expect(likeness(played.left, shipped.left)).to.be.above(25);
    expect(likeness(played.right, shipped.right)).to.be.above(25);
  });

  it('decodes a track once for several requests', async () => {
    const once = join(await tempFolder(), 'music');
    const path = await trackWav('still-water', once);
    const { mtimeMs } = await stat(path);
    expect(await trackWav('still-water', once)).to.equal(path);
    expect((await stat(path)).mtimeMs).to.equal(mtimeMs);
    expect(await readdir(once)).to.have.length(1);
  });

  it('gives browsers the same files, 10 MB together', async () => {
    const sizes = await Promise.all(TRACK_IDS.map(async (id) => (await stat(`static/music/${id}.m4a`)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(10_000_000);
    const assets = await builtAssets();
    const server = createServer((req, res) => void (assets.serve(req, res) || res.writeHead(404).end()));
    for (const { id, url } of TRACKS) {
      const { status, body, headers } = await request(server)
        .get(url ?? '')
        .buffer();
      expect([status, headers['content-type']]).to.deep.equal([200, 'audio/mp4']);
      expect(body).to.deep.equal(await readFile(`static/music/${id}.m4a`));
    }
  });

  it('turns degrees, chords and tunes of a score into notes', () => {
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
