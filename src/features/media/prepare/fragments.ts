import type { FileHandle } from 'node:fs/promises';
import { type Box, boxesIn, childOf, childrenOf } from '../../../platform/mp4/mp4-boxes.ts';
import { boxesOfFile, readBytes } from '../../../platform/mp4/mp4-file.ts';

/** Consecutive samples of one track in a file. */
export interface SampleRun {
  track: number;
  /** Offset in the file. */
  offset: number;
  samples: number;
}

/** Byte ranges of a fragmented MP4. */
export interface Fragments {
  /** Header before the first fragment, which players need for all of them. */
  initBytes: number;
  fragments: { offset: number; bytes: number; runs: SampleRun[] }[];
}

/**
 * Locates the fragments of an MP4, each a `moof` and its `mdat`, and rewrites composition offsets of `track` in place
 * as signed ones, so that a track with B-frames starts at zero in both decoding and display.
 */
export async function alignFragments(file: FileHandle, track: number): Promise<Fragments> {
  const boxes = await boxesOfFile(file);
  const found: Fragments = { initBytes: 0, fragments: [] };
  let lead: number | null = null;
  for (const [index, box] of boxes.entries()) {
    if (box.type !== 'moof') continue;
    const data = boxes[index + 1];
    if (data?.type !== 'mdat') throw new Error('a fragment without data');
    const moof = await readBytes(file, box.start, box.end - box.start);
    const runs = runsOf(moof);
    for (const { box: run } of runs.filter((each) => each.track === track)) {
      lead ??= firstOffset(moof, run);
      if (lead > 0) advance(moof, run, lead);
    }
    await file.write(moof, 0, moof.length, box.start);
    found.initBytes ||= box.start;
    found.fragments.push({
      offset: box.start,
      bytes: data.end - box.start,
      runs: runs.map((run) => ({ track: run.track, samples: run.samples, offset: box.start + run.offset })),
    });
  }
  if (found.fragments.length === 0) throw new Error('no fragment');
  return found;
}

const OFFSETS_FROM_MOOF = 0x20000;
const DATA_OFFSET = 0x1;
const COMPOSITION_OFFSETS = 0x800;
/** Optional fields of a `trun` box before its samples, and of a sample before its composition offset. */
const BEFORE_SAMPLES = [DATA_OFFSET, 0x4];
const BEFORE_COMPOSITION = [0x100, 0x200, 0x400];

/** Runs of a `moof`; offsets are relative to its start. */
function runsOf(moof: Buffer): (SampleRun & { box: Box })[] {
  const [outer] = boxesIn(moof);
  if (!outer) throw new Error('an empty moof');
  const tracks = childrenOf(moof, outer).filter(({ type }) => type === 'traf');
  return tracks.flatMap((traf) => {
    const header = childOf(moof, traf, 'tfhd');
    if (!(flagsOf(moof, header) & OFFSETS_FROM_MOOF)) throw new Error('offsets that do not count from the moof');
    const runs = childrenOf(moof, traf).filter(({ type }) => type === 'trun');
    return runs.map((box) => {
      if (!(flagsOf(moof, box) & DATA_OFFSET)) throw new Error('a run without its offset');
      const samples = moof.readUInt32BE(box.start + 12);
      return { track: moof.readUInt32BE(header.start + 12), samples, offset: moof.readInt32BE(box.start + 16), box };
    });
  });
}

function flagsOf(buffer: Buffer, { start }: Box): number {
  return buffer.readUInt32BE(start + 8) & 0xffffff;
}

/** Ticks between decoding and display of a run's first picture: none in clips too short for B-frames. */
function firstOffset(moof: Buffer, run: Box): number {
  return flagsOf(moof, run) & COMPOSITION_OFFSETS ? moof.readInt32BE(offsetsOf(moof, run).first) : 0;
}

function advance(moof: Buffer, run: Box, ticks: number): void {
  if (!(flagsOf(moof, run) & COMPOSITION_OFFSETS)) throw new Error('a run of pictures without composition offsets');
  const { first, step } = offsetsOf(moof, run);
  moof[run.start + 8] = 1;
  for (let i = 0; i < moof.readUInt32BE(run.start + 12); i += 1) {
    const at = first + i * step;
    moof.writeInt32BE(moof.readInt32BE(at) - ticks, at);
  }
}

/** Position of the first sample's composition offset, and the distance to the next. */
function offsetsOf(moof: Buffer, run: Box): { first: number; step: number } {
  const bytesOf = (fields: number[]) => 4 * fields.filter((field) => flagsOf(moof, run) & field).length;
  const before = bytesOf(BEFORE_COMPOSITION);
  return { first: run.start + 16 + bytesOf(BEFORE_SAMPLES) + before, step: before + 4 };
}
