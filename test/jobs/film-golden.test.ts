import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { introCard, makeCard, outroCard } from '../../src/features/films/render/cards.ts';
import { collagesFor, makeCollageSegment } from '../../src/features/films/render/collage.ts';
import { type JoinedFilm, joinFilm } from '../../src/features/films/render/join.ts';
import { makeOverlaid } from '../../src/features/films/render/make-overlaid.ts';
import { namePlate } from '../../src/features/films/render/name-plates.ts';
import { overlaidParts } from '../../src/features/films/render/overlaid.ts';
import { makeThemedText, themedText } from '../../src/features/films/render/text-cards.ts';
import { buildTimeline, type Segment } from '../../src/features/films/render/timeline.ts';
import { makeTransition } from '../../src/features/films/render/transition.ts';
import { spectrumOf } from '../../src/features/library/music/spectrum.ts';
import { trackWav } from '../../src/features/library/music/track-file.ts';
import { toFilmTheme } from '../../src/features/themes/film-themes.service.ts';
import { seedOf } from '../../src/features/themes/seed-themes.ts';
import { clipOf, lavfiSegment } from '../helpers/lavfi-segments.ts';
import { decodedPcm } from '../helpers/media-reading.ts';
import { type GreyPicture, greyFrames, ssim } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/* Frames and sound of a film as they were looked at. `UPDATE_GOLDEN=1` writes what is there now: look at it before you keep it. */
const GOLDEN = join(import.meta.dirname, 'golden');
const isUpdate = process.env.UPDATE_GOLDEN === '1';

const THEME = toFilmTheme(seedOf('waves', 0).fields);
const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
/** Opening 120, less the half second of the crossfade; collage 150; two clips of 120; text 90; closing 120. */
const MOMENTS = {
  opening: 100,
  crossfade: 112,
  collage: 180,
  'name-and-caption': 300,
  caption: 438,
  text: 560,
  closing: 690,
} as const;
const SIZES = ['film1080', 'film720'] as const;
/** Bands of an octave, from 63 Hz. */
const BANDS = [63, 125, 250, 500, 1000, 2000, 4000];
const [WINDOW, RATE] = [8192, 48_000];
/** Without its caption a frame has 0.965 at most. */
const ALIKE = 0.985;
/** Levels below are noise, which differs. */
const QUIET = -70;

