import { expect } from 'chai';
import type { PreparedClip } from '../../src/features/media/prepare/prepared-clip.ts';
import { RENDITIONS, type RenditionName } from '../../src/platform/ffmpeg/segment-format.ts';
import { frameAt, samplesBeside, streamFacts } from './media-reading.ts';

function sizeOf(name: RenditionName): { width: number; height: number } {
  const { width, height } = RENDITIONS[name];
  return { width, height };
}

/** Expects what holds for each segment, whatever it was made of, in the sizes that are encoded now. */
export async function expectSegment({ files, frames, length }: PreparedClip): Promise<void> {
  const [large, small] = await Promise.all([streamFacts(files.video1080), streamFacts(files.video720)]);
  expect(large.facts).to.include({
    codec_name: 'h264',
    profile: 'High',
    ...sizeOf('1080'),
    pix_fmt: 'yuv420p',
  });
  expect(large.facts).to.include({
    time_base: '1/15360',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_range: 'tv',
  });
  expect(small.facts).to.include({ ...sizeOf('720'), sample_aspect_ratio: '1:1' });
  expect([large.facts.nb_frames, small.facts.nb_frames]).to.deep.equal([String(frames), String(frames)]);
  expect(length).to.equal(frames / 30);
  expect(await samplesBeside(files.video1080, files.audio)).to.equal(frames * 1600);
  const poster = await frameAt(files.posterJpg);
  expect({ width: poster.width, height: poster.height }).to.deep.equal(sizeOf('720'));
}
