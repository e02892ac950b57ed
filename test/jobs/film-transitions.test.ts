import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { readWav } from '../../src/features/films/render/cut-sound.ts';
import { type JoinedFilm, joinFilm } from '../../src/features/films/render/join.ts';
import { SegmentsUnfit } from '../../src/features/films/render/segment-check.ts';
import { buildTimeline, type Segment, type Timeline } from '../../src/features/films/render/timeline.ts';
import { type EdgeFiles, type MadeTransition, makeTransition } from '../../src/features/films/render/transition.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { clipOf, lavfiSegment } from '../helpers/lavfi-segments.ts';
import { decodedSound } from '../helpers/media-reading.ts';
import { blended, type GreyPicture, greyFramesOfWhole, ssim } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
const KINDS = ['fade', 'slide', 'zoom', 'cut'] as const;
const EDGE = 15;
const FRAMES = 50;

interface Source extends Segment {
  path: string;
  edges: EdgeFiles;
}

async function source(folder: string, name: string, picture: string, tone: number): Promise<Source> {
  const path = join(folder, `${name}.mp4`);
  const seconds = 2;
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `${picture}:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=f=${tone}:r=48000:d=${seconds},volume=6dB`, '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '8', '-colorspace', 'bt709', '-c:a', 'pcm_s16le'],
    ...['-t', String(FRAMES / 30), '-frames:v', String(FRAMES), '-f', 'mov', path],
  ]);
  const { segmentKey, frames, files } = await prepareClip({ kind: 'video', path, edit: {} }, join(folder, name));
  expect(frames).to.equal(FRAMES);
  return { path, key: segmentKey, frames, files, edges: { video: files.edgesVideo, audio: files.edgesAudio } };
}

/** What each film says of its pictures and sound, such as their time base and their decoder’s header, and times and hashes of all packets. */
async function packets(...paths: string[]): Promise<string[][]> {
  const inputs = paths.flatMap((path) => ['-i', path]);
  const maps = paths.flatMap((_, index) => ['-map', `${index}:v`, '-map', `${index}:a`]);
  const args = ['-v', 'error', ...inputs, ...maps, '-c', 'copy', '-f', 'framehash', '-'];
  const { stdout } = await run('ffmpeg', args, { maxBuffer: 16 * 1024 ** 2 });
  const lines = stdout.split('\n').map((line) => /^(#\w+ )?(\d+)[,:](.*)$/.exec(line) ?? []);
  return paths.map((_, index) =>
    [2 * index, 2 * index + 1].flatMap((stream) =>
      lines.filter(([, , of]) => of === `${stream}`).map(([, about = '', , facts]) => about + facts),
    ),
  );
}

/** Frames of a file, by their numbers. */
async function picturesOf(path: string, frames: number[]): Promise<(frame: number) => GreyPicture> {
  const pictures = await greyFramesOfWhole(path, frames);
  return (frame) => {
    const picture = pictures[frames.indexOf(frame)];
    if (!picture) throw new Error(`frame ${frame} was not read`);
    return picture;
  };
}

/** Strength of a tone in 16 bit stereo, by Goertzel's algorithm. */
function toneLevel(pcm: Buffer, from: number, samples: number, tone: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * tone) / 48_000);
  let [last, before] = [0, 0];
  for (let i = 0; i < samples; i += 1) {
    [before, last] = [last, pcm.readInt16LE((from + i) * 4) + factor * last - before];
  }
  return Math.sqrt(Math.max(0, last ** 2 + before ** 2 - factor * last * before)) / samples;
}

