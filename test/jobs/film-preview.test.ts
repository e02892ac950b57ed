import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { previewPlaylist } from '../../src/features/films/preview/playlist.ts';
import type { StreamMap } from '../../src/features/media/prepare/hybrid-video.ts';
import { clicks, flashes } from '../helpers/av-sync.ts';
import { clickSegment, type MadeSegment } from '../helpers/lavfi-segments.ts';
import { useSmallPictures } from '../helpers/small-renditions.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const FRAMES = [40, 31, 215];
const AT = [12, 9, 200];

describe('the 720p file of a clip', function () {
  this.timeout(600_000);
  useSmallPictures();
  let folder: string;
  let segments: MadeSegment[];

  before(async () => {
    folder = await tempFolder();
    segments = await Promise.all(FRAMES.map((frames, i) => clickSegment(folder, `clip-${i}`, frames, AT[i] as number)));
  });

  it('is an ordinary MP4 with the encoded packets and timestamps unchanged', async () => {
    for (const { files, pictures720 } of segments) {
      expect(await packets(files.video720)).to.deep.equal(await packets(pictures720));
      const bytes = await readFile(files.video720);
      expect(bytes.indexOf('moov'), 'the index stands before the data').to.be.below(bytes.indexOf('mdat'));
      const everything = ['-v', 'warning', '-show_packets', '-show_streams', '-show_format'];
      expect((await run('ffprobe', [...everything, files.video720], { maxBuffer: 2 ** 26 })).stderr).to.equal('');
      await flashes(['-xerror', '-err_detect', 'explode', '-i', files.video720]);
    }
  });

  it('stores the pictures once', async () => {
    for (const { files, pictures720, stream } of segments) {
      const [whole, pictures] = [await readFile(files.video720), await readFile(pictures720)];
      const sound = (frames: number) => (frames / 30) * (128_000 / 8) * 1.1;
      const frames = stream.parts.reduce((sum, part) => sum + part.frames, 0);
      expect(whole.length).to.be.below(pictures.length + sound(frames) + 8_000);
    }
  });

  it('is split for HLS into parts that start with a key frame and cover it', async () => {
    for (const [i, { files, stream }] of segments.entries()) {
      const bytes = await readFile(files.video720);
      expect(stream.parts.reduce((sum, part) => sum + part.frames, 0)).to.equal(FRAMES[i]);
      const header = range(bytes, stream.header);
      expect(header.toString('latin1', 4, 8)).to.equal('ftyp');
      for (const part of stream.parts) {
        expect(bytes.toString('latin1', part.offset + 4, part.offset + 8)).to.equal('moof');
        const alone = join(folder, `part-${i}-${part.offset}.mp4`);
        await writeFile(alone, Buffer.concat([header, range(bytes, part)]));
        await flashes(['-xerror', '-err_detect', 'explode', '-i', alone]);
      }
    }
    expect(segments[2]?.stream.parts.map(({ frames }) => frames)).to.deep.equal([180, 35]);
  });

  it('keeps sound and pictures in sync as a file and by HLS', async () => {
    for (const [i, segment] of segments.entries()) {
      for (const path of [segment.files.video720, await asStreamed(segment)]) {
        const [seen] = await flashes(['-i', path]);
        const [heard] = await clicks(['-i', path]);
        expect(seen).to.equal(AT[i]);
        expect(Math.abs((heard as number) / 48 - ((AT[i] as number) * 1000) / 30), 'milliseconds off').to.be.below(15);
      }
    }
  });

  it('can be one single picture', async () => {
    const { files, stream, pictures720 } = await clickSegment(folder, 'single', 1, 0);
    expect(stream.parts.map(({ frames }) => frames)).to.deep.equal([1]);
    expect(await packets(files.video720)).to.deep.equal(await packets(pictures720));
  });

  it('starts for HLS with sound and pictures at zero, without gaps', async () => {
    for (const segment of segments) {
      const { boxes, sound } = await timing(await asStreamed(segment));
      expect(boxes, 'decode times of the first fragment').to.deep.equal([0, 0]);
      expect(sound.slice(0, 4)).to.deep.equal([0, 1024, 2048, 3072]);
    }
  });

  it('needs only another playlist for another order', () => {
    const items = segments.map(({ stream }, i) => ({ url: `/files/clip-${i}.mp4?s=a&b`, stream }));
    const lines = previewPlaylist([items[2], items[0]].filter((item) => item !== undefined)).split('\n');
    const places = (stream?: StreamMap) =>
      [stream?.header, ...(stream?.parts ?? [])].map((p) => `${p?.bytes}@${p?.offset}`);
    const [header, first, second] = places(segments[2]?.stream);
    const [otherHeader, other] = places(segments[0]?.stream);
    expect(lines).to.deep.equal([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      `#EXT-X-MAP:URI="/files/clip-2.mp4?s=a&b",BYTERANGE="${header}"`,
      '#EXTINF:6.000000,',
      `#EXT-X-BYTERANGE:${first}`,
      '/files/clip-2.mp4?s=a&b',
      '#EXTINF:1.166667,',
      `#EXT-X-BYTERANGE:${second}`,
      '/files/clip-2.mp4?s=a&b',
      '#EXT-X-DISCONTINUITY',
      `#EXT-X-MAP:URI="/files/clip-0.mp4?s=a&b",BYTERANGE="${otherHeader}"`,
      '#EXTINF:1.333333,',
      `#EXT-X-BYTERANGE:${other}`,
      '/files/clip-0.mp4?s=a&b',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  /** What HLS reads of a file, as a file of its own. */
  async function asStreamed({ key, files, stream }: MadeSegment): Promise<string> {
    const bytes = await readFile(files.video720);
    const path = join(folder, `${key}-streamed.mp4`);
    await writeFile(path, Buffer.concat([stream.header, ...stream.parts].map((place) => range(bytes, place))));
    return path;
  }
});

function range(file: Buffer, { offset, bytes }: { offset: number; bytes: number }): Buffer {
  return file.subarray(offset, offset + bytes);
}

/** Each packet of the pictures as a player gets it: its times, length, marks and the hash of its bytes. */
async function packets(path: string): Promise<string[]> {
  const entries = ['-show_data_hash', 'md5', '-show_entries', 'packet=pts,dts,duration,flags,size,data_hash'];
  const args = ['-v', 'error', '-select_streams', 'v:0', ...entries, '-of', 'csv=p=0', path];
  return (await run('ffprobe', args, { maxBuffer: 2 ** 26 })).stdout.trim().split('\n');
}

/** The decode time that each track's first fragment tells, and when each block of sound is played, in ticks. */
async function timing(path: string): Promise<{ boxes: number[]; sound: number[] }> {
  const bytes = await readFile(path);
  const first = bytes.indexOf('tfdt');
  const boxes = [first, bytes.indexOf('tfdt', first + 4)].map((at) => Number(bytes.readBigUInt64BE(at + 8)));
  const args = ['-v', 'error', '-select_streams', 'a:0', '-show_entries', 'packet=pts', '-of', 'csv=p=0', path];
  const { stdout } = await run('ffprobe', args);
  return { boxes, sound: stdout.trim().split('\n').map(Number) };
}
