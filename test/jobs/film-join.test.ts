import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { encodeWav } from '../../scripts/music/wav.ts';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { SegmentsUnfit } from '../../src/features/films/render/segment-check.ts';
import { buildTimeline, type FilmClip, type Segment } from '../../src/features/films/render/timeline.ts';
import { clicks, flashes } from '../helpers/av-sync.ts';
import { clickSegment, clipOf, lavfiSegment } from '../helpers/lavfi-segments.ts';
import { decodedSound } from '../helpers/media-reading.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };

function timelineOf(clips: FilmClip[], title = EVENT.title) {
  return buildTimeline({ event: { ...EVENT, title }, clips, intro: null, outro: null, track: null });
}

interface CheckReport {
  ok: boolean;
  checks: { name: string; ok: boolean; detail: string }[];
}

/** What `scripts/check-film.mjs` says; it must find nothing wrong. */
async function mustPass(file: string, seconds: number, ...options: string[]): Promise<void> {
  const args = ['scripts/check-film.mjs', file, '--json', '--expect-seconds', String(seconds), ...options];
  const { stdout } = await run(process.execPath, args).catch((error: { stdout: string }) => error);
  const report = JSON.parse(stdout) as CheckReport;
  expect(report.checks.filter(({ ok }) => !ok)).to.deep.equal([]);
  expect(report.ok).to.equal(true);
}

/** SHA-256 of each video packet, in the order of each file. */
async function packetHashes(...files: string[]): Promise<string[][]> {
  const inputs = files.flatMap((file) => ['-i', file]);
  const maps = files.flatMap((_, index) => ['-map', `${index}:v:0`]);
  const args = ['-v', 'error', ...inputs, ...maps, '-c', 'copy', '-f', 'framehash', '-'];
  const { stdout } = await run('ffmpeg', args, { maxBuffer: 16 * 1024 ** 2 });
  const lines = stdout.split('\n').map((line) => line.split(',').map((field) => field.trim()));
  return files.map((_, index) => lines.filter(([file]) => file === `${index}`).map((fields) => fields.at(-1) ?? ''));
}

