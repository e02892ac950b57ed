import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { writeWavPart } from '../../src/features/films/render/cut-sound.ts';
import { joinFilm } from '../../src/features/films/render/join.ts';
import { makeOverlaid } from '../../src/features/films/render/make-overlaid.ts';
import { namePlate } from '../../src/features/films/render/name-plates.ts';
import {
  type Overlaid,
  overlaidParts,
  type SaidAtEdge,
  saidAtEdges,
} from '../../src/features/films/render/overlaid.ts';
import { buildTimeline, type Segment } from '../../src/features/films/render/timeline.ts';
import { makeTransition, transitionKey } from '../../src/features/films/render/transition.ts';
import { toFilmTheme } from '../../src/features/themes/film-themes.service.ts';
import { seedOf } from '../../src/features/themes/seed-themes.ts';
import { drawCaptionPlate } from '../../src/features/themes/themed-cards.service.ts';
import { countFrames } from '../../src/platform/ffmpeg/count-frames.ts';
import { runTool } from '../../src/platform/ffmpeg/run.ts';
import { edgesFilter, edgesVideoArgs } from '../../src/platform/ffmpeg/segment-format.ts';
import type { Cue } from '../../src/shared/captions.ts';
import { clipOf, lavfiSegment } from '../helpers/lavfi-segments.ts';
import { decodedSound } from '../helpers/media-reading.ts';
import { greyFrames, greyFramesOfWhole, ssim } from '../helpers/similarity.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const EVENT = { occasion: 'birthday', title: 'Ruth’s birthday', recipients: [{ firstName: 'Ruth' }] };
const THEME = toFilmTheme(seedOf('garden', 0).fields);
const cue = (start: number, end: number, text = 'Happy birthday!'): Cue => ({ start, end, text });

/** Frames of the parts that are made again. */
function parts(frames: number, cues: Cue[], names: string[] = []): Overlaid[] {
  const plate = namePlate({ key: 'clip', frames, names, byline: names.join() }, THEME);
  return overlaidParts({ key: 'clip', frames, plate, cues }, THEME);
}
const spans = (all: readonly Overlaid[]) => all.map(({ from, frames }) => [from, from + frames]);

