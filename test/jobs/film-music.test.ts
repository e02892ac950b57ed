import { execFileSync, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { mixArgs } from '../../src/features/films/render/sound.ts';
import { makePieces } from '../../src/features/library/music/film-loop.ts';
import { prepareSong } from '../../src/features/library/music/prepare-song.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const RATE = 48_000;

/** A minute of a drum at 120 beats a minute over a chord, faded at its end, quiet as a file from a phone may be. */
function makeSong(path: string): void {
  const beat = 'mod(t\\,0.5)';
  const sound = `aevalsrc=0.2*sin(2*PI*90*${beat})*exp(-20*${beat})+0.03*sin(2*PI*220*t)+0.03*sin(2*PI*277*t):s=44100:d=60`;
  const file = ['-af', 'afade=t=out:st=54:d=6', '-metadata', 'comment=from 48.85 N', '-c:a', 'libmp3lame', path];
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', sound, ...file]);
}

function decode(path: string, ...input: string[]): Float32Array {
  const args = ['-v', 'error', ...input, '-i', path, '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-'];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 512 * 1024 ** 2 });
  return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
}

const level = (samples: Float32Array) =>
  10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length + 1e-12);

describe('a song in a film', function () {
  this.timeout(600_000);
  useSmallPictures();
  let folder: string;
  let song: Awaited<ReturnType<typeof prepareSong>>;
  const { signal } = new AbortController();

  before(async () => {
    folder = await tempFolder();
    const path = join(folder, 'song.mp3');
    makeSong(path);
    song = await prepareSong({ path, facts: { demuxer: 'mp3', stream: 0, seconds: 60 }, folder }, signal);
  });

  it('is brought to the level of all music, without what its file says', async () => {
    const { stderr } = runQuiet(['-i', song.audio, '-af', 'ebur128', '-f', 'null', '-']);
    expect(Number(/I:\s+(-[\d.]+) LUFS/.exec(stderr.slice(stderr.lastIndexOf('Summary')))?.[1])).to.be.closeTo(-20, 1);
    expect((await readFile(song.audio)).includes('48.85')).to.equal(false);
    expect(song.length).to.be.closeTo(60, 0.1);
  });

  it('has its beats found, and a loop of whole bars before it fades', () => {
    const [first = 0, second = 0] = song.beats?.slice(20) ?? [];
    expect(second - first).to.be.closeTo(0.5, 0.02);
    const { from, to } = song.loop;
    expect(((to - from) / 2) % 1).to.satisfy((rest: number) => rest < 0.02 || rest > 0.98);
    expect(to).to.be.within(45, 58);
  });

  it('is repeated without a gap, a step or a missed beat', async () => {
    const part = { start: 10, volume: 0, seconds: 150 };
    const names = await makePieces(song.audio, song.loop, part, folder, signal);
    const list = join(folder, 'music.txt');
    await writeFile(list, ['ffconcat version 1.0', ...names.map((name) => `file ${name}`)].join('\n'));
    const played = decode(list, '-f', 'concat');
    expect(played.length / RATE).to.be.at.least(150);

    const seam = Math.round((song.loop.to - song.loop.fade - part.start) * RATE);
    const around = (at: number, seconds: number) => played.subarray(at, at + Math.round(seconds * RATE));
    const before = level(around(seam - 4 * RATE, 4));
    expect(level(around(seam, song.loop.fade))).to.be.closeTo(before, 1.5);
    expect(level(around(seam + Math.round(song.loop.fade * RATE), 4))).to.be.closeTo(before, 1);
    let step = 0;
    for (let i = seam - 200; i < seam + 200; i++) {
      step = Math.max(step, Math.abs((played[i] as number) - (played[i - 1] as number)));
    }
    expect(step).to.be.below(0.05);
    const onsets = hits(played.subarray(seam - 6 * RATE, seam + 8 * RATE));
    for (const [i, at] of onsets.slice(1).entries()) {
      expect((at - (onsets[i] as number)) / RATE, `beat ${i}`).to.be.closeTo(0.5, 0.04);
    }
  });

  it('takes part in the mix as a list, at the volume that was chosen', async () => {
    const part = { start: 0, volume: -6, seconds: 10 };
    const [first = ''] = await makePieces(song.audio, song.loop, part, folder, signal);
    const difference = level(decode(join(folder, first))) - level(decode(song.audio).subarray(0, 10 * RATE));
    expect(difference).to.be.closeTo(-6, 0.3);
    const args = mixArgs({ list: 'audio.txt', frames: 300, folder, music: join(folder, 'music.txt') });
    expect(args.slice(args.indexOf('audio.txt') + 1).slice(0, 4)).to.deep.equal([
      ...['-f', 'concat', '-i'],
      join(folder, 'music.txt'),
    ]);
  });
});

/** Where the drum sets in, in samples: rises of the envelope above half of its highest. */
function hits(samples: Float32Array): number[] {
  const span = RATE / 100;
  const envelope: number[] = [];
  for (let i = 0; i + span <= samples.length; i += span) envelope.push(level(samples.subarray(i, i + span)));
  const high = Math.max(...envelope);
  const found: number[] = [];
  for (let i = 1; i < envelope.length; i++) {
    const isHit = (envelope[i] as number) > high - 5 && (envelope[i - 1] as number) <= high - 5;
    if (isHit && i * span - (found.at(-1) ?? -RATE) > 0.25 * RATE) found.push(i * span);
  }
  return found;
}

function runQuiet(args: string[]): { stderr: string } {
  return { stderr: spawnSync('ffmpeg', ['-hide_banner', '-nostats', ...args], { encoding: 'utf8' }).stderr };
}