describe('joining a film', function () {
  this.timeout(600_000);
  useSmallPictures();
  let folder: string;
  let music: string;
  let clicking: Segment[];
  let talking: Segment;

  before(async () => {
    folder = join(await tempFolder(), `it's "odd" %d [x]`);
    await mkdir(folder);
    clicking = await Promise.all([31, 37, 44].map((frames, i) => clickSegment(folder, `click-${i}`, frames, 10 + i)));
    talking = await lavfiSegment(folder, {
      key: 'talking',
      frames: 75,
      picture: 'color=c=orange',
      sound: 'anoisesrc=c=pink:a=0.5:seed=4:r=48000,tremolo=f=3:d=0.7',
    });
    const hum = Float32Array.from({ length: 48_000 }, (_, i) => 0.2 * Math.sin((2 * Math.PI * 220 * i) / 48_000));
    music = join(folder, 'music.wav');
    await writeFile(music, encodeWav(hum, hum));
  });

  it('makes both renditions with music, at the target loudness, exactly as long as the clips', async () => {
    const timeline = timelineOf([clipOf(talking, 'Ann'), clipOf(clicking[0] as Segment, 'Bo'), clipOf(talking, 'Ann')]);
    const steps: [number, string][] = [];
    const film = await joinFilm(timeline, music, join(folder, 'film'), {
      onProgress: (done, step) => steps.push([done, step]),
    });
    expect(film.frames).to.equal(75 + 31 + 75);
    expect(film.loudness.integrated).to.be.closeTo(-16, 0.5);
    expect(film.loudness.truePeak).to.be.at.most(-1.5);
    await mustPass(film.files.film1080, film.length);
    await mustPass(film.files.film720, film.length);
    expect((await readdir(join(folder, 'film'))).sort()).to.deep.equal([
      'captions.vtt',
      'film-1080.mp4',
      'film-720.mp4',
      'poster.jpg',
      'poster.webp',
    ]);
    expect(await readFile(film.files.captions, 'utf8')).to.match(/^WEBVTT\n/);
    const done = steps.map(([share]) => share);
    expect(done).to.deep.equal([...done].sort((a, b) => a - b));
    expect(steps.at(-1)).to.deep.equal([1, 'pictures']);
  });

  it('makes the same pictures without music, and does not raise silence', async () => {
    const quiet = await lavfiSegment(folder, { key: 'quiet', frames: 33 });
    const film = await joinFilm(timelineOf([clipOf(quiet, 'Ann')]), null, join(folder, 'silent'));
    expect(film.loudness.integrated).to.be.at.most(-60);
    expect((await decodedSound(film.files.film1080)).peak).to.equal(0);
    await mustPass(film.files.film1080, 1.1, '--no-sound-level');
  });

  it('keeps sound and pictures in sync over 30 joins, by decoded samples, and copies the picture packets unchanged', async () => {
    // Each after itself and after each other.
    const order = Array.from({ length: 30 }, (_, i) => [0, 0, 1, 1, 2, 2, 0, 2, 1][i % 9] as number);
    const timeline = timelineOf(order.map((each, i) => clipOf(clicking[each] as Segment, `Person ${i}`)));
    const film = await joinFilm(timeline, null, join(folder, 'thirty'));
    const places = timeline.items.map(({ startFrame }, i) => startFrame + 10 + (order[i] as number));
    for (const path of [film.files.film1080, film.files.film720]) {
      expect(await flashes(['-i', path])).to.deep.equal(places);
    }
    const heard = await clicks(['-i', film.files.film1080]);
    expect(heard).to.have.length(30);
    const late = heard.map((sample, i) => sample / 48 - ((places[i] as number) * 1000) / 30);
    expect(Math.max(...late.map(Math.abs)), 'milliseconds off').to.be.below(5);
    for (const [rendition, video] of [
      ['film1080', 'video1080'],
      ['film720', 'video720'],
    ] as const) {
      const [joined, ...sources] = await packetHashes(
        film.files[rendition],
        ...clicking.map(({ files }) => files[video]),
      );
      expect(sources.map(({ length }) => length)).to.deep.equal([31, 37, 44]);
      expect(joined).to.deep.equal(order.flatMap((each) => sources[each]));
    }
  });

  it('writes chapters, and escapes any name', async () => {
    const names = ['Ann', `file '/etc/passwd'\n[CHAPTER]\nSTART=0`, 'a=b; #c \\', '<b>"Zoë" & ’王', '   '];
    const timeline = timelineOf(
      names.map((name) => clipOf(clicking[0] as Segment, name)),
      'Ruth’s; = day\n[STREAM]',
    );
    const film = await joinFilm(timeline, null, join(folder, 'names'));
    const args = ['-v', 'error', '-show_chapters', '-show_format', '-of', 'json', film.files.film1080];
    const { stdout } = await run('ffprobe', args);
    const { chapters, format } = JSON.parse(stdout) as {
      chapters: { start_time: string; tags: { title: string } }[];
      format: { tags: { title: string } };
    };
    expect(format.tags.title).to.equal('Ruth’s; = day [STREAM]');
    expect(chapters.map(({ tags }) => tags.title.trim())).to.deep.equal([
      'Ann',
      `file '/etc/passwd' [CHAPTER] START=0`,
      'a=b; #c \\',
      '<b>"Zoë" & ’王',
      'A friend',
    ]);
    chapters.forEach(({ start_time }, i) => {
      expect(Number(start_time)).to.be.closeTo((i * 31) / 30, 0.002);
    });
  });

  it('leaves no file behind when aborted', async () => {
    const out = join(folder, 'stopped');
    const stop = new AbortController();
    const timeline = timelineOf(Array.from({ length: 20 }, () => clipOf(talking, 'Ann')));
    const joining = joinFilm(timeline, music, out, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    const error = await joining.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(Error);
    expect(await readdir(out)).to.deep.equal([]);
  });

  it('refuses segments whose sound and pictures differ in length, by key', async () => {
    const wrong = clipOf({ ...talking, key: 'wrong', files: { ...talking.files, audio: music } }, 'Ann');
    const error = await joinFilm(timelineOf([wrong]), null, join(folder, 'refused')).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(SegmentsUnfit);
    expect((error as SegmentsUnfit).keys).to.deep.equal(['wrong']);
  });
});
