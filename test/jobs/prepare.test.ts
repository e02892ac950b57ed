import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import type { PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import { expectSegment } from '../helpers/expect-segment.ts';
import {
  brightness,
  decodesWhole,
  type Frame,
  frameAt,
  framesAt,
  holds,
  loudnessOf,
  quarters,
  quartersOf,
  streamFacts,
} from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { prepare } from '../helpers/prepared-samples.ts';
import { headersOf } from '../helpers/read-segment.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const NAME = 'Grandma <b>Ruth</b> & Söhne';
const UPRIGHT = ['red', 'green', 'blue', 'yellow'];

describe('prepareClip', function () {
  this.timeout(600_000);

  const stages: string[] = [];
  const progress: number[] = [];
  let phone: PreparedClip;

  before(async () => {
    const path = await sample('mp4');
    phone = await prepareClip({ kind: 'video', path, edit: {}, name: NAME }, await tempFolder(), {
      onStage: (stage) => void stages.push(stage),
      onProgress: (done) => void progress.push(done),
    });
  });

  it('makes both renditions, exact sound, poster and preview of a phone’s MP4, with its sender’s name', async () => {
    const { large, small, shown } = await expectSegment(phone, 0.5);
    expect(phone.frames).to.equal(30);
    expect(large.description).to.include(' 1920x1080 ');
    expect(small.description).to.include(' 1280x720 ');
    expect(phone).to.include({ width: 160, height: 90 });
    expect(phone.checks).to.deep.equal([]);
    expect(stages).to.deep.equal(['poster', 'preview', 'segment']);
    expect(progress.at(-1)).to.equal(1);
    expect(progress).to.deep.equal([...progress].sort((a, b) => a - b));
    const [upright, named] = (await framesAt(phone.files.video1080, 0.5, 0.7)) as [Frame, Frame];
    expect(quartersOf(upright)).to.deep.equal(UPRIGHT);
    expect(Math.min(...named.rgb(0.068, 0.86)), 'paper of the slip').to.be.greaterThan(200);
    expect(shown.map((frame) => quartersOf(frame))).to.deep.equal([UPRIGHT]);
    expect(await quarters(phone.files.posterJpg, 0)).to.deep.equal(UPRIGHT);
    await decodesWhole(phone.files.quickPreview);
    for (const file of [phone.files.video720, phone.files.quickPreview]) {
      expect((await streamFacts(file)).duration).to.be.closeTo(1, 0.05);
    }
  });

  it('makes the same of a picture too large to be decoded twice', async () => {
    const clip = await prepare('large mp4 to be turned by 90', 'video', {
      edit: { trim: { start: 0.1, end: 0.6 } },
      name: 'Ruth',
    });
    const { shown } = await expectSegment(clip, 0.1);
    expect(clip).to.include({ frames: 15, width: 1536, height: 2720 });
    expect(clip.checks).to.deep.equal(['short']);
    expect(shown.map((frame) => quartersOf(frame, [0.35, 0.65]))).to.deep.equal([['blue', 'red', 'yellow', 'green']]);
    const [early, later] = (await framesAt(clip.files.video1080, 0.1, 0.4)) as [Frame, Frame];
    expect(Math.max(...early.rgb(0.02, 0.03)), 'fill').to.be.within(60, 190);
    expect(Math.min(...later.rgb(0.068, 0.86)), 'paper of the name').to.be.greaterThan(150);
    const [large, small] = await headersOf([clip.files.video1080, phone.files.video1080]);
    expect(large).to.equal(small);
    expect((await frameAt(clip.files.quickPreview, 0.1)).width).to.equal(640);
  });

  describe('at any size', () => {
    useSmallPictures();

    it('burns no name into a clip without one, which has another key', async () => {
      const plain = await prepare('mp4', 'video');
      expect((await frameAt(plain.files.video1080, 0.7)).colour(0.068, 0.86)).to.equal('blue');
      expect(phone.segmentKey).to.not.equal(plain.segmentKey);
    });

    it('fades from and to black within 8 frames, a short clip within fewer', async () => {
      const { files } = await prepare('mp4', 'video');
      const short = await prepare('mp4 of half a second', 'video');
      for (const [path, frames, fade] of [
        [files.video1080, 30, 8],
        [files.video720, 30, 8],
        [short.files.video720, 15, 4],
      ] as const) {
        const levels = (await brightness(path)).map(([left]) => left - 16);
        const full = levels[Math.floor(frames / 2)] ?? 0;
        const expected = levels.map((_, at) => full * Math.min(1, at / fade, (frames - at) / fade));
        expect(levels).to.have.length(frames);
        for (const [at, level] of levels.entries()) expect(level, `frame ${at}`).to.be.closeTo(expected[at] ?? 0, 6);
      }
      const [first = [0, 0]] = await brightness(files.quickPreview);
      expect(first[0], 'the quick preview is not faded').to.be.greaterThan(40);
    });

    it('gives segments of different sources equal headers, so that packets can be joined', async () => {
      const clips = [
        await prepare('webm without length', 'video'),
        await prepare('mov with prores 4:2:2', 'video'),
        await prepare('interlaced avi', 'video', { name: 'Jonas' }),
      ];
      for (const clip of clips) {
        const { shown } = await expectSegment(clip, 0.5);
        expect(shown.map((frame) => quartersOf(frame))).to.deep.equal([UPRIGHT]);
      }
      for (const rendition of ['video1080', 'video720'] as const) {
        expect(new Set(await headersOf(clips.map(({ files }) => files[rendition]))).size).to.equal(1);
      }
    });

    it('drops GPS position, camera make and names', async () => {
      const clip = await prepare('mov with position and maker', 'video');
      const folder = dirname(clip.files.audio);
      const files = await readdir(folder);
      expect(files).to.include.members(['video-1080.mp4', 'video-720.mp4', 'poster.jpg']);
      for (const file of files) {
        for (const word of ['48.1', 'SecretPhone', 'ISO6709'])
          expect(await holds(join(folder, file), word), `${word} in ${file}`).to.equal(false);
      }
    });

    it('normalises sound to -16 LUFS', async () => {
      const clip = await prepare('mp4', 'video');
      expect(await loudnessOf(clip.files.audio)).to.be.closeTo(-16, 1);
      expect(clip.loudness.gain).to.be.closeTo(-16 - clip.loudness.integrated, 0.2);
    });

    it('leaves only its files behind', async () => {
      const folder = await tempFolder();
      await prepareClip({ kind: 'text', text: 'Hello', edit: {} }, folder);
      expect((await readdir(folder)).sort()).to.deep.equal([
        'audio.wav',
        'edges.mp4',
        'edges.wav',
        'poster.jpg',
        'poster.webp',
        'video-1080.mp4',
        'video-720.mp4',
      ]);
    });
  });
});
