import { readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import type { PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import {
  brightness,
  decodedSound,
  decodesWhole,
  flashAndBeep,
  frameAt,
  holds,
  loudnessOf,
  quarters,
  streamFacts,
} from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { prepare } from '../helpers/prepared-samples.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const UPRIGHT = ['red', 'green', 'blue', 'yellow'];

/** What holds for each segment, whatever it was made of. */
async function expectSegment({ files, frames, length }: PreparedClip): Promise<void> {
  const [large, small] = await Promise.all([streamFacts(files.video1080), streamFacts(files.video720)]);
  expect(large.facts).to.include({
    codec_name: 'h264',
    profile: 'High',
    width: 1920,
    height: 1080,
    pix_fmt: 'yuv420p',
  });
  expect(large.facts).to.include({
    time_base: '1/15360',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_range: 'tv',
  });
  expect(small.facts).to.include({ width: 1280, height: 720, sample_aspect_ratio: '1:1' });
  expect([large.facts.nb_frames, small.facts.nb_frames]).to.deep.equal([String(frames), String(frames)]);
  expect(length).to.equal(frames / 30);
  expect((await decodedSound(files.audio)).samples).to.equal(frames * 1600);
  await decodesWhole(files.video1080);
  const poster = await frameAt(files.posterJpg);
  expect([poster.width, poster.height]).to.deep.equal([1280, 720]);
}

describe('prepareClip', function () {
  this.timeout(180_000);

  describe('videos', () => {
    it('makes both renditions, exact sound, poster and preview of a phone’s MP4', async () => {
      const stages: string[] = [];
      const progress: number[] = [];
      const path = await sample('mp4');
      const clip = await prepareClip({ kind: 'video', path, edit: {} }, await tempFolder(), {
        onStage: (stage) => void stages.push(stage),
        onProgress: (done) => void progress.push(done),
      });
      await expectSegment(clip);
      expect(clip.frames).to.equal(30);
      expect(clip).to.include({ width: 160, height: 90 });
      expect(clip.checks).to.deep.equal([]);
      expect(stages).to.deep.equal(['poster', 'preview', 'segment']);
      expect(progress.at(-1)).to.equal(1);
      expect(progress).to.deep.equal([...progress].sort((a, b) => a - b));
      expect(await quarters(clip.files.video1080, 0.5)).to.deep.equal(UPRIGHT);
      expect(await quarters(clip.files.posterJpg, 0)).to.deep.equal(UPRIGHT);
      for (const file of [clip.files.video720, clip.files.quickPreview]) {
        await decodesWhole(file);
        expect((await streamFacts(file)).duration).to.be.closeTo(1, 0.05);
      }
    });

    it('gives segments of different sources equal headers, so that packets can be joined', async () => {
      const clips = [
        await prepare('webm without length', 'video'),
        await prepare('mov with prores 4:2:2', 'video'),
        await prepare('interlaced avi', 'video', { name: 'Jonas' }),
      ];
      for (const clip of clips) await expectSegment(clip);
      for (const rendition of ['video1080', 'video720'] as const) {
        const heads = await Promise.all(
          clips.map(async (clip) => (await streamFacts(clip.files[rendition])).facts.extradata_hash),
        );
        expect(new Set(heads).size).to.equal(1);
      }
      for (const clip of clips) expect(await quarters(clip.files.video720, 0.5)).to.deep.equal(UPRIGHT);
    });

    it('rotates a picture once, as its file asks', async () => {
      const clip = await prepare('mp4 to be turned by 90', 'video');
      expect(clip).to.include({ width: 90, height: 160 });
      expect(await quarters(clip.files.video720, 0.5, [0.35, 0.65])).to.deep.equal(['blue', 'red', 'yellow', 'green']);
      expect(await quarters(clip.files.posterJpg, 0, [0.35, 0.65])).to.deep.equal(['blue', 'red', 'yellow', 'green']);
      expect((await streamFacts(clip.files.video1080)).sideData).to.deep.equal([]);
      const over = await prepare('mp4 to be turned by 180', 'video');
      expect(await quarters(over.files.video720, 0.5)).to.deep.equal(['yellow', 'blue', 'green', 'red']);
    });

    it('flags an upright picture marked to be rotated as sideways', async () => {
      const clip = await prepare('portrait mp4 with a mark to be turned', 'video');
      expect(clip.checks).to.deep.equal(['sideways']);
    });

    it('lays a portrait clip on a blurred fill, never on black', async () => {
      const clip = await prepare('portrait mp4', 'video');
      const frame = await frameAt(clip.files.video1080, 0.5);
      for (const [x, y] of [
        [0.02, 0.03],
        [0.98, 0.03],
        [0.02, 0.97],
        [0.98, 0.97],
      ] as const) {
        expect(Math.max(...frame.rgb(x, y)), `corner ${x} ${y}`).to.be.greaterThan(60);
        expect(Math.max(...frame.rgb(x, y)), `corner ${x} ${y}`).to.be.lessThan(190);
      }
      expect(await quarters(clip.files.video1080, 0.5, [0.35, 0.65])).to.deep.equal(UPRIGHT);
    });

    it('fills with a colour, or crops, when asked', async () => {
      const coloured = await prepare('square mp4', 'video', { edit: { fill: 'colour' } });
      const frame = await frameAt(coloured.files.video720, 0.5);
      expect(frame.rgb(0.02, 0.5)[0]).to.be.closeTo(0x3a, 8);
      expect(frame.rgb(0.02, 0.5)[2]).to.be.closeTo(0x30, 8);
      const cut = await prepare('square mp4', 'video', { edit: { fill: 'crop' } });
      expect((await frameAt(cut.files.video720, 0.5)).colour(0.02, 0.3)).to.equal('red');
    });

    it('trims, crops and rotates by the edit', async () => {
      const clip = await prepare('mp4 of two seconds', 'video', {
        edit: { trim: { start: 0.5, end: 1.1 }, crop: { x: 0, y: 0, width: 1, height: 0.5 }, rotate: 180 },
      });
      expect(clip.frames).to.equal(18);
      expect((await decodedSound(clip.files.audio)).samples).to.equal(18 * 1600);
      const frame = await frameAt(clip.files.video720, 0.3);
      expect([frame.colour(0.2, 0.5), frame.colour(0.8, 0.5)]).to.deep.equal(['green', 'red']);
    });

    it('tone-maps HLG and PQ to SDR', async () => {
      for (const name of ['mov with 10-bit hevc in HLG', 'mov with 10-bit hevc in PQ'] as const) {
        const clip = await prepare(name, 'video');
        await expectSegment(clip);
        const frame = await frameAt(clip.files.video720, 0.5);
        const [r, g, b] = frame.rgb(0.2, 0.2);
        expect(r, `${name}: red of the red quarter`).to.be.greaterThan(90);
        expect(r).to.be.greaterThan(2 * Math.max(g, b));
      }
    });

    it('makes the same of a picture too large to be decoded twice', async () => {
      const clip = await prepare('large mp4 to be turned by 90', 'video', {
        edit: { trim: { start: 0.1, end: 0.6 } },
        name: 'Ruth',
      });
      await expectSegment(clip);
      expect(clip).to.include({ frames: 15, width: 1536, height: 2720 });
      expect(clip.checks).to.deep.equal(['short']);
      expect(await quarters(clip.files.video720, 0.1, [0.35, 0.65])).to.deep.equal(['blue', 'red', 'yellow', 'green']);
      const corner = (await frameAt(clip.files.video1080, 0.1)).rgb(0.02, 0.03);
      expect(Math.max(...corner), 'fill').to.be.within(60, 190);
      const slip = (await frameAt(clip.files.video1080, 0.4)).rgb(0.068, 0.86);
      expect(Math.min(...slip), 'paper of the name').to.be.greaterThan(150);
      const heads = [clip, await prepare('mp4', 'video')].map(({ files }) => streamFacts(files.video1080));
      const [large, small] = await Promise.all(heads);
      expect(large?.facts.extradata_hash).to.equal(small?.facts.extradata_hash);
      expect((await frameAt(clip.files.quickPreview, 0.1)).width).to.equal(640);
    });

    it('keeps the length of a clip with variable frame rate', async () => {
      const clip = await prepare('mp4 with uneven frame times', 'video');
      await expectSegment(clip);
      expect(clip.length).to.be.closeTo(0.95, 0.04);
    });

    it('reads 3GP with AMR, odd sizes and oblong pixels', async () => {
      const old = await prepare('3gp with amr at 8 kHz', 'video');
      await expectSegment(old);
      const odd = await prepare('mkv of odd size', 'video');
      await expectSegment(odd);
      expect(odd).to.include({ width: 161, height: 91 });
      const oblong = await prepare('mp4 with oblong pixels', 'video');
      expect(oblong).to.include({ width: 171, height: 90 });
      // Anything but a widened picture would leave a fill at the sides.
      expect((await frameAt(oblong.files.video720, 0.5)).colour(0.04, 0.2)).to.equal('red');
    });

    it('reads a clip whose size changes', async () => {
      const clip = await prepare('webm whose size changes', 'video');
      await expectSegment(clip);
    });

    it('loops an animated GIF in whole rounds for as long as a photo', async () => {
      const clip = await prepare('moving gif', 'photo');
      expect(clip.frames).to.be.within(119, 121);
      expect(clip.checks).to.deep.equal([]);
      expect((await decodedSound(clip.files.audio)).samples).to.equal(clip.frames * 1600);
    });

    it('burns the name into the first seconds, if there is one', async () => {
      const named = await prepare('mp4', 'video', { name: 'Grandma <b>Ruth</b> & Söhne' });
      const plain = await prepare('mp4', 'video');
      const slip = (await frameAt(named.files.video1080, 0.7)).rgb(0.068, 0.86);
      expect(Math.min(...slip), 'paper of the slip').to.be.greaterThan(200);
      expect((await frameAt(plain.files.video1080, 0.7)).colour(0.068, 0.86)).to.equal('blue');
      expect(named.segmentKey).to.not.equal(plain.segmentKey);
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

    it('drops GPS position, camera make and names', async () => {
      const clip = await prepare('mov with position and maker', 'video');
      for (const file of Object.values(clip.files)) {
        for (const word of ['48.1', 'SecretPhone', 'ISO6709'])
          expect(await holds(file, word), `${word} in ${file}`).to.equal(false);
      }
    });
  });

  describe('sound', () => {
    it('normalises to -16 LUFS', async () => {
      const clip = await prepare('mp4', 'video');
      expect(await loudnessOf(clip.files.audio)).to.be.closeTo(-16, 1);
      expect(clip.loudness.gain).to.be.closeTo(-16 - clip.loudness.integrated, 0.2);
    });

    it('makes silence for a missing sound track, does not raise it, and flags it', async () => {
      for (const name of ['mp4 without sound', 'mp4 with silence'] as const) {
        const clip = await prepare(name, 'video');
        await expectSegment(clip);
        expect(clip.checks, name).to.deep.equal(['silent']);
        expect(clip.loudness.gain).to.equal(0);
        expect((await decodedSound(clip.files.audio)).peak).to.be.lessThan(4);
      }
    });

    it('flags a quiet clip, and raises it within limits', async () => {
      const clip = await prepare('mp4 hardly to be heard', 'video');
      expect(clip.checks).to.deep.equal(['quiet']);
      expect(clip.loudness.gain).to.be.within(26, 31);
    });

    it('mutes and changes the volume by the edit', async () => {
      const muted = await prepare('mp4', 'video', { edit: { muted: true } });
      expect((await decodedSound(muted.files.audio)).peak).to.be.lessThan(4);
      expect(muted.checks).to.deep.equal([]);
      const softer = await prepare('mp4', 'video', { edit: { volume: -10 } });
      expect(await loudnessOf(softer.files.audio)).to.be.closeTo(-26, 1);
    });

    it('keeps sound and picture in sync, whatever the file delays', async () => {
      for (const name of [
        'mp4 with a flash and a beep',
        'webm with a flash and a beep',
        'mkv whose sound begins late',
      ] as const) {
        const { files } = await prepare(name, 'video');
        const { flash, beep } = await flashAndBeep(files.video720, files.audio);
        expect(flash, name).to.be.closeTo(0.6, 0.035);
        expect(beep - flash, name).to.be.within(-0.04, 0.04);
      }
      const path = await sample('mp4 with a flash and a beep');
      const edit = { trim: { start: 0.31, end: 1.1 } };
      const { files } = await prepareClip({ kind: 'video', path, edit }, await tempFolder());
      const { flash, beep } = await flashAndBeep(files.video720, files.audio);
      expect(flash).to.be.closeTo(0.29, 0.035);
      expect(beep - flash).to.be.within(-0.04, 0.04);
    });

    it('downmixes surround sound', async () => {
      const clip = await prepare('mp4 with surround sound', 'video');
      expect((await decodedSound(clip.files.audio)).peak).to.be.greaterThan(2000);
    });
  });

  describe('checks', () => {
    it('flag a black and a short clip', async () => {
      expect((await prepare('black mp4', 'video')).checks).to.deep.equal(['black']);
      const short = await prepare('mp4 of half a second', 'video');
      expect(short.checks).to.deep.equal(['short']);
      expect(short.frames).to.equal(15);
    });
  });

  it('leaves only its files behind', async () => {
    const folder = await tempFolder();
    await prepareClip({ kind: 'text', text: 'Hello', edit: {} }, folder);
    expect((await readdir(folder)).sort()).to.deep.equal([
      'audio.wav',
      'poster.jpg',
      'poster.webp',
      'video-1080.mp4',
      'video-720.mp4',
    ]);
  });
});
