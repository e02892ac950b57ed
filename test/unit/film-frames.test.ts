import { expect } from 'chai';
import { FRAMES } from '../../src/platform/ffmpeg/film-frames.ts';

describe('frames of a film', () => {
  const sizes = Object.values(FRAMES).map(({ name, renditions, pictures, small }) => {
    const { 1080: large, 720: other } = renditions;
    return { name, encoded: [large, other], announced: [pictures, small] };
  });

  for (const { name, encoded, announced } of sizes) {
    it(`${name}: is encoded in the sizes that players get`, () => {
      expect(encoded.map(({ width, height }) => ({ width, height }))).to.deep.equal(announced);
    });
  }
});
