import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { drawBookCover, drawCaseCover, drawLabel } from '../../src/features/parcels/art/draw-art.ts';
import { bitrateFor, chaptersFor, filmArguments, televisionOf } from '../../src/features/parcels/disc/disc-plan.ts';
import { menuPages } from '../../src/features/parcels/disc/draw-menu.ts';
import { makeDisc } from '../../src/features/parcels/disc/make-disc.ts';
import { FAT32_MOST, stickFiles } from '../../src/features/parcels/disc/pack-stick.ts';
import { platform } from '../../src/platform/platform.ts';
import { twoColours } from '../helpers/photo-clip.ts';
import { playableFilm } from '../helpers/playable-film.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { useWeb } from '../helpers/web-app.ts';

const run = promisify(execFile);
const HOUR = 3600;
const NAMES = [
  'Anna',
  'Bartholomew Featherstonehaugh-Nakamura',
  'Karl',
  'Ида',
  '春子',
  'Lena',
  'Omar',
  'Pia',
  'Ruth',
  'Sam',
];
const ART = { title: 'Happy birthday, Ruth', occasion: 'birthday' as const, length: 754, names: NAMES };

describe('discs and sticks', () => {
  describe('the plan of a disc', () => {
    it('fits films of any length into 4.7 GB', () => {
      for (const length of [1, 60, 20 * 60, HOUR, 2 * HOUR, 3 * HOUR]) {
        const bytes = ((bitrateFor(length) + 192) * 1000 * length * 1.04) / 8;
        expect(bytes, `${length} s`).to.be.below(4_700_000_000);
      }
      expect(bitrateFor(60)).to.equal(8000);
      expect(bitrateFor(3 * HOUR)).to.be.within(2800, 3500);
    });

    it('has the television of the country that it goes to', () => {
      expect(['US', 'JP', 'DE', 'AU', 'BR'].map(televisionOf)).to.deep.equal(['ntsc', 'ntsc', 'pal', 'pal', 'pal']);
      const args = filmArguments('film.mp4', 'film.mpg', { television: 'pal', length: 60 }).join(' ');
      expect(args).to.include('-target pal-dvd').and.include('scale=720:576').and.include('-r 25');
    });

    it('has at most 99 chapters of a second or more, the first at the start', () => {
      const many = Array.from({ length: 150 }, (_, at) => ({ start: 1 + at * 2, title: `${at}` }));
      const kept = chaptersFor(many, 400);
      expect(kept).to.have.length(99);
      expect(kept[0]).to.deep.equal({ start: 0, title: '0' });
      expect(
        chaptersFor(
          [
            { start: 0, title: 'a' },
            { start: 0.5, title: 'b' },
            { start: 9.5, title: 'c' },
          ],
          10,
        ),
      ).to.have.length(1);
    });

    it('has a menu of pages that lead to one another, with buttons on the screen', () => {
      const chapters = NAMES.map((title, at) => ({ start: at * 5, title }));
      const pages = menuPages(chapters, 'ntsc');
      expect(pages.map(({ buttons }) => buttons.length)).to.deep.equal([1 + 8 + 1, 1 + 2 + 1]);
      expect(pages.flatMap(({ buttons }) => buttons.map(({ act }) => Object.values(act)[0]))).to.deep.equal([
        ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 2],
        ...[0, 9, 10, 1],
      ]);
      for (const { x, y, width, height } of pages.flatMap(({ buttons }) => buttons)) {
        expect([x, y, width, height].every((each) => each % 2 === 0)).to.equal(true);
        expect(x + width).to.be.at.most(720);
        expect(y + height).to.be.at.most(480);
      }
    });
  });

  describe('a disc', () => {
    const web = useWeb();
    let image: string;
    let folder: string;

    before(async function () {
      this.timeout(120_000);
      void web();
      folder = join(await tempFolder(), 'disc-of-test');
      await mkdir(folder, { recursive: true });
      await platform().store.write('discs/film.mp4', await playableFilm(6));
      await platform().store.write('discs/poster.jpg', await twoColours(640, 360));
      const film = {
        ...{ id: '', title: 'Für Ruth!', length: 6, captionsKey: '', posterKey: 'discs/poster.jpg', renditions: [] },
        video: { key: 'discs/film.mp4', bytes: 0 },
        chapters: NAMES.slice(0, 3).map((title, at) => ({ start: at * 2, title })),
      };
      const making = { folder, country: 'US', signal: new AbortController().signal };
      image = await makeDisc({ occasion: 'birthday' }, film, making);
    });

    it('is an image with the file system and the files of a DVD-Video', async () => {
      const { stdout: volume } = await run('isoinfo', ['-d', '-i', image]);
      expect(volume).to.match(/Volume id: FUR_RUTH\b/);
      const { stdout } = await run('isoinfo', ['-f', '-i', image]);
      const names = stdout.split('\n').map((name) => name.replace(/;1$/, ''));
      expect(names).to.include.members([
        ...['/AUDIO_TS', '/VIDEO_TS', '/VIDEO_TS/VIDEO_TS.IFO', '/VIDEO_TS/VIDEO_TS.BUP', '/VIDEO_TS/VTS_01_0.IFO'],
        ...['/VIDEO_TS/VTS_01_0.VOB', '/VIDEO_TS/VTS_01_1.VOB'],
      ]);
      expect((await stat(image)).size % 2048).to.equal(0);
    });

    it('has a UDF file system, too, which players read', async () => {
      const { stdout } = await run('dd', [`if=${image}`, 'bs=2048', 'skip=16', 'count=16', 'status=none'], {
        encoding: 'latin1',
      });
      expect(stdout).to.include('NSR02');
    });

    it('has a menu with a button for each chapter, and the chapters in the title', async () => {
      const { stdout } = await run('isoinfo', ['-i', image, '-x', '/VIDEO_TS/VTS_01_0.IFO;1'], {
        encoding: 'buffer',
        maxBuffer: 1 << 24,
      });
      expect(stdout.subarray(0, 12).toString('latin1')).to.equal('DVDVIDEO-VTS');
      // The table of chapters: its sector is at 0xC8, the number of titles at its start, then their chapters.
      const table = stdout.readUInt32BE(0xc8) * 2048;
      expect(stdout.readUInt16BE(table)).to.equal(1);
      const first = stdout.readUInt32BE(table + 8);
      const end = stdout.readUInt32BE(table + 4) + 1;
      expect((end - first) / 4).to.equal(3);
      const { stdout: menu } = await run('isoinfo', ['-i', image, '-x', '/VIDEO_TS/VTS_01_0.VOB;1'], {
        encoding: 'buffer',
        maxBuffer: 1 << 26,
      });
      // The first navigation pack: highlight information begins at 0x8D, with the number of buttons at 0x9E.
      expect(menu.readUInt8(0x2d + 0x60 + 17) & 0x3f, 'buttons').to.equal(4);
    });

    it('plays as MPEG-2 of 720x480 with Dolby sound', async () => {
      const { stdout: vob } = await run('isoinfo', ['-i', image, '-x', '/VIDEO_TS/VTS_01_1.VOB;1'], {
        encoding: 'buffer',
        maxBuffer: 1 << 26,
      });
      const path = join(folder, 'title.vob');
      await writeFile(path, vob);
      const { stdout } = await run('ffprobe', [
        ...[
          '-v',
          'error',
          '-show_entries',
          'stream=codec_name,width,height,display_aspect_ratio,sample_rate:format=duration',
        ],
        ...['-of', 'json', path],
      ]);
      const { streams, format } = JSON.parse(stdout);
      const video = streams.find((each: { codec_name: string }) => each.codec_name === 'mpeg2video');
      expect(video).to.include({ width: 720, height: 480, display_aspect_ratio: '16:9' });
      expect(streams.some((each: { codec_name: string }) => each.codec_name === 'ac3')).to.equal(true);
      expect(Number(format.duration)).to.be.closeTo(6, 0.5);
    });
  });

  it('a stick holds what FAT32 can: the best film below 4 GB, and every original', () => {
    const rendition = (height: number, bytes: number) => ({ key: `film-${height}.mp4`, bytes, height });
    const file = (bytes: number) => ({ key: 'k', bytes, extension: 'mov', isOriginal: true });
    const clip = (name: string, of: ReturnType<typeof file> | null) => ({
      ...{ id: '1', kind: 'video' as const, caption: null, text: null },
      name,
      file: of,
    });
    const files = stickFiles(
      { title: 'Für Ruth: 70?', renditions: [rendition(1080, FAT32_MOST + 1), rendition(720, 9)] },
      [clip('Anna/Bea', file(5)), clip('Text', null), clip('Anna/Bea', file(FAT32_MOST + 1)), clip('', file(7))],
    );
    expect(files.map(({ path, bytes }) => [path, bytes])).to.deep.equal([
      ['Für Ruth 70.mp4', 9],
      ['Clips/001 Anna Bea.mov', 5],
      ['Clips/004.mov', 7],
    ]);
  });

  it('draws a label with a hole, and covers at 300 dots an inch, with room for long names', async () => {
    const poster = await twoColours(1280, 720);
    const long = {
      ...ART,
      title: 'To Bartholomew Featherstonehaugh-Nakamura and everybody in Llanfairpwllgwyngyll',
      poster,
    };
    const label = sharp(await drawLabel({ ...ART, poster }));
    expect(await label.metadata()).to.include({ width: 1394, height: 1394, density: 300, hasAlpha: true });
    const { data, info } = await label.raw().toBuffer({ resolveWithObject: true });
    const alpha = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3];
    expect([alpha(697, 697), alpha(2, 2), alpha(697, 200)]).to.deep.equal([0, 0, 255]);
    expect(await sharp(await drawCaseCover(long)).metadata()).to.include({ width: 3295, height: 2232, density: 300 });
    expect(await sharp(await drawBookCover(long)).metadata()).to.include({ width: 2551, height: 1819, density: 300 });
  });

  it('leaves the pixels of the picture on a label as they are', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const poster = await sharp({ create: { width: 1394, height: 1394, channels: 3, background: '#000', noise } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const part = { left: 597, top: 200, width: 200, height: 200 };
    const pixels = (picture: Buffer) => sharp(picture).extract(part).removeAlpha().raw().toBuffer();
    const [given, printed] = [await pixels(poster), await pixels(await drawLabel({ ...ART, poster }))];
    expect(Math.max(...given.map((value, at) => Math.abs(value - (printed[at] ?? 0))))).to.be.below(2);
  });
});
