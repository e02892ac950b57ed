import { expect } from 'chai';
import type { PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import { RENDITIONS, type RenditionName } from '../../src/platform/ffmpeg/segment-format.ts';
import { frameAt } from './media-reading.ts';
import { type ReadSegment, readSegment } from './read-segment.ts';

const sizeOf = (name: RenditionName) => `${RENDITIONS[name].width}x${RENDITIONS[name].height}`;

/**
 * Expects what holds for each segment, whatever it was made of, in the sizes that are encoded now.
 * @param at seconds of the frames of the small rendition to show
 */
export async function expectSegment({ files, frames, length }: PreparedClip, ...at: number[]): Promise<ReadSegment> {
  const read = await readSegment(files, ...at);
  const { large, small, samples } = read;
  for (const [name, { description }] of [['1080', large] as const, ['720', small] as const]) {
    expect(description).to.match(/^h264 \(High\) /);
    expect(description).to.match(/ yuv420p\(tv, bt709[,)]/);
    expect(description).to.include(` ${sizeOf(name)} [SAR 1:1 `);
    expect(description).to.include(' 15360 tbn');
  }
  expect([large.frames, small.frames]).to.deep.equal([frames, frames]);
  expect(length).to.equal(frames / 30);
  expect(samples).to.equal(frames * 1600);
  const poster = await frameAt(files.posterJpg);
  expect(`${poster.width}x${poster.height}`).to.equal(sizeOf('720'));
  return read;
}
