import { open } from 'node:fs/promises';
import { CHANNELS, CUT_FRAMES, SAMPLES_PER_FRAME } from '../../../platform/ffmpeg/segment-format.ts';
import { findWavData } from './cut-sound.ts';
import type { TimelineItem } from './timeline.ts';

/** Segments (`keys`) that can't be joined and must be prepared again. */
export class SegmentsUnfit extends Error {
  readonly keys: string[];

  constructor(keys: string[], what: string) {
    super(`${keys.length} of the film's segments can't be joined: ${what}`);
    this.name = 'SegmentsUnfit';
    this.keys = keys;
  }
}

/** Bytes of a faststart MP4 in which the decoder configuration and the first tables are searched. */
const HEAD = 256 * 1024;

type Checked = Pick<TimelineItem, 'segment' | 'leftOut'>;

/**
 * Joined video is decoded with the first segment's configuration, packets are cut by counting them, and audio is placed
 * by counting samples. So all configurations must be equal, cuts must be at key frames, and each WAV must be as long
 * as its video. Throws SegmentsUnfit; reads a few kilobytes of each file.
 */
export async function checkSegments(items: readonly Checked[]): Promise<void> {
  const different = new Set<string>();
  const unready = new Set<string>();
  const first = { video1080: '', video720: '' };
  for (const item of eachOnce(items)) {
    const { key, files } = item.segment;
    for (const name of ['video1080', 'video720'] as const) {
      const head = await readHead(files[name], HEAD);
      const configuration = decoderConfiguration(head);
      first[name] ||= configuration;
      if (configuration === '' || configuration !== first[name]) different.add(key);
      else if (!canBeCutAt(head, item)) unready.add(key);
    }
  }
  if (different.size > 0) throw new SegmentsUnfit([...different], 'their video headers differ');
  if (unready.size > 0) throw new SegmentsUnfit([...unready], 'no key frames stand where they are cut');
  const uneven: string[] = [];
  for (const { key, frames, files } of eachOnce(items).map(({ segment }) => segment)) {
    const data = await findWavData(files.audio);
    if (data?.bytes !== frames * SAMPLES_PER_FRAME * CHANNELS * 2) uneven.push(key);
  }
  if (uneven.length > 0) throw new SegmentsUnfit(uneven, 'sound and pictures are not equally long');
}

/** One item for each segment and way of cutting it. */
function eachOnce(items: readonly Checked[]): Checked[] {
  const seen = new Map<string, Checked>();
  for (const item of items) seen.set(`${item.segment.key} ${item.leftOut.head} ${item.leftOut.tail}`, item);
  return [...seen.values()];
}

/** Whether the index has a key frame where the segment is cut, if it is. */
function canBeCutAt(head: Buffer, { segment, leftOut }: Checked): boolean {
  const keys = keyFrames(head);
  const cuts = [leftOut.head > 0 ? leftOut.head : null, leftOut.tail > 0 ? segment.frames - leftOut.tail : null];
  return cuts.every((cut) => cut === null || keys.has(cut));
}

/** Whether a video of `frames` frames can be cut on both sides; segments of earlier versions can’t. */
export async function hasCuts(path: string, frames: number): Promise<boolean> {
  const keys = keyFrames(await readHead(path, HEAD));
  return keys.has(CUT_FRAMES) && keys.has(frames - CUT_FRAMES);
}

/** Numbers of key frames, from 0, as the index has them. */
function keyFrames(head: Buffer): Set<number> {
  const at = head.indexOf('stss', 0, 'latin1');
  const keys = new Set<number>();
  // Numbers count from 1.
  for (let i = 0; at > 0 && i < head.readUInt32BE(at + 8); i += 1) keys.add(head.readUInt32BE(at + 12 + 4 * i) - 1);
  return keys;
}

async function readHead(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The `avcC` box in hex; empty if there is none. */
function decoderConfiguration(head: Buffer): string {
  const at = head.indexOf('avcC', 0, 'latin1');
  if (at < 4) return '';
  return head.subarray(at, at - 4 + head.readUInt32BE(at - 4)).toString('hex');
}
