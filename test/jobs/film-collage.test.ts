import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { collagesFor, makeCollageSegment } from '../../src/features/films/render/collage.ts';
import { gridOf } from '../../src/features/films/render/collage-grid.ts';
import { readWav } from '../../src/features/films/render/cut-sound.ts';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { buildTimeline } from '../../src/features/films/render/timeline.ts';
import { makeTransition } from '../../src/features/films/render/transition.ts';
import { toFilmTheme } from '../../src/features/themes/film-themes.service.ts';
import { seedOf } from '../../src/features/themes/seed-themes.ts';
import { countFrames } from '../../src/platform/ffmpeg/count-frames.ts';
import { clipOf, lavfiSegment, type MadeSegment } from '../helpers/lavfi-segments.ts';
import { decodesWhole } from '../helpers/media-reading.ts';
import { type GreyPicture, greyFrames } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
const WAVES = toFilmTheme(seedOf('waves', 0).fields);
const WIDE = 16 / 9;

const source = (key: string, more: object = {}) => ({ key, frames: 90, shape: WIDE, name: key, ...more });
const several = (count: number) => Array.from({ length: count }, (_, index) => source(`clip-${index}`));
const sizes = (count: number) => collagesFor(WAVES.collages, several(count)).map(({ clips }) => clips.length);

describe('collages', function () {
  this.timeout(600_000);

  it('have two to nine clips each, in similar numbers, and there is none of a single clip', () => {
    expect([0, 1, 2, 9, 10, 27, 40].map(sizes)).to.deep.equal([[], [], [2], [9], [5, 5], [9, 9, 9], [9, 9, 9]]);
    const lengths = (count: number) => collagesFor(WAVES.collages, several(count)).map(({ frames }) => frames);
    expect([...lengths(9), ...lengths(10)]).to.deep.equal([150, 120, 120]);
  });

  it('have keys of their clips and of how they look, so that no other change makes them again', () => {
    const keys = (clips: ReturnType<typeof several>, theme = WAVES) =>
      collagesFor(theme.collages, clips).map(({ key }) => key);
    const first = keys(several(18));
    const changed = several(18).map((clip, index) => (index === 17 ? { ...clip, key: 'edited' } : clip));
    expect(keys(changed)[0]).to.equal(first[0]);
    expect(keys(changed)[1]).to.not.equal(first[1]);
    const { fields } = seedOf('wall', 0);
    expect(keys(several(18), toFilmTheme(fields))).to.not.include.members(first);
    expect(keys(several(18), toFilmTheme({ ...seedOf('waves', 0).fields, fontSize: 111 }))).to.deep.equal(first);
  });

  it('follow the scenes of a theme: each takes the next clips, into its own cells', () => {
    const half = (x: number) => ({ x, y: 0, width: 0.5, height: 1 });
    const scene = (id: string, cells: object[]) => ({
      ...{ id, kind: 'collage', background: '#102030', transition: 'fade', length: 3, cells },
    });
    const scenes = [scene('a', [half(0), half(0.5)]), scene('b', [])];
    const { collages } = toFilmTheme({ ...seedOf('linen', 0).fields, scenes });
    const made = collagesFor(collages, several(5));
    expect(made.map(({ clips, frames }) => [clips.map(({ key }) => key), frames])).to.deep.equal([
      [['clip-0', 'clip-1'], 90],
      [['clip-2', 'clip-3', 'clip-4'], 90],
    ]);
    expect(made[0]?.clips.map(({ cell }) => cell)).to.deep.equal([
      { left: 0, top: 0, width: 960, height: 1080 },
      { left: 960, top: 0, width: 960, height: 1080 },
    ]);
  });

  it('fit the stage without overlapping, whatever the shapes of their pictures', () => {
    const shapes = [WIDE, 9 / 16, 1, 3, 0.2];
    for (let count = 2; count <= 9; count += 1) {
      for (let turn = 0; turn < shapes.length; turn += 1) {
        const wanted = Array.from({ length: count }, (_, index) => shapes[(index * (turn + 1)) % shapes.length] ?? 1);
        const cells = gridOf(wanted, { across: 24, down: 72 });
        expect(cells.length).to.equal(count);
        for (const [index, { left, top, width, height }] of cells.entries()) {
          expect([left >= 0, top >= 0, left + width <= 1920, top + height <= 1080], String(wanted)).to.not.include(
            false,
          );
          expect(Math.min(width, height), 'large enough to see somebody').to.be.above(150);
          for (const other of cells.slice(index + 1)) {
            const isApart =
              left + width <= other.left ||
              other.left + other.width <= left ||
              top + height <= other.top ||
              other.top + other.height <= top;
            expect(isApart, `${wanted}: ${index}`).to.equal(true);
          }
        }
      }
    }
  });

  describe('as a segment', () => {
    useSmallPictures();

    it('show all clips, without sound, and join with cards and clips by transitions', async () => {
      const folder = await tempFolder();
      const clips: MadeSegment[] = [];
      for (const [index, colour] of ['white', 'gray'].entries()) {
        clips.push(await lavfiSegment(folder, { key: `c${index}`, frames: 60, picture: `color=c=${colour}` }));
      }
      const [collage] = collagesFor(
        WAVES.collages,
        clips.map(({ key, frames }) => source(key, { frames, name: '王小明 🎂' })),
      );
      if (!collage) throw new Error('no collage');
      const out = join(folder, 'collage');
      const made = await makeCollageSegment(
        collage,
        clips.map(({ files }) => files.video720),
        out,
      );
      expect((await readWav(made.files.audio, 150)).every((byte) => byte === 0)).to.equal(true);
      const edges = { video: join(out, 'edges.mp4'), audio: join(out, 'edges.wav') };
      const crossing = await makeTransition(
        'fade',
        [
          { key: made.key, edges },
          { key: 'c0', edges },
        ],
        join(folder, 'join'),
      );
      const [clip] = clips as [MadeSegment];
      const film = { event: EVENT, intro: null, outro: null, track: null };
      const timeline = buildTimeline({
        ...{ ...film, collages: [made, made], transitions: [crossing] },
        clips: [clipOf(clip, 'Ann')],
      });
      expect(timeline.items.map(({ role }) => role)).to.deep.equal(['collage', 'transition', 'collage', 'clip']);
      expect(timeline.chapters).to.deep.equal([{ start: 9.5, title: 'Ann', mediaId: 'media-c0' }]);
      const joined = await joinFilm(timeline, null, join(folder, 'film'));
      await decodesWhole(joined.files.film1080);
      expect(await countFrames(joined.files.film720)).to.equal(285 + 60);
      const [shown] = await greyFrames(made.files.video720, [100]);
      // The middle of both cells.
      const [left = 0, right = 0] = [0.26, 0.74].map((x) => (shown as GreyPicture)[90 * 320 + Math.round(x * 320)]);
      expect(left).to.be.above(225);
      expect(right).to.be.within(110, 145);
      expect((await stat(edges.video)).size).to.be.above(1000);
    });
  });
});
