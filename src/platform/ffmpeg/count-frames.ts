import { open } from 'node:fs/promises';
import { type Box, boxesIn, childOf, childrenOf } from '../mp4/mp4-boxes.ts';
import { findBox } from '../mp4/mp4-file.ts';

/** Offset of the number of samples in `stsz`. */
const SAMPLES_AT = 16;

/** Number of video frames in the index of an MP4 that we encoded; 0 without an index or a picture. Throws without a file. */
export async function countFrames(path: string): Promise<number> {
  const file = await open(path);
  try {
    const moov = await findBox(file, 'moov');
    const [root] = moov ? boxesIn(moov) : [];
    if (!moov || !root) return 0;
    const media = childrenOf(moov, root)
      .filter(({ type }) => type === 'trak')
      .map((trak) => childOf(moov, trak, 'mdia'))
      .find((each) => isPicture(moov, each));
    if (!media) return 0;
    const sizes = ['minf', 'stbl', 'stsz'].reduce((box, type) => childOf(moov, box, type), media);
    return moov.readUInt32BE(sizes.start + SAMPLES_AT);
  } finally {
    await file.close();
  }
}

function isPicture(moov: Buffer, media: Box): boolean {
  const { start } = childOf(moov, media, 'hdlr');
  return moov.toString('latin1', start + 16, start + 20) === 'vide';
}
