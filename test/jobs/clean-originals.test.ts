import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import sharp from 'sharp';
import { cleanFile } from '../../src/features/media/originals/clean-file.ts';
import { type SampleName, sample } from '../helpers/media-samples.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
/** Position, device and author in the metadata of the samples below. */
const SECRETS = /SecretPhone|\+48\.1|48\.1000|Ann Owner|GPS/;
const EXIF = {
  IFD0: { Make: 'SecretPhone', Artist: 'Ann Owner' },
  IFD3: { GPSLatitude: '48/1 8/1 0/1', GPSLatitudeRef: 'N' },
};
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><p>GPS 48.1000 Ann Owner</p></x:xmpmeta>';

async function clean(source: string): Promise<{ path: string; bytes: Buffer }> {
  const path = join(await tempFolder(), 'clean');
  await cleanFile(source, path);
  return { path, bytes: await readFile(path) };
}

async function file(content: Buffer): Promise<string> {
  const path = join(await tempFolder(), 'source');
  await writeFile(path, content);
  return path;
}

async function tagged(name: SampleName, muxer: string, more: string[] = []): Promise<string> {
  const path = join(await tempFolder(), 'source');
  const tags = ['location=+48.1000+011.5000/', 'make=SecretPhone', 'artist=Ann Owner', 'comment=GPS 48.1000'];
  const given = tags.flatMap((tag) => ['-metadata', tag]);
  await run('ffmpeg', [
    '-v',
    'error',
    '-i',
    await sample(name),
    ...more,
    '-c:v',
    'copy',
    '-c:a',
    'copy',
    ...given,
    '-f',
    muxer,
    path,
  ]);
  return path;
}

async function probed(path: string): Promise<{ streams: Record<string, unknown>[]; tags: string[] }> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', path]);
  const { streams, format } = JSON.parse(stdout) as {
    streams: Record<string, unknown>[];
    format: { tags?: Record<string, string> };
  };
  const picked = streams.map(
    ({ codec_name, width, height, side_data_list, sample_rate, channels, color_transfer }) => ({
      ...{ codec_name, width, height, side_data_list, sample_rate, channels, color_transfer },
    }),
  );
  return { streams: picked, tags: Object.keys(format.tags ?? {}) };
}

interface Decoded {
  hashes: string[];
  times: number[];
}

