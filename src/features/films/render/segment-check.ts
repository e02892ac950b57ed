import { open } from 'node:fs/promises';
import { CHANNELS, SAMPLES_PER_FRAME } from '../../../platform/ffmpeg/segment-format.ts';
import type { Segment } from './timeline.ts';

/** Segments (`keys`) that can't be joined and must be prepared again. */
export class SegmentsUnfit extends Error {
  readonly keys: string[];

  constructor(keys: string[], what: string) {
    super(`${keys.length} of the film's segments can't be joined: ${what}`);
    this.name = 'SegmentsUnfit';
    this.keys = keys;
  }
}

/** Bytes of a faststart MP4 in which the decoder configuration is searched. */
const HEAD = 256 * 1024;

/**
 * Joined video is decoded with the first segment's configuration, and audio is placed by counting samples. So all
 * configurations must be equal, and each WAV as long as its video. Throws SegmentsUnfit; reads a few kilobytes of each
 * file.
 */
export async function checkSegments(segments: readonly Segment[]): Promise<void> {
  const seen = new Map<string, Segment>();
  for (const segment of segments) seen.set(segment.key, segment);
  const different = new Set<string>();
  const first = { video1080: '', video720: '' };
  for (const segment of seen.values()) {
    for (const name of ['video1080', 'video720'] as const) {
      const configuration = await decoderConfiguration(segment.files[name]);
      first[name] ||= configuration;
      if (configuration === '' || configuration !== first[name]) different.add(segment.key);
    }
  }
  if (different.size > 0) throw new SegmentsUnfit([...different], 'their video headers differ');
  const uneven: string[] = [];
  for (const { key, frames, files } of seen.values()) {
    const bytes = await wavDataBytes(files.audio);
    if (bytes !== frames * SAMPLES_PER_FRAME * CHANNELS * 2) uneven.push(key);
  }
  if (uneven.length > 0) throw new SegmentsUnfit(uneven, 'sound and pictures are not equally long');
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
async function decoderConfiguration(path: string): Promise<string> {
  const head = await readHead(path, HEAD);
  const at = head.indexOf('avcC', 0, 'latin1');
  if (at < 4) return '';
  return head.subarray(at, at - 4 + head.readUInt32BE(at - 4)).toString('hex');
}

/** Length of a WAV's audio data, announced and present. */
async function wavDataBytes(path: string): Promise<number> {
  const head = await readHead(path, 4096);
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return -1;
  for (let at = 12; at + 8 <= head.length; ) {
    const size = head.readUInt32LE(at + 4);
    if (head.toString('latin1', at, at + 4) === 'data') return size;
    at += 8 + size + (size % 2);
  }
  return -1;
}
