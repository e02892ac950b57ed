import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { textCardPicture } from '../../src/features/media/prepare/cards.ts';
import { prepareClip } from '../../src/features/media/prepare/prepare-clip.ts';
import { decodedSound, frameAt, holds, quarters, samplesBeside, streamFacts } from '../helpers/media-reading.ts';
import { prepare } from '../helpers/prepared-samples.ts';
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
      edit: { crop: { x: 0.5, y: 0, width: 0.5, height: 1 }, rotate: 90, fill: 'crop' },
      name: 'Ines',
    });
    const frame = await frameAt(slide.files.video720, 3.6);
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

  it('shows the lines of a text card one after the other, and who wrote them at last; all of a short one at once', async () => {
    const card = { kind: 'text', text: 'MMMMMMMM\nMMMMMMMM', name: 'MMMMMMMM', isQuiet: false } as const;
    const { files } = await prepareClip({ ...card, edit: {} }, await tempFolder());
    const short = await prepareClip({ ...card, edit: { length: 1 } }, await tempFolder());
    const linesAt = async (video: string, seconds: number) => {
      const { rgb } = await frameAt(video, seconds);
      const hasInk = (from: number, to: number) => {
        for (let y = from; y < to; y += 0.005)
          for (let x = 0.45; x < 0.55; x += 0.001) if (Math.max(...rgb(x, y)) < 110) return true;
        return false;
      };
      return [hasInk(0.33, 0.44), hasInk(0.48, 0.58), hasInk(0.82, 0.89)];
    };
    expect(await linesAt(files.video720, 0.7)).to.deep.equal([true, false, false]);
    expect(await linesAt(files.video720, 3)).to.deep.equal([true, true, true]);
    expect(await linesAt(short.files.video720, 0.5)).to.deep.equal([true, true, true]);
  });

  it('refuses empty and endless words, and too many lines', async () => {
    for (const text of ['  ', '\u200d\ufe0f', 'x'.repeat(501), 'a\n'.repeat(21)]) {
      const error = await words(text).catch((caught) => caught);
      expect(error).to.include({ code: 'FIELDS_REFUSED' });
    }
  });

  describe('at any size', () => {
    useSmallPictures();

    it('has the headers of a video, so that packets can be joined', async () => {
      const made = [await prepare('png', 'photo'), await words('Hello'), await prepare('mp4', 'video')];
      for (const rendition of ['video1080', 'video720'] as const) {
        const heads = await Promise.all(
          made.map(async ({ files }) => (await streamFacts(files[rendition])).facts.extradata_hash),
        );
        expect(new Set(heads).size).to.equal(1);
      }
    });

    it('uses plain paper for a quiet occasion, with a cache key of its own', async () => {
      const folder = await tempFolder();
      await (await textCardPicture('He waited with me.', 'Greta', true)).toFile(`${folder}/card.png`);
      const [red, , blue] = (await frameAt(`${folder}/card.png`)).rgb(0.02, 0.5);
      expect(red - blue, 'hardly any colour').to.be.lessThan(20);
      expect((await words('Hello', '', true)).segmentKey).to.not.equal((await words('Hello')).segmentKey);
    });

    it('shows photos of each kind for four seconds', async () => {
      for (const name of ['jpg', 'png', 'webp', 'heic', 'still gif'] as const) {
        const slide = await prepare(name, 'photo');
        expect(slide.frames, name).to.equal(120);
        expect(slide).to.include({ width: 160, height: 90, length: 4 });
        expect(await quarters(slide.files.video720, 3.5), name).to.deep.equal(UPRIGHT);
        expect(await samplesBeside(slide.files.video1080, slide.files.audio)).to.equal(120 * 1600);
      }
    });

    it('shows the picture of an iPhone’s HDR photo, whose gain map and EXIF belong to two pictures', async () => {
      const slide = await prepare('heic of HDR', 'photo');
      expect(await quarters(slide.files.video720, 2)).to.deep.equal(UPRIGHT);
    });

    it('rotates a photo once: by EXIF, or by the box of a HEIC that has both', async () => {
      for (const name of ['jpg to be turned by 90', 'heic to be turned by 90'] as const) {
        const slide = await prepare(name, 'photo');
        expect(slide, name).to.include({ width: 90, height: 160 });
        expect(await quarters(slide.files.video720, 2, [0.35, 0.65]), name).to.deep.equal(TURNED);
        expect(await quarters(slide.files.posterWebp, 0, [0.35, 0.65]), name).to.deep.equal(TURNED);
        const corner = (await frameAt(slide.files.video720, 2)).rgb(0.02, 0.03);
        expect(Math.max(...corner)).to.be.greaterThan(60);
        for (const file of Object.values(slide.files)) {
          if (file !== slide.files.quickPreview) expect(await holds(file, 'SecretPhone')).to.equal(false);
        }
      }
    });

    it('shows a text card of two words for 4 s, of 33 words for 12.5 s, and escapes markup', async () => {
      const plain = await words('Happy birthday', 'Ruth');
      expect(plain).to.include({ frames: 120, width: 1920, height: 1080 });
      expect((await streamFacts(plain.files.video720)).facts.nb_frames).to.equal('120');
      expect(await samplesBeside(plain.files.video720, plain.files.audio)).to.equal(120 * 1600);
      const letter = await words(`${'We wish you well. '.repeat(8)}Always.`, 'Ruth');
      expect(letter.length).to.be.within(12.5, 13);
      expect((await decodedSound(letter.files.audio)).samples).to.equal(letter.frames * 1600);
      const hostile = await words('<span size="1">Hi</span> & <svg onload=1> <!-- \u0000\u202e %s {0}', '<b>R&D</b>');
      expect(hostile.frames).to.be.within(120, 180);
    });

    it('fades photos, cards and voice messages from and to black', async () => {
      const bright = async (video: string, at: number) => Math.max(...(await frameAt(video, at)).rgb(0.1, 0.3));
      for (const { files, length } of [
        await prepare('png', 'photo'),
        await words('Hello'),
        await prepare('m4a', 'audio', { name: 'Walter' }),
      ]) {
        expect(await bright(files.video720, 0)).to.be.lessThan(8);
        expect(await bright(files.video720, 0.5)).to.be.greaterThan(120);
        expect(await bright(files.video720, length - 0.03)).to.be.lessThan(60);
      }
    });

    it('shows a voice message under a card of its length, all of it as heard at the end', async () => {
      for (const name of ['m4a', 'mp3', 'webm of sound'] as const) {
        const voice = await prepare(name, 'audio', { name: 'Walter' });
        expect(voice.frames % 30, name).to.equal(0);
        expect(voice.length, name).to.be.within(1, 2);
        expect(voice.checks, name).to.deep.equal([]);
        const sound = await decodedSound(voice.files.audio);
        expect(sound.samples).to.equal(voice.frames * 1600);
        expect(sound.peak).to.be.greaterThan(3000);
        const bar = (await frameAt(voice.files.video720, voice.length - 0.4)).rgb(0.5, 0.575);
        const [r, , b] = bar;
        expect(r - b, 'coral bar of the waveform').to.be.greaterThan(60);
      }
    });

    it('moves a playhead over a waveform while a voice message is heard, beside its sender’s picture', async () => {
      const portrait = join(await tempFolder(), 'portrait.png');
      await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0000ff' } }).toFile(portrait);
      const edit = { speed: 0.5 };
      const plain = await prepare('m4a', 'audio', { edit });
      const pictured = await prepare('m4a', 'audio', { edit, portrait });
      for (const [voice, line] of [[plain, 0.575] as const, [pictured, 0.72] as const]) {
        const warmth = async (seconds: number, x: number) => {
          const [red, , blue] = (await frameAt(voice.files.video720, seconds)).rgb(x, line);
          return red - blue;
        };
        expect(await warmth(0.6, 0.16), 'heard').to.be.greaterThan((await warmth(0.6, 0.8)) + 30);
        expect(await warmth(voice.length - 0.4, 0.6), 'heard later').to.be.greaterThan(60);
      }
      const middle = 0.24;
      expect((await frameAt(pictured.files.video1080, 0.6)).colour(0.5, middle)).to.equal('blue');
      expect((await frameAt(plain.files.video1080, 0.6)).colour(0.5, middle)).to.equal('other');
    });
  });
});
