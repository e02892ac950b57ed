import * as full from '../../src/platform/ffmpeg/segment-format.ts';

/*
 * Takes the place of `segment-format.ts` in workers of tests that are not about pictures: the same work on the same frames,
 * but encoders get them at 320x180, which saves most of the time. Cards keep the size in which they are drawn.
 */

export * from '../../src/platform/ffmpeg/segment-format.ts';

export const SMALL = { width: 320, height: 180 };

export const RENDITIONS: typeof full.RENDITIONS = {
  1080: { ...full.RENDITIONS['1080'], ...SMALL },
  720: { ...full.RENDITIONS['720'], ...SMALL },
};
