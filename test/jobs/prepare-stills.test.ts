import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { textCardPicture } from '../../src/features/media/prepare/cards.ts';
import { identify } from '../../src/features/media/prepare/identify.ts';
import { framePhoto } from '../../src/features/media/prepare/photo.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import type { PhotoFacts } from '../../src/features/media/prepare/source-facts.ts';
import { decodedSound, type Frame, frameAt, framesAt, holds, quarters, quartersOf } from '../helpers/media-reading.ts';
import { sample } from '../helpers/media-samples.ts';
import { prepare } from '../helpers/prepared-samples.ts';
import { headersOf, readSegment } from '../helpers/read-segment.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const UPRIGHT = ['red', 'green', 'blue', 'yellow'];
const TURNED = ['blue', 'red', 'yellow', 'green'];

async function words(text: string, name = '', isQuiet = false) {
  return prepareClip({ kind: 'text', text, name, edit: {}, isQuiet }, await tempFolder());
}

describe('prepareClip for stills', function () {
  this.timeout(600_000);

  it('crops, rotates and names a photo by the edit', async () => {
    const slide = await prepare('png', 'photo', {
      edit: { crop: { x: 0.5, y: 0, width: 0.5, height: 1 }, rotate: 90, fill: 'crop', length: 1.5 },
      name: 'Ines',
    });
    const frame = await frameAt(slide.files.video720, 1.2);
    expect([frame.colour(0.2, 0.4), frame.colour(0.8, 0.4)]).to.deep.equal(['yellow', 'green']);
    const slip = (await frameAt(slide.files.video1080, 1)).rgb(0.062, 0.86);
    expect(Math.min(...slip)).to.be.greaterThan(200);
  });

  it('draws any script, and sizes long words to fit', async () => {
    const folder = await tempFolder();
    for (const text of [
      'x'.repeat(500),
      `a${'\n'.repeat(498)}b`,
      'a\n'.repeat(250),
      'W '.repeat(250),
      '🎉'.repeat(250),
      'مرحبا بالعالم',
      '生日快乐',
      'a\u0301\u0301',
    ]) {
      await (await textCardPicture(text, 'Ruth', false)).toFile(`${folder}/card.png`);
      const card = await frameAt(`${folder}/card.png`);
      expect([card.width, card.height]).to.deep.equal([1920, 1080]);
    }
  });

  it('refuses empty and endless words, and too many lines', async () => {
    for (const text of ['  ', '\u200d\ufe0f', 'x'.repeat(501), 'a\n'.repeat(21)]) {
      const error = await words(text).catch((caught) => caught);
      expect(error).to.include({ code: 'FIELDS_REFUSED' });
    }
  });

  describe('at any size', () => {
    useSmallPictures();
    let card: ReturnType<typeof words> | undefined;
    const hello = () => {
      card ??= words('Hello');
      return card;
    };

    it('has the headers of a video, so that packets can be joined', async () => {
      const made = [await prepare('png', 'photo'), await hello(), await prepare('mp4', 'video')];
      for (const rendition of ['video1080', 'video720'] as const) {
        expect(new Set(await headersOf(made.map(({ files }) => files[rendition]))).size).to.equal(1);
      }
    });

    it('shows the lines of a text card one after the other, and who wrote them at last; all of a short one at once', async () => {
      const card = { kind: 'text', text: 'MMMMMMMM\nMMMMMMMM', name: 'MMMMMMMM', isQuiet: false } as const;
      const { files } = await prepareClip({ ...card, edit: {} }, await tempFolder());
      const short = await prepareClip({ ...card, edit: { length: 1 } }, await tempFolder());
      const linesOf = ({ rgb }: Frame) => {
        const hasInk = (from: number, to: number) => {
          for (let y = from; y < to; y += 0.005)
            for (let x = 0.45; x < 0.55; x += 0.001) if (Math.max(...rgb(x, y)) < 110) return true;
          return false;
        };
        return [hasInk(0.33, 0.44), hasInk(0.48, 0.58), hasInk(0.82, 0.89)];
      };
      const frames = [...(await framesAt(files.video720, 0.7, 3)), await frameAt(short.files.video720, 0.5)];
      const posters = await Promise.all([files, short.files].map(({ posterJpg }) => frameAt(posterJpg)));
      expect(posters.map(linesOf), 'posters').to.deep.equal([
        [true, true, true],
        [true, true, true],
      ]);
      expect(frames.map(linesOf)).to.deep.equal([
        [true, false, false],
        [true, true, true],
        [true, true, true],
      ]);
    });

    it('uses plain paper for a quiet occasion, with a cache key of its own', async () => {
      const quiet = await words('Hello', '', true);
      const folder = await tempFolder();
      await (await textCardPicture('He waited with me.', 'Greta', true)).toFile(`${folder}/card.png`);
      const [red, , blue] = (await frameAt(`${folder}/card.png`)).rgb(0.02, 0.5);
      expect(red - blue, 'hardly any colour').to.be.lessThan(20);
      expect(quiet.segmentKey).to.not.equal((await hello()).segmentKey);
    });

    it('shows a photo for four seconds', async () => {
      const slide = await prepare('png', 'photo');
      expect(slide).to.include({ frames: 120, width: 160, height: 90, length: 4 });
      const { large, samples, shown } = await readSegment(slide.files, 3.5);
      expect(shown.map((frame) => quartersOf(frame))).to.deep.equal([UPRIGHT]);
      expect([large.frames, samples]).to.deep.equal([120, 120 * 1600]);
    });

    // In an iPhone's HDR photo, gain map and EXIF belong to two pictures.
    for (const name of ['jpg', 'webp', 'heic', 'heic of HDR', 'still gif'] as const) {
      it(`lays a photo of the kind "${name}" into the film’s frame`, async () => {
        const folder = await tempFolder();
        const facts = await identify(await sample(name));
        expect(facts).to.include({ kind: 'photo', width: 160, height: 90 });
        const frame = join(folder, 'frame.png');
        await framePhoto(await sample(name), facts as PhotoFacts, {}, folder, frame);
        expect(await quarters(frame, 0)).to.deep.equal(UPRIGHT);
      });
    }

    it('rotates a photo once: by EXIF, or by the box of a HEIC that has both', async () => {
      for (const name of ['jpg to be turned by 90', 'heic to be turned by 90'] as const) {
        const slide = await prepare(name, 'photo');
        expect(slide, name).to.include({ width: 90, height: 160 });
        const frame = await frameAt(slide.files.video720, 2);
        expect(quartersOf(frame, [0.35, 0.65]), name).to.deep.equal(TURNED);
        expect(await quarters(slide.files.posterWebp, 0, [0.35, 0.65]), name).to.deep.equal(TURNED);
        expect(Math.max(...frame.rgb(0.02, 0.03))).to.be.greaterThan(60);
        for (const file of Object.values(slide.files)) {
          if (file !== slide.files.quickPreview) expect(await holds(file, 'SecretPhone')).to.equal(false);
        }
      }
    });

    it('shows a text card of two words for 4 s, of 33 words for 12.5 s, and escapes markup', async () => {
      const plain = await words('Happy birthday', 'Ruth');
      expect(plain).to.include({ frames: 120, width: 1920, height: 1080 });
      const { small, samples } = await readSegment(plain.files);
      expect([small.frames, samples]).to.deep.equal([120, 120 * 1600]);
      const markup = '<span size="1">Hi</span> & <svg onload=1> <!-- \u0000\u202e %s {0}';
      const letter = await words(`${'We wish you well. '.repeat(6)}${markup}`, '<b>R&D</b>');
      expect(letter.length).to.be.within(12.5, 13);
      expect((await decodedSound(letter.files.audio)).samples).to.equal(letter.frames * 1600);
    });

    it('fades photos, cards and voice messages from and to black', async () => {
      for (const { files, length } of [
        await prepare('png', 'photo'),
        await hello(),
        await prepare('m4a', 'audio', { name: 'Walter' }),
      ]) {
        const frames = await framesAt(files.video720, 0, 0.5, length - 1 / 30);
        const [first, lit, last] = frames.map(({ rgb }) => Math.max(...rgb(0.1, 0.3)));
        expect(first).to.be.lessThan(8);
        expect(lit).to.be.greaterThan(120);
        expect(last).to.be.lessThan(60);
      }
    });

    it('moves a playhead over the waveform of a voice message, as long as it is heard, beside its sender’s picture', async () => {
      const portrait = join(await tempFolder(), 'portrait.png');
      await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0000ff' } }).toFile(portrait);
      const edit = { speed: 0.5 };
      for (const [name, more, line] of [
        ['m4a', { name: 'Walter' }, 0.575],
        ['mp3', { edit }, 0.575],
        ['webm of sound', { edit, portrait }, 0.72],
      ] as const) {
        const voice = await prepare(name, 'audio', more);
        expect(voice.frames % 30, name).to.equal(0);
        expect(voice.length, name).to.be.within('edit' in more ? 2 : 1, 'edit' in more ? 3 : 2);
        expect(voice.checks, name).to.deep.equal([]);
        const { samples, peak, shown } = await readSegment(voice.files, 0.6, voice.length - 0.4);
        expect(samples).to.equal(voice.frames * 1600);
        expect(peak).to.be.greaterThan(3000);
        const [early, late] = shown as [Frame, Frame];
        const warmth = ({ rgb }: Frame, x: number) => rgb(x, line)[0] - rgb(x, line)[2];
        expect(warmth(late, 0.5), `${name}: coral bar of the waveform`).to.be.greaterThan(60);
        expect(early.colour(0.5, 0.24), name).to.equal('portrait' in more ? 'blue' : 'other');
        if (!('edit' in more)) continue;
        expect(warmth(early, 0.16), `${name}: heard`).to.be.greaterThan(warmth(early, 0.8) + 30);
        expect(warmth(late, 0.6), `${name}: heard later`).to.be.greaterThan(60);
      }
    });
  });
});
