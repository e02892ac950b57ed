import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { previewPlaylist } from '../../src/features/films/preview/playlist.ts';
import { makePreviewSegment, type PreviewFile } from '../../src/features/films/preview/preview-segment.ts';
import { clicks, flashes } from '../helpers/av-sync.ts';
import { clickSegment } from '../helpers/lavfi-segments.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const run = promisify(execFile);
const FRAMES = [40, 31, 215];
const AT = [12, 9, 200];

describe('the instant preview', function () {
  this.timeout(60_000);
  let folder: string;
  let files: PreviewFile[];

  before(async () => {
    folder = await tempFolder();
    files = await Promise.all(
      FRAMES.map(async (frames, i) => {
        const segment = await clickSegment(folder, `clip-${i}`, frames, AT[i] as number);
        return makePreviewSegment(segment, join(folder, `preview-${i}`));
      }),
    );
  });

  it('is one file a segment, read in parts that begin with a key frame and cover it', async () => {
    for (const [i, { path, parts }] of files.entries()) {
      const bytes = await readFile(path);
      expect(parts.reduce((sum, part) => sum + part.frames, 0)).to.equal(FRAMES[i]);
      const header = bytes.subarray(0, parts[0]?.offset);
      expect(header.toString('latin1', 4, 8)).to.equal('ftyp');
      for (const part of parts) {
        expect(bytes.toString('latin1', part.offset + 4, part.offset + 8)).to.equal('moof');
        const alone = join(folder, `part-${i}-${part.offset}.mp4`);
        await writeFile(alone, Buffer.concat([header, bytes.subarray(part.offset, part.offset + part.bytes)]));
        await flashes(['-xerror', '-err_detect', 'explode', '-i', alone]);
      }
    }
    expect(files[2]?.parts.map(({ frames }) => frames)).to.deep.equal([180, 35]);
  });

  it('keeps sound and pictures of each segment together', async () => {
    for (const [i, { path }] of files.entries()) {
      const [seen] = await flashes(['-i', path]);
      const [heard] = await clicks(['-i', path]);
      expect(seen).to.equal(AT[i]);
      expect(Math.abs((heard as number) / 48 - ((AT[i] as number) * 1000) / 30), 'milliseconds off').to.be.below(15);
    }
  });

  it('changes only the playlist for another order', () => {
    const items = files.map(({ parts }, i) => ({ url: `/files/clip-${i}.m4s?s=a&b`, parts }));
    const lines = previewPlaylist([items[2], items[0]].filter((item) => item !== undefined)).split('\n');
    const [first, second] = files[2]?.parts ?? [];
    expect(lines).to.deep.equal([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      `#EXT-X-MAP:URI="/files/clip-2.m4s?s=a&b",BYTERANGE="${first?.offset}@0"`,
      '#EXTINF:6.000000,',
      `#EXT-X-BYTERANGE:${first?.bytes}@${first?.offset}`,
      '/files/clip-2.m4s?s=a&b',
      '#EXTINF:1.166667,',
      `#EXT-X-BYTERANGE:${second?.bytes}@${second?.offset}`,
      '/files/clip-2.m4s?s=a&b',
      '#EXT-X-DISCONTINUITY',
      `#EXT-X-MAP:URI="/files/clip-0.m4s?s=a&b",BYTERANGE="${files[0]?.parts[0]?.offset}@0"`,
      '#EXTINF:1.333333,',
      `#EXT-X-BYTERANGE:${files[0]?.parts[0]?.bytes}@${files[0]?.parts[0]?.offset}`,
      '/files/clip-0.m4s?s=a&b',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  it('begins with sound and pictures at zero and goes on without a gap', async () => {
    for (const { path } of files) {
      const { boxes, sound } = await timing(path);
      expect(boxes, 'decode times of the first fragment').to.deep.equal([0, 0]);
      expect(sound.slice(0, 4)).to.deep.equal([0, 1024, 2048, 3072]);
    }
  });
});

/** The decode time that each track's first fragment tells, and when each block of sound is played, in ticks. */
async function timing(path: string): Promise<{ boxes: number[]; sound: number[] }> {
  const bytes = await readFile(path);
  const first = bytes.indexOf('tfdt');
  const boxes = [first, bytes.indexOf('tfdt', first + 4)].map((at) => Number(bytes.readBigUInt64BE(at + 8)));
  const args = ['-v', 'error', '-select_streams', 'a:0', '-show_entries', 'packet=pts', '-of', 'csv=p=0', path];
  const { stdout } = await run('ffprobe', args);
  return { boxes, sound: stdout.trim().split('\n').map(Number) };
}
