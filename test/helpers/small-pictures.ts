import * as full from '../../src/platform/ffmpeg/segment-format.ts';

/*
 * Takes the place of `segment-format.ts` in workers of tests that are not about pictures: the same work on the same frames,
 * but the encoder gets them at 320x180, which saves most of its time.
 */

export * from '../../src/platform/ffmpeg/segment-format.ts';

const SMALL = { width: 320, height: 180 };

/** 1080p keeps its size until it is encoded, as cards are drawn for it. */
export const RENDITIONS: typeof full.RENDITIONS = {
  1080: full.RENDITIONS['1080'],
  720: { ...full.RENDITIONS['720'], ...SMALL },
};

const SIZE = ['-s', `${SMALL.width}x${SMALL.height}`];

export function segmentEncoderArgs(...args: Parameters<typeof full.segmentEncoderArgs>): string[] {
  return [...full.segmentEncoderArgs(...args), ...SIZE];
}

export function segmentVideoArgs(...args: Parameters<typeof full.segmentVideoArgs>): string[] {
  return [...segmentEncoderArgs(...args), ...full.segmentFileArgs()];
}

export function heldVideoArgs(...args: Parameters<typeof full.heldVideoArgs>): string[] {
  return [...full.heldVideoArgs(...args), ...SIZE];
}
