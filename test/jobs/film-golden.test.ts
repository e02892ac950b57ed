import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import sharp from 'sharp';
import { introCard, makeCard, outroCard } from '../../src/features/films/render/cards.ts';
import { type JoinedFilm, joinFilm } from '../../src/features/films/render/join.ts';
import { buildTimeline, type FilmClip, type Timeline } from '../../src/features/films/render/timeline.ts';
import { makeTransition } from '../../src/features/films/render/transition.ts';
import type { PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import { runTool } from '../../src/platform/ffmpeg/run.ts';
import { clipOf } from '../helpers/lavfi-segments.ts';
import { prepare } from '../helpers/prepared-samples.ts';
import { type GreyPicture, greyFrames, ssim } from '../helpers/similarity.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Frames beside each other, grey, 320x180 each; and levels of bands in dB. `GOLDEN=write` renews both. */
const GOLDEN = {
  frames: fileURLToPath(new URL('fixtures/film-golden.png', import.meta.url)),
  sound: fileURLToPath(new URL('fixtures/film-golden.json', import.meta.url)),
};
const SIZE = { width: 320, height: 180 };
/** Other versions of the font renderer and encoder move a pixel; another layout or a missing part is far below. */
const LIKE = 0.9;
/** dB by which a band may differ. */
const NEAR = 2.5;
/** Hz. Below -60 dB nothing is heard. */
const BANDS = [110, 440, 1760, 7040];
const SILENT = -60;

const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };

describe('a whole film', function () {
  this.timeout(180_000);
  let film: JoinedFilm;
  let timeline: Timeline;

  before(async () => {
    const folder = await tempFolder();
    const clips = await Promise.all([
      prepare('mp4 of two seconds', 'video', { name: 'Anna' }),
      prepare('mp4 of two seconds', 'video', { name: 'Ben', edit: { flip: 'horizontal' } }),
    ]);
    const [first, second] = clips as [PreparedClip, PreparedClip];
    const edges = ({ segmentKey, files }: PreparedClip) => ({
      key: segmentKey,
      edges: { video: files.edgesVideo, audio: files.edgesAudio },
    });
    const transition = await makeTransition('slide', [edges(first), edges(second)], join(folder, 'slide'));
    const intro = await makeCard(introCard(EVENT), join(folder, 'intro'));
    const outro = await makeCard(outroCard(EVENT, ['Anna', 'Ben']), join(folder, 'outro'));
    timeline = buildTimeline({
      event: EVENT,
      clips: [asClip(first, 'Anna'), asClip(second, 'Ben')],
      intro,
      outro,
      track: null,
      transitions: [null, transition, null],
    });
    film = await joinFilm(timeline, null, join(folder, 'film'));
  });

  /** In the middle of each part: both cards, both clips with their names, the transition. */
  const middles = () => timeline.items.map(({ startFrame, frames }) => startFrame + Math.floor(frames / 2));

  it('looks as it should: cards, names and the transition', async () => {
    const frames = await greyFrames(film.files.film720, middles());
    expect(frames).to.have.length(5);
    if (process.env.GOLDEN === 'write') await writeStrip(frames);
    const wanted = await readStrip();
    const alike = frames.map((frame, index) => Number(ssim(frame, wanted[index] ?? []).toFixed(3)));
    for (const [index, value] of alike.entries()) expect(value, `part ${index}: ${alike}`).to.be.at.least(LIKE);
    // Parts that are mixed up must not pass.
    expect(ssim(frames[1] ?? [], wanted[3] ?? [])).to.be.below(LIKE);
  });

  it('sounds as it should: loudness, and levels of four bands', async () => {
    expect(film.loudness.integrated).to.be.closeTo(-16, 0.5);
    expect(film.loudness.truePeak).to.be.at.most(-1.5);
    const levels = await Promise.all(BANDS.map((hertz) => levelOf(film.files.film720, hertz)));
    if (process.env.GOLDEN === 'write') await writeFile(GOLDEN.sound, `${JSON.stringify(levels)}\n`);
    const wanted: number[] = JSON.parse(await readFile(GOLDEN.sound, 'utf8'));
    for (const [index, level] of levels.entries()) {
      const [heard, expected] = [level, wanted[index] ?? 0].map((each) => Math.max(each, SILENT)) as [number, number];
      expect(heard, `${BANDS[index]} Hz of ${levels}`).to.be.closeTo(expected, NEAR);
    }
  });
});

function asClip({ segmentKey: key, frames, files }: PreparedClip, name: string): FilmClip {
  const { video1080, video720, audio } = files;
  return clipOf({ key, frames, files: { video1080, video720, audio } }, name);
}

/** Mean level of the sound around a frequency, in dB. */
async function levelOf(path: string, hertz: number): Promise<number> {
  const band = `bandpass=f=${hertz}:width_type=o:w=1,bandpass=f=${hertz}:width_type=o:w=1,volumedetect`;
  const { stderr } = await runTool('ffmpeg', ['-i', path, '-map', '0:a', '-af', band, '-f', 'null', '-'], {
    timeLimit: 60_000,
  });
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1] ?? -99);
}

async function writeStrip(frames: readonly GreyPicture[]): Promise<void> {
  const raw = { width: SIZE.width, height: SIZE.height * frames.length, channels: 1 as const };
  await sharp(Buffer.from(frames.flat()), { raw }).png({ compressionLevel: 9 }).toFile(GOLDEN.frames);
}

async function readStrip(): Promise<GreyPicture[]> {
  const data = await sharp(GOLDEN.frames).greyscale().raw().toBuffer();
  const bytes = SIZE.width * SIZE.height;
  return Array.from({ length: data.length / bytes }, (_, index) => [
    ...data.subarray(index * bytes, (index + 1) * bytes),
  ]);
}