describe('a film as it was looked at', function () {
  this.timeout(180_000);
  useSmallPictures();
  let film: JoinedFilm;
  const pictures: Partial<Record<'film1080' | 'film720', GreyPicture[]>> = {};

  before(async () => {
    const folder = await tempFolder();
    const at = (name: string) => join(folder, name);
    const edgesOf = (name: string) => ({ video: at(`${name}/edges.mp4`), audio: at(`${name}/edges.wav`) });
    const ann = await lavfiSegment(folder, {
      key: 'ann',
      frames: 120,
      picture: 'testsrc2',
      sound: 'sine=f=440:r=48000',
    });
    const bo = await lavfiSegment(folder, {
      key: 'bo',
      frames: 120,
      picture: 'smptehdbars',
      sound: 'sine=f=1800:r=48000',
    });
    const intro = await makeCard(introCard(EVENT, THEME), at('intro'));
    const outro = await makeCard(outroCard(EVENT, ['Ann', 'Bo'], THEME), at('outro'));
    const seen = [ann, bo].map(({ key, frames, files }) => ({ key, frames, shape: 16 / 9, name: key, files }));
    const [grid] = collagesFor(THEME.collages, seen);
    if (!grid) throw new Error('no collage');
    const videos = grid.clips.map(({ files }) => files.video720);
    const collage = await makeCollageSegment(grid, videos, at('collage'));
    const words = { text: 'Dear Ruth,\nmay all your wishes come true!', name: 'Cleo' };
    const text = await makeThemedText(themedText(words, 90, THEME), at('text'));
    const fade = await makeTransition(
      'fade',
      [
        { key: intro.key, edges: edgesOf('intro') },
        { key: collage.key, edges: edgesOf('collage') },
      ],
      at('fade'),
    );
    const over = async (clip: Segment, names: string[], caption: string) => {
      const plate = namePlate({ ...clip, names, byline: names.join() }, THEME);
      const cues = [{ start: 1, end: 3.5, text: caption }];
      const parts = overlaidParts({ ...clip, plate, cues }, THEME);
      const made = parts.map(async (part) => ({
        from: part.from,
        segment: await makeOverlaid(part, clip.files, at(part.key)),
      }));
      return { ...clipOf(clip, names[0] ?? 'Bo'), replaced: await Promise.all(made) };
    };
    const clips = [
      await over(ann, ['Ann'], 'Happy birthday, Ruth!'),
      await over(bo, [], 'كل عام وأنت بخير يا روث'),
      clipOf(text, 'Cleo', { kind: 'text' }),
    ];
    const input = { event: EVENT, clips, intro, collages: [collage], outro, track: null, transitions: [fade] };
    film = await joinFilm(buildTimeline(input), await trackWav('porch-light', at('music')), at('film'));
    for (const file of SIZES) pictures[file] = await greyFrames(film.files[file], Object.values(MOMENTS));
  });

  for (const [moment, name] of Object.keys(MOMENTS).entries()) {
    it(`shows ${name} as the reference does, in both sizes`, async () => {
      const reference = join(GOLDEN, `${name}.png`);
      for (const file of SIZES) {
        const shown = pictures[file]?.[moment] ?? [];
        if (isUpdate) {
          await mkdir(GOLDEN, { recursive: true });
          const raw = { width: 320, height: 180, channels: 1 as const };
          await sharp(Buffer.from(shown), { raw }).png({ palette: true, colours: 64 }).toFile(reference);
        }
        const expected = await sharp(reference).greyscale().raw().toBuffer();
        expect(ssim(shown, [...expected]), file).to.be.above(ALIKE);
      }
    });
  }

  it('is as loud as it should be, and has the spectrum of the reference', async () => {
    expect(film.loudness.integrated).to.be.within(-16.5, -15.5);
    expect(film.loudness.truePeak).to.be.below(-1);
    const sound = await decodedPcm(film.files.film1080);
    const heard = Object.fromEntries(Object.entries(MOMENTS).map(([name, frame]) => [name, levelsAt(sound, frame)]));
    const path = join(GOLDEN, 'levels.json');
    if (isUpdate) await writeFile(path, `${JSON.stringify(heard, null, 2)}\n`);
    expect(existsSync(path)).to.equal(true);
    const expected: Record<string, number[]> = JSON.parse(await readFile(path, 'utf8'));
    for (const [name, levels] of Object.entries(heard)) {
      for (const [band, level] of levels.entries()) {
        expect(level, `${name} at ${BANDS[band]} Hz`).to.be.closeTo(expected[name]?.[band] ?? 0, 1.5);
      }
    }
  });
});

/** Levels of the bands around a frame, in dB. */
function levelsAt(pcm: Buffer, frame: number): number[] {
  const start = Math.round((frame * RATE) / 30) - WINDOW / 2;
  const mono = Float32Array.from(
    { length: WINDOW },
    (_, i) => (pcm.readInt16LE((start + i) * 4) + pcm.readInt16LE((start + i) * 4 + 2)) / 65_536,
  );
  const power = spectrumOf(WINDOW)(mono, 0);
  return BANDS.map((middle) => {
    const [from, to] = [middle / Math.SQRT2, middle * Math.SQRT2].map((hertz) => Math.round((hertz * WINDOW) / RATE));
    const sum = power.slice(from, to).reduce((all, value) => all + value, 0);
    return Math.max(QUIET, Math.round(100 * Math.log10(sum / WINDOW + 1e-12)) / 10);
  });
}
