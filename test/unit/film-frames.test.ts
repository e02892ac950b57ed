import { expect } from 'chai';
import { FRAMES } from '../../src/platform/ffmpeg/film-frames.ts';

describe('frames of a film', () => {
  for (const { name, renditions, pictures, small } of Object.values(FRAMES)) {
    it(`${name}: is encoded in the sizes that players get`, () => {
      const encoded = [renditions['1080'], renditions['720']].map(({ width, height }) => ({ width, height }));
      expect(encoded).to.deep.equal([pictures, small]);
    });
  }
});
