import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { previewPlaylist } from '../../src/features/films/preview/playlist.ts';
import { makePreviewSegment, type PreviewFile } from '../../src/features/films/preview/preview-segment.ts';
import { clicks, flashes } from '../helpers/av-sync.ts';
import { clickSegment } from '../helpers/lavfi-segments.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

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
      expect(parts.reduce((sum, part) => sum + part.bytes, 0)).to.equal(bytes.length);
      for (const part of parts) {
        expect(bytes[part.offset], 'sync byte').to.equal(0x47);
        const alone = join(folder, `part-${i}-${part.offset}.ts`);
        await writeFile(alone, bytes.subarray(part.offset, part.offset + part.bytes));
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
    const items = files.map(({ parts }, i) => ({ url: `/files/clip-${i}.ts?s=a&b`, parts }));
    const lines = previewPlaylist([items[2], items[0]].filter((item) => item !== undefined)).split('\n');
    const [first, second] = files[2]?.parts ?? [];
    expect(lines).to.deep.equal([
      '#EXTM3U',
      '#EXT-X-VERSION:4',
      '#EXT-X-TARGETDURATION:6',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-PLAYLIST-TYPE:VOD',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXTINF:6.000000,',
      `#EXT-X-BYTERANGE:${first?.bytes}@0`,
      '/files/clip-2.ts?s=a&b',
      '#EXTINF:1.166667,',
      `#EXT-X-BYTERANGE:${second?.bytes}@${first?.bytes}`,
      '/files/clip-2.ts?s=a&b',
      '#EXT-X-DISCONTINUITY',
      '#EXTINF:1.333333,',
      `#EXT-X-BYTERANGE:${files[0]?.parts[0]?.bytes}@0`,
      '/files/clip-0.ts?s=a&b',
      '#EXT-X-ENDLIST',
      '',
    ]);
  });

  it('plays through as HLS from the first frame to the last', async () => {
    const items = files.map(({ path, parts }) => ({ url: path, parts }));
    const list = join(folder, 'list.m3u8');
    await writeFile(list, previewPlaylist([...items, ...items]));
    const input = ['-allowed_extensions', 'ALL', '-i', list];
    expect(await flashes(input)).to.have.length(6);
    expect(await clicks(input)).to.have.length(6);
  });
});
