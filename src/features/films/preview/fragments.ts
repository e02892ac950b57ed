/** A box of an MP4 file: its type, and where it begins and ends in the buffer. */
interface Box {
  type: string;
  start: number;
  end: number;
}

/** Where the pieces of a fragmented MP4 lie, in bytes. */
export interface Fragments {
  /** What stands before the first fragment: a player needs it to read any of them. */
  initBytes: number;
  fragments: { offset: number; bytes: number }[];
}

function boxesIn(file: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const size = file.readUInt32BE(at) === 1 ? Number(file.readBigUInt64BE(at + 8)) : file.readUInt32BE(at);
    if (size < 8 || at + size > end) throw new Error(`a box of ${size} bytes at ${at} can't be`);
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at, end: at + size });
    at += size;
  }
  return boxes;
}

/** Finds the pieces of a fragmented MP4 whose fragments are each a `moof` and its `mdat`. */
export function readFragments(file: Buffer): Fragments {
  const boxes = boxesIn(file, 0, file.length);
  const moofs = boxes.filter(({ type }) => type === 'moof');
  const fragments = moofs.map((moof) => {
    const data = boxes[boxes.indexOf(moof) + 1];
    if (data?.type !== 'mdat') throw new Error('a fragment without data');
    return { offset: moof.start, bytes: data.end - moof.start };
  });
  if (!moofs[0]) throw new Error('no fragment');
  return { initBytes: moofs[0].start, fragments };
}

const COMPOSITION_OFFSETS = 0x800;
/** Optional fields of a `trun` box before its samples, and of each sample before its composition offset. */
const BEFORE_SAMPLES = [0x1, 0x4];
const BEFORE_OFFSET = [0x100, 0x200, 0x400];

/**
 * Shows every picture of a fragmented MP4 `ticks` earlier without decoding it earlier, in place: composition offsets
 * become signed. So a track with B-frames shows its first picture at zero, where it also begins to be decoded.
 */
export function advancePictures(file: Buffer, trackId: number, ticks: number): void {
  for (const moof of boxesIn(file, 0, file.length)) {
    if (moof.type !== 'moof') continue;
    for (const track of boxesIn(file, moof.start + 8, moof.end)) {
      if (track.type !== 'traf') continue;
      const parts = boxesIn(file, track.start + 8, track.end);
      const header = parts.find(({ type }) => type === 'tfhd');
      if (!header || file.readUInt32BE(header.start + 12) !== trackId) continue;
      for (const run of parts) if (run.type === 'trun') advanceRun(file, run, ticks);
    }
  }
}

function advanceRun(file: Buffer, run: Box, ticks: number): void {
  const flags = file.readUInt32BE(run.start + 8) & 0xffffff;
  if (!(flags & COMPOSITION_OFFSETS)) throw new Error('a run of pictures without composition offsets');
  const wordsOf = (fields: number[]) => fields.filter((field) => flags & field).length;
  const count = file.readUInt32BE(run.start + 12);
  const first = run.start + 16 + 4 * wordsOf(BEFORE_SAMPLES);
  const before = 4 * wordsOf(BEFORE_OFFSET);
  file[run.start + 8] = 1;
  for (let i = 0; i < count; i += 1) {
    const at = first + i * (before + 4) + before;
    file.writeInt32BE(file.readInt32BE(at) - ticks, at);
  }
}