/** Of each of two files every decoded picture and sound as a hash, and when it is shown, in seconds. */
async function decoded(paths: [string, string], demuxer: string): Promise<[Decoded, Decoded]> {
  const open = paths.flatMap((path) => ['-noautorotate', '-f', demuxer, '-i', path]);
  const all = paths.flatMap((_, index) => ['-map', `${index}:V?`, '-map', `${index}:a?`]);
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...open, ...all, '-f', 'framemd5', '-'], {
    maxBuffer: 2 ** 26,
  });
  const bases = [...stdout.matchAll(/^#tb \d+: (\d+)\/(\d+)$/gm)].map(([, up, down]) => Number(up) / Number(down));
  const frames = [...stdout.matchAll(/^(\d), *\d+, *(\d+),.*, (\w{32})$/gm)];
  const streams = bases.length / 2;
  const of = (first: number): Decoded => {
    const own = frames.filter(([, stream]) => Number(stream) >= first && Number(stream) < first + streams);
    return {
      hashes: own.map(([, stream, , hash]) => `${Number(stream) - first} ${hash}`).sort(),
      times: own.map(([, stream, time]) => Number(time) * (bases[Number(stream)] ?? 0)).sort((one, two) => one - two),
    };
  };
  return [of(0), of(streams)];
}

describe('an original for download', function () {
  this.timeout(600_000);

  const streams: [name: SampleName, muxer: string, demuxer: string][] = [
    ['mp4', 'mp4', 'mov'],
    ['mp4 to be turned by 90', 'mov', 'mov'],
    ['mp4 to be turned by 180', 'mp4', 'mov'],
    ['mov with 10-bit hevc in HLG', 'mov', 'mov'],
    ['mov with prores 4:2:2', 'mov', 'mov'],
    ['webm', 'webm', 'matroska'],
    ['mkv whose sound begins late', 'matroska', 'matroska'],
    ['avi', 'avi', 'avi'],
    ['moving gif', 'gif', 'gif'],
    ['m4a', 'ipod', 'mov'],
    ['mp3', 'mp3', 'mp3'],
    ['wav', 'wav', 'wav'],
    ['ogg', 'ogg', 'ogg'],
  ];
  for (const [name, muxer, demuxer] of streams) {
    it(`keeps every picture, the sound and the rotation of "${name}" as ${muxer}, and no metadata`, async () => {
      const source = await tagged(name, muxer);
      const { path, bytes } = await clean(source);
      expect(bytes.toString('latin1')).not.to.match(SECRETS);
      const [before, after] = [await probed(source), await probed(path)];
      expect(after.streams).to.deep.equal(before.streams);
      expect(after.tags.filter((tag) => !/brand|version|encoder/.test(tag))).to.deep.equal([]);
      const [sent, handedOut] = await decoded([source, path], demuxer);
      expect(sent.hashes).not.to.deep.equal([]);
      expect(handedOut.hashes).to.deep.equal(sent.hashes);
      // Matroska counts the lead-in of Opus, 7 ms, twice.
      const moved = handedOut.times.map((time, index) => Math.abs(time - (sent.times[index] ?? 0)));
      expect(Math.max(...moved)).to.be.below(0.01);
    });
  }

  it('drops GPS tracks that cameras write beside the picture', async () => {
    const log = await file(Buffer.from('1\n00:00:00,000 --> 00:00:00,900\nGPS (48.1000, 11.5000)\n'));
    const source = await tagged('mp4', 'mp4', ['-f', 'srt', '-i', log, '-map', '0', '-map', '1', '-c:s', 'mov_text']);
    expect((await readFile(source)).toString('latin1')).to.match(/GPS \(48/);
    const { path, bytes } = await clean(source);
    expect(bytes.toString('latin1')).not.to.match(SECRETS);
    expect((await probed(path)).streams).to.have.length(2);
  });

  const pictures: [name: string, make: () => Promise<Buffer>][] = [
    ['jpg', () => photo().then((it) => it.jpeg({ quality: 90 }).toBuffer())],
    ['progressive jpg', () => photo().then((it) => it.jpeg({ progressive: true }).toBuffer())],
    ['png', () => photo().then((it) => it.png().toBuffer())],
    ['webp', () => photo().then((it) => it.webp().toBuffer())],
    ['lossless webp', () => photo().then((it) => it.webp({ lossless: true }).toBuffer())],
  ];
  for (const [name, make] of pictures) {
    it(`keeps each pixel, the rotation and colours of a ${name}, and no metadata`, async () => {
      const source = await make();
      const { bytes } = await clean(await file(source));
      expect(bytes.toString('latin1')).not.to.match(SECRETS);
      const [before, after] = await Promise.all([source, bytes].map((each) => sharp(each).metadata()));
      expect(before?.exif?.toString('latin1')).to.match(SECRETS);
      expect(after?.xmp).to.equal(undefined);
      expect([after?.orientation, after?.icc, after?.width]).to.deep.equal([6, before?.icc, before?.width]);
      const pixels = await Promise.all([source, bytes].map((each) => sharp(each).autoOrient().raw().toBuffer()));
      expect(pixels[1]?.equals(pixels[0] ?? Buffer.alloc(0))).to.equal(true);
    });
  }

  it('drops data behind a photo, such as a motion photo’s video', async () => {
    const jpeg = await (await photo()).jpeg().toBuffer();
    const { bytes } = await clean(await file(Buffer.concat([jpeg, await readFile(await tagged('mp4', 'mp4'))])));
    expect(bytes.length).to.be.lessThan(jpeg.length);
    expect(bytes.toString('latin1')).not.to.match(SECRETS);
  });

  it('keeps each pixel and the rotation of a HEIC, and no EXIF', async () => {
    const source = await sample('heic to be turned by 90');
    expect((await readFile(source)).toString('latin1')).to.match(SECRETS);
    const { path, bytes } = await clean(source);
    expect(bytes.toString('latin1')).not.to.match(SECRETS);
    const pixels = await Promise.all([source, path].map(pixelsOfHeic));
    expect(pixels[1]).to.deep.equal(pixels[0]);
  });

  it('refuses a damaged picture', async () => {
    for (const name of ['half a heic', 'mp4 head and garbage'] as const) {
      const refused = await cleanFile(await sample(name), join(await tempFolder(), 'clean')).then(
        () => null,
        (error: Error) => error.name,
      );
      expect(refused, name).to.be.oneOf(['UncleanableError', 'ToolError', 'AppError']);
    }
  });
});

async function photo() {
  return sharp(await sample('png'))
    .withExif(EXIF)
    .withXmp(XMP)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 });
}

async function pixelsOfHeic(path: string): Promise<{ width: number; height: number; pixels: string }> {
  const target = join(await tempFolder(), 'decoded.png');
  await run('heif-convert', [path, target]);
  const { data, info } = await sharp(target).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data.toString('base64') };
}
