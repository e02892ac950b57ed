import { type Box, boxesIn, childOf, childrenOf, makeBox } from '../../../platform/mp4/mp4-boxes.ts';
import type { SampleRun } from './fragments.ts';

/** Pure container boxes on the way to a track's tables. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Tables of sample positions. */
const PLACES = new Set(['stsc', 'stco', 'co64']);

/**
 * Rewrites the `moov` of an MP4 whose samples have moved to the given runs, in the same order. Throws if a track's
 * samples don't match its runs.
 */
export function withPlaces(moov: Buffer, runs: readonly SampleRun[]): Buffer {
  return rebuild(moov, outermost(moov), runs);
}

/** Offset of a track's first sample in its file, in bytes. */
export function firstSample(moov: Buffer, track: number): { offset: number; bytes: number } {
  const tables = childrenOf(moov, outermost(moov))
    .filter(({ type }) => type === 'trak')
    .filter((trak) => trackOf(moov, trak) === track)
    .map((trak) => ['mdia', 'minf', 'stbl'].reduce((box, type) => childOf(moov, box, type), trak))[0];
  if (!tables) throw new Error(`no track ${track}`);
  const sizes = childOf(moov, tables, 'stsz').start;
  const allOfOneSize = moov.readUInt32BE(sizes + 12);
  return {
    offset: moov.readUInt32BE(childOf(moov, tables, 'stco').start + 16),
    bytes: allOfOneSize || moov.readUInt32BE(sizes + 20),
  };
}

function outermost(moov: Buffer): Box {
  const [box] = boxesIn(moov);
  if (!box) throw new Error('an empty moov');
  return box;
}

function trackOf(moov: Buffer, trak: Box): number {
  const { start } = childOf(moov, trak, 'tkhd');
  const isLong = moov[start + 8] === 1;
  return moov.readUInt32BE(start + (isLong ? 28 : 20));
}

function rebuild(moov: Buffer, box: Box, runs: readonly SampleRun[]): Buffer {
  if (!CONTAINERS.has(box.type)) return moov.subarray(box.start, box.end);
  const own = box.type === 'trak' ? runs.filter(({ track }) => track === trackOf(moov, box)) : runs;
  const kept = childrenOf(moov, box).filter(({ type }) => !PLACES.has(type));
  const content = kept.map((child) => rebuild(moov, child, own));
  if (box.type === 'stbl') content.push(...placesOf(moov, box, own));
  return makeBox(box.type, ...content);
}

/** Number of samples and offset of each run. */
function placesOf(moov: Buffer, tables: Box, runs: readonly SampleRun[]): Buffer[] {
  const expected = moov.readUInt32BE(childOf(moov, tables, 'stsz').start + 16);
  const found = runs.reduce((sum, { samples }) => sum + samples, 0);
  if (found !== expected) throw new Error(`${found} samples instead of ${expected}`);
  const counts = runs.flatMap(({ samples }, index) =>
    samples === runs[index - 1]?.samples ? [] : [[index + 1, samples, 1]],
  );
  const offsets = runs.map(({ offset }) => offset);
  return [
    makeBox('stsc', words(0, counts.length, ...counts.flat())),
    makeBox('stco', words(0, offsets.length, ...offsets)),
  ];
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}