describe('captions in the picture', function () {
  this.timeout(600_000);
  useSmallPictures();
  let folder: string;
  let clip: Segment;

  before(async () => {
    folder = await tempFolder();
    clip = await lavfiSegment(folder, { key: 'clip', frames: 260, picture: 'testsrc2', sound: 'sine=f=440:r=48000' });
  });

  it('are there while somebody speaks; other packets and all sound are those of the clip', async () => {
    const plate = namePlate({ ...clip, names: ['Ann'], byline: 'Ann' }, THEME);
    const cues = [cue(1, 2.5), cue(5.2, 6.1, 'We all love you,\nand we miss you.')];
    const made = overlaidParts({ ...clip, plate, cues }, THEME);
    expect(spans(made)).to.deep.equal([
      [0, 90],
      [150, 210],
    ]);
    const replaced = [];
    for (const part of made) {
      const segment = await makeOverlaid(part, clip.files, join(folder, part.key));
      replaced.push({ from: part.from, segment });
    }
    const film = { event: EVENT, intro: null, outro: null, track: null };
    const timeline = buildTimeline({ ...film, clips: [{ ...clipOf(clip, 'Ann'), replaced }] });
    expect(timeline.items.map(({ role, startFrame }) => [role, startFrame])).to.deep.equal([
      ['clip', 0],
      ['rest', 90],
      ['rest', 150],
      ['rest', 210],
    ]);
    const joined = await joinFilm(timeline, null, join(folder, 'film'));
    const plain = await joinFilm(buildTimeline({ ...film, clips: [clipOf(clip, 'Ann')] }), null, join(folder, 'plain'));
    for (const name of ['film1080', 'film720'] as const) {
      expect(await countFrames(joined.files[name])).to.equal(260);
      const at = [2, 45, 85, 90, 149, 152, 157, 182, 185, 209, 210, 259];
      const [shown, bare] = [await greyFramesOfWhole(joined.files[name], at), await greyFrames(plain.files[name], at)];
      for (const [i, frame] of at.entries()) {
        const alike = ssim(shown[i] ?? [], bare[i] ?? []);
        if ([45, 157, 182].includes(frame)) expect(alike, `${name}, frame ${frame}`).to.be.below(0.965);
        else if ([90, 149, 210, 259].includes(frame)) expect(alike, `${name}, frame ${frame}`).to.equal(1);
        else expect(alike, `${name}, frame ${frame}`).to.be.above(0.97);
      }
    }
    expect(await decodedSound(joined.files.film720)).to.deep.equal(await decodedSound(plain.files.film720));
  });

  it('go on through a transition, and cross over with their clips', async () => {
    const edges = { video: join(folder, 'edges.mp4'), audio: join(folder, 'edges.wav') };
    const select = ['-vf', edgesFilter(clip.frames), ...edgesVideoArgs(), edges.video];
    await runTool('ffmpeg', ['-i', clip.files.video1080, ...select], { timeLimit: 60_000 });
    await writeWavPart(clip.files.audio, edges.audio, { from: 0, frames: 30 });
    const plate = namePlate({ ...clip, names: ['Ann'], byline: 'Ann' }, THEME);
    const said = saidAtEdges({ ...clip, plate, cues: [cue(0, 1), cue(8.3, 8.6)] }, THEME);
    const at = (edge: SaidAtEdge | null) => edge?.cues.map(({ from, to, isRaised }) => [from, to, isRaised]);
    expect([at(said.head), at(said.tail)]).to.deep.equal([[[0, 15, true]], [[4, 13, false]]]);
    const bare = { key: clip.key, edges };
    for (const kind of ['fade', 'cut'] as const) {
      const plain = await makeTransition(kind, [bare, bare], join(folder, `plain-${kind}`));
      const made = await makeTransition(
        kind,
        [
          { ...bare, said },
          { ...bare, said },
        ],
        join(folder, `said-${kind}`),
      );
      expect(made.key).to.not.equal(plain.key);
      const silent = { head: null, tail: null };
      expect(transitionKey(kind, { ...bare, said: silent }, bare), 'as before').to.equal(plain.key);
      const frames = kind === 'cut' ? [2, 8, 14, 20] : [2, 7, 13];
      const [shown, without] = [
        await greyFrames(made.files.video720, frames),
        await greyFrames(plain.files.video720, frames),
      ];
      const alike = frames.map((_, index) => ssim(shown[index] ?? [], without[index] ?? []));
      const hasCaption = alike.map((value) => value < 0.985);
      expect(hasCaption, alike.join()).to.deep.equal(kind === 'cut' ? [false, true, false, true] : [false, true, true]);
    }
  });

  it('make whole seconds of the clip again, and only those whose words have changed', () => {
    const talk = Array.from({ length: 40 }, (_, i) => cue(i, i + 1, `word ${i}`));
    const all = parts(1225, talk);
    expect(spans(all)).to.deep.equal([
      [0, 300],
      [300, 600],
      [600, 900],
      [900, 1225],
    ]);
    const corrected = parts(1225, talk.with(12, cue(12, 13, 'another word')));
    const same = corrected.map(({ key }, i) => key === all[i]?.key);
    expect(same).to.deep.equal([true, false, true, true]);
    const named = parts(1225, talk, ['Ann']).map(({ key }) => key);
    const others = all.slice(1).filter(({ key }) => !named.includes(key));
    expect(others, 'names change the first parts alone').to.deep.equal([]);
  });

  it('replace a part that can be cut at both ends of any clip', () => {
    expect(spans(parts(260, [cue(8.3, 8.6)]))).to.deep.equal([[210, 260]]);
    expect(spans(parts(40, [cue(0, 0.5)]))).to.deep.equal([[0, 40]]);
    expect(spans(parts(121, [cue(3.9, 4)], ['Ann']))).to.deep.equal([
      [0, 90],
      [90, 121],
    ]);
    expect(spans(parts(100, [cue(3, 9)], ['Ann']))).to.deep.equal([[0, 100]]);
    expect(parts(260, []), 'without captions').to.deep.equal([]);
    expect(parts(260, [cue(9, 10)]), 'after its end').to.deep.equal([]);
  });

  it('stand above the names that are there when they begin', () => {
    const [first, second] = parts(260, [cue(2, 4), cue(4.5, 5.5)], ['Ann']);
    expect(first?.cues.map(({ isRaised }) => isRaised)).to.deep.equal([true]);
    expect(second?.cues.map(({ from, to, isRaised }) => [from, to, isRaised])).to.deep.equal([
      [0, 30, true],
      [45, 75, false],
    ]);
    expect(second?.plate, 'which has come and gone').to.equal(null);
    expect(second?.names).to.not.equal(null);
  });

  it('are wrapped and fit the picture in any script', async () => {
    const texts = [
      'Long words fit: Donaudampfschifffahrtsgesellschaftskapitän! '.repeat(3).slice(0, 200),
      'كل عام وأنت بخير يا جدتي العزيزة، نحبك كثيراً ونتمنى لك يوماً جميلاً مليئاً بالفرح والسعادة',
      '祝你生日快乐，希望你今天过得开心，我们都很爱你。'.repeat(4),
      'W'.repeat(200),
      '<b>&amp;',
    ];
    for (const width of [908, 1612]) {
      for (const text of texts) {
        const { png } = await drawCaptionPlate(THEME, text, { width, unit: 1 });
        const drawn = await sharp(png).metadata();
        expect(drawn.width, text).to.be.within(100, width);
        expect(drawn.height, text).to.be.within(60, 290);
      }
    }
  });
});
