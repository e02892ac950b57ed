import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { buildTimeline, type Timeline } from '../../src/features/films/render/timeline.ts';
import { makeLook } from '../../src/features/media/prepare/look-at-clip.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { filesIn, type PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import { clicks } from '../helpers/av-sync.ts';
import { clipOf } from '../helpers/lavfi-segments.ts';
import { look, prepare } from '../helpers/prepared-samples.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { loudnessBetween, type Recording, recordingGraph } from '../helpers/speech.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const SECONDS = 3;

/** What people send: as a voice message, or as a small video. */
async function recorded(kind: 'video' | 'audio', recording: Recording): Promise<PreparedClip> {
  const folder = await tempFolder();
  const path = join(folder, 'recording');
  const sound = ['-filter_complex', recordingGraph(recording, SECONDS), '-map', '[recorded]'];
  const picture = ['-f', 'lavfi', '-i', `color=gray:s=160x90:r=30:d=${SECONDS}`];
  const ending =
    kind === 'video' ? ['-map', '0:v', '-c:v', 'libx264', '-c:a', 'aac', '-f', 'mp4'] : ['-c:a', 'aac', '-f', 'ipod'];
  await run('ffmpeg', ['-v', 'error', ...(kind === 'video' ? picture : []), ...sound, ...ending, path]);
  return prepareClip({ kind, path, edit: {} }, await tempFolder());
}

describe('a film with quiet recordings', function () {
  this.timeout(600_000);
  useSmallPictures();
  let clips: Record<'normal' | 'quietVideo' | 'quietVoice' | 'noise' | 'softNoise', PreparedClip>;
  let timeline: Timeline;
  let film: string;
  let loudness: { integrated: number; truePeak: number };

  /** LUFS of a clip's part of the film. */
  async function heard(name: keyof typeof clips): Promise<number> {
    const item = timeline.items[Object.keys(clips).indexOf(name)];
    if (!item) throw new Error(`${name} is not in the film`);
    return loudnessBetween(film, item.startFrame / 30, item.frames / 30);
  }

  before(async () => {
    clips = {
      normal: await recorded('video', { voice: -20, hiss: -60 }),
      quietVideo: await recorded('video', { voice: -46, hiss: -57, hum: -56 }),
      quietVoice: await recorded('audio', { voice: -46, hiss: -56 }),
      noise: await recorded('audio', { hiss: -48.5, hum: -54 }),
      softNoise: await recorded('audio', { hiss: -55 }),
    };
    timeline = buildTimeline({
      event: { occasion: 'birthday', title: 'Ruth', recipients: [{ firstName: 'Ruth' }] },
      clips: Object.entries(clips).map(([key, { frames, files }]) => clipOf({ key, frames, files }, key)),
      intro: null,
      outro: null,
      track: null,
    });
    const made = await joinFilm(timeline, null, join(await tempFolder(), 'film'));
    film = made.files.film1080;
    loudness = made.loudness;
  });

  it('brings voices recorded at -46 LUFS within 3 LU of a normal one', async () => {
    const normal = await heard('normal');
    expect(await heard('quietVideo'), 'video').to.be.closeTo(normal, 3);
    expect(await heard('quietVoice'), 'voice message').to.be.closeTo(normal, 3);
  });

  it('does not raise room noise at -48 or -55 LUFS', async () => {
    const { normal } = clips;
    const ofTheFilm = (await heard('normal')) - normal.loudness.integrated - normal.loudness.gain;
    for (const name of ['noise', 'softNoise'] as const) {
      expect(clips[name].loudness.gain, name).to.equal(0);
      expect(await heard(name), name).to.be.closeTo(clips[name].loudness.integrated + ofTheFilm, 1);
    }
  });

  it('has the loudness of every film, without clipping', () => {
    expect(loudness.integrated).to.be.closeTo(-16, 0.5);
    expect(loudness.truePeak).to.be.at.most(-1.5);
  });

  it('still flags a quiet recording', () => {
    expect(clips.quietVideo.checks).to.deep.equal(['quiet']);
    expect(clips.quietVoice.checks).to.deep.equal(['quiet']);
    expect(clips.normal.checks).to.deep.equal([]);
  });
});

describe('the sound of a segment', function () {
  this.timeout(600_000);
  useSmallPictures();

  it('fades in and out over a quarter of a second', async () => {
    const level = await levelsOf((await look('mp4')).audio);
    for (const edge of [level(0, 0.01), level(0.99, 1)]) expect(edge).to.be.below(0.15);
    for (const within of [level(0.11, 0.14), level(0.86, 0.89)]) expect(within).to.be.within(0.55, 0.85);
    expect(level(0.26, 0.28)).to.be.above(0.95);
  });

  it('is at full level in the middle of half a second', async () => {
    const level = await levelsOf((await look('mp4 of half a second')).audio);
    expect(level(0, 0.01)).to.be.below(0.2);
    expect(level(0.2, 0.3)).to.be.above(0.95);
    expect(level(0.49, 0.5)).to.be.below(0.2);
  });

  it('fades where a cut voice message ends, not where its card does', async () => {
    const clip = await prepare('webm of sound', 'audio', { edit: { trim: { start: 0.2, end: 0.85 } } });
    expect(clip.frames).to.equal(30);
    const level = await levelsOf(clip.files.audio);
    expect(level(0.64, 0.65)).to.be.below(0.2);
    expect(level(0.3, 0.4)).to.be.above(0.95);
  });

  it('keeps a quiet beep at its time', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'beep.mp4');
    const beep = `aevalsrc='0.015*sin(2*PI*1000*t)*between(mod(t,0.5),0.3,0.4)+0.001*(random(0)-0.5)':s=48000:d=2`;
    const sources = ['-f', 'lavfi', '-i', 'color=gray:s=160x90:r=30:d=2', '-f', 'lavfi', '-i', beep];
    await run('ffmpeg', ['-v', 'error', ...sources, '-c:v', 'libx264', '-c:a', 'pcm_s16le', '-f', 'mov', path]);
    const made = await makeLook({ kind: 'video', path, edit: {} }, null, folder);
    expect(made.look?.loudness.gain).to.be.above(20);
    const late = (await clicks(['-i', filesIn(folder).audio])).map((at, i) => at / 48 - (300 + i * 500));
    expect(late).to.have.length(4);
    expect(Math.max(...late.map(Math.abs)), 'milliseconds off').to.be.below(5);
  });
});

/** Asks for the highest level between two times of a WAV, relative to the highest of all. */
async function levelsOf(audio: string): Promise<(from: number, to: number) => number> {
  const args = ['-v', 'error', '-i', audio, '-ac', '1', '-f', 's16le', 'pipe:1'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 2));
  const highest = (from: number, to: number) =>
    samples.subarray(from, to).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const loudest = highest(0, samples.length);
  return (from, to) => highest(Math.round(from * 48_000), Math.round(to * 48_000)) / loudest;
}