describe('transitions in a film', function () {
  this.timeout(600_000);
  useSmallPictures();
  let folder: string;
  let ann: Source;
  let bo: Source;
  let timeline: Timeline;
  let film: JoinedFilm;
  const made: Segment[] = [];
  let pictures: Record<'film1080' | 'film720' | 'ann' | 'bo', (frame: number) => GreyPicture>;

  before(async () => {
    folder = await tempFolder();
    ann = await source(folder, 'ann', 'testsrc2=s=640x360:r=30', 440);
    bo = await source(folder, 'bo', 'testsrc=s=640x360:r=30', 1000);
    const order = [ann, bo, ann, bo, ann];
    for (const [index, kind] of KINDS.entries())
      made.push(await between(kind, order[index] as Source, order[index + 1] as Source));
    timeline = buildTimeline({
      ...{ event: EVENT, intro: null, outro: null, track: null, transitions: made },
      clips: order.map((each, index) => clipOf(each, `Person ${index}`)),
    });
    film = await joinFilm(timeline, null, join(folder, 'film'));
    const at = startOf('fade');
    const all = [...Array(FRAMES).keys()];
    // To their ends, at which a fault would be an error.
    pictures = {
      film1080: await picturesOf(film.files.film1080, [
        ...expectedPictures().map(([frame]) => frame),
        startOf('slide') + 7,
      ]),
      film720: await picturesOf(film.files.film720, [at - 1, at + EDGE]),
      ann: await picturesOf(ann.path, all),
      bo: await picturesOf(bo.path, all),
    };
  });

  function between(kind: MadeTransition, previous: Source, next: Source): Promise<Segment> {
    return makeTransition(kind, [previous, next], join(folder, `${kind}-${previous.key}-${next.key}`));
  }

  /** Where the transition of each kind begins, in frames. */
  function startOf(kind: MadeTransition): number {
    return timeline.items.filter(({ role }) => role === 'transition')[KINDS.indexOf(kind)]?.startFrame ?? -1;
  }

  /** Frames of the film, and those of the clips that they show. */
  function expectedPictures(): [number, { ann?: number; bo?: number; share?: number }][] {
    const [fade, cut, zoom] = [startOf('fade'), startOf('cut'), startOf('zoom')];
    // Ann precedes the first and third, Bo the second and fourth.
    return [
      ...[EDGE, FRAMES - EDGE - 1].map((at): [number, { ann: number }] => [at, { ann: at }]),
      ...[0, 7, 14].map((k): [number, { ann: number; bo: number; share: number }] => [
        fade + k,
        { ann: FRAMES - EDGE + k, bo: k, share: k / EDGE },
      ]),
      [fade + EDGE, { bo: EDGE }],
      [startOf('slide') - 1, { bo: FRAMES - EDGE - 1 }],
      [startOf('slide'), { bo: FRAMES - EDGE }],
      [startOf('slide') + EDGE, { ann: EDGE }],
      [zoom, { ann: FRAMES - EDGE }],
      [zoom + EDGE, { bo: EDGE }],
      [cut + EDGE - 1, { bo: FRAMES - 1 }],
      [cut + EDGE, { ann: 0 }],
      [cut + 2 * EDGE, { ann: EDGE }],
    ];
  }

  it('play to the end in both renditions, with even timestamps, exactly as long as was planned', async () => {
    expect(film.frames).to.equal(5 * FRAMES - 3 * EDGE);
    for (const path of [film.files.film1080, film.files.film720]) {
      const entries = ['-show_entries', 'packet=pts,dts', '-of', 'csv=p=0'];
      const { stdout } = await run('ffprobe', ['-v', 'error', '-select_streams', 'v:0', ...entries, path]);
      const packets = stdout
        .trim()
        .split('\n')
        .map((line) => line.split(',').map(Number) as [number, number]);
      const dts = packets.map(([, each]) => each);
      expect(dts).to.deep.equal([...new Set(dts)].sort((a, b) => a - b));
      const shown = packets.map(([pts]) => pts / 512).sort((a, b) => a - b);
      expect(shown).to.deep.equal([...Array(film.frames).keys()]);
    }
    // The decoder gives the whole last block of AAC.
    const { samples } = await decodedSound(film.files.film1080);
    expect(samples - film.frames * 1600).to.be.within(0, 1023);
  });

  it('give the same film, packet by packet, when its cuts are too many for one run', async () => {
    const portions = await joinFilm(timeline, null, join(folder, 'portions'), { longestFilters: 200 });
    const [whole1080, whole720, joined1080, joined720] = await packets(
      ...[film, portions].flatMap(({ files }) => [files.film1080, files.film720]),
    );
    expect(whole1080).to.have.length.above(film.frames);
    expect(joined1080).to.deep.equal(whole1080);
    expect(joined720).to.deep.equal(whole720);
    expect((await readdir(join(folder, 'portions'))).sort()).to.deep.equal(
      (await readdir(join(folder, 'film'))).sort(),
    );
  });

  it('show the right pictures of both neighbours before, in and after each', () => {
    for (const [at, each] of expectedPictures()) {
      const [a, b] = [each.ann, each.bo].map((frame, index) =>
        frame === undefined ? [] : (index === 0 ? pictures.ann : pictures.bo)(frame),
      ) as [GreyPicture, GreyPicture];
      const picture = each.share === undefined ? (each.ann === undefined ? b : a) : blended(a, b, each.share);
      expect(ssim(pictures.film1080(at), picture), `frame ${at}: ${JSON.stringify(each)}`).to.be.above(0.9);
    }
  });

  it('leave out no frame and repeat none where the packets are cut', () => {
    const at = startOf('fade');
    for (const [shown, from, frame] of [
      [at - 1, pictures.ann, FRAMES - EDGE - 1],
      [at + EDGE, pictures.bo, EDGE],
    ] as const) {
      const near = [frame - 1, frame, frame + 1].map((each) => ssim(pictures.film720(shown), from(each)));
      const [before = 1, exact = 0, after = 1] = near;
      expect(exact).to.be.above(Math.max(before, after));
    }
  });

  it('move in the middle: neither neighbour alone fills a slide', () => {
    const picture = pictures.film1080(startOf('slide') + 7);
    expect(ssim(picture, pictures.bo(FRAMES - EDGE + 7))).to.be.below(0.8);
    expect(ssim(picture, pictures.ann(7))).to.be.below(0.8);
  });

  it('cross the sound at equal power, without a fade to silence', async () => {
    const sound = await readWav((made[0] as Segment).files.audio, EDGE);
    const whole = await readWav(ann.edges.audio, 2 * EDGE);
    const full = toneLevel(whole, 15 * 1600, 4800, 440);
    const levels = [0, 9600, 19_200].map((from) =>
      [440, 1000].map((tone) => toneLevel(sound, from, 4800, tone) / full),
    );
    const [begin, middle, end] = levels as [[number, number], [number, number], [number, number]];
    expect(begin[0]).to.be.above(0.95);
    expect(begin[1]).to.be.below(0.25);
    for (const level of middle) expect(level).to.be.closeTo(Math.SQRT1_2, 0.1);
    expect(end[0]).to.be.below(0.35);
    expect(end[1]).to.be.above(0.9);
  });

  it('are the same bytes when made again', async () => {
    const again = await makeTransition('slide', [bo, ann], join(folder, 'again'));
    expect(again.key).to.equal((made[1] as Segment).key);
    const hashes = await Promise.all(
      [again, made[1] as Segment].map(async ({ files }) =>
        (await run('sha256sum', [files.video1080])).stdout.slice(0, 64),
      ),
    );
    expect(hashes[0]).to.equal(hashes[1]);
  });

  it('are refused at a segment without key frames at its cuts, which is named', async () => {
    const older = await lavfiSegment(folder, { key: 'older', frames: 75 });
    const joining = buildTimeline({
      ...{ event: EVENT, intro: null, outro: null, track: null, transitions: [made[0] as Segment] },
      clips: [clipOf(ann, 'Ann'), clipOf(older, 'Bo')],
    });
    const error = await joinFilm(joining, null, join(folder, 'refused')).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(SegmentsUnfit);
    expect((error as SegmentsUnfit).keys).to.deep.equal(['older']);
  });
});
