import { type FileHandle, open, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { piecesInput, type StillPieces } from '../../../platform/ffmpeg/encode-still.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  GOP_FRAMES,
  SAMPLES_PER_FRAME,
  secondsOfFrames,
  segmentFileArgs,
  TIMESCALE,
} from '../../../platform/ffmpeg/segment-format.ts';
import { boxHeader } from '../../../platform/mp4/mp4-boxes.ts';
import { readBox, readBytes } from '../../../platform/mp4/mp4-file.ts';
import { alignFragments, type Fragments } from './fragments.ts';
import { firstSample, withPlaces } from './sample-tables.ts';

/** Byte ranges of a clip for HLS in its 720p file. */
export interface StreamMap {
  /** Header needed for every part. */
  header: { offset: number; bytes: number };
  /** Each begins with a key frame. */
  parts: { frames: number; offset: number; bytes: number }[];
}

/** A segment that is still in pieces. */
export interface PiecedPictures {
  pieces: StillPieces;
  /** Target of the 1080p rendition, which gets no audio. */
  video1080: string;
}

export interface HybridFiles {
  /** An MP4 with the 720p rendition as its first video track, or pieces to join on the way. */
  pictures: string | PiecedPictures;
  /** The segment's WAV. */
  audio: string;
  target: string;
}

/** Maximum length of a part. */
const PART_FRAMES = 6 * GOP_FRAMES;
const AAC_BLOCK = 1024;
/** Track numbers assigned by the muxer, in input order. */
const PICTURES = 1;
const SOUND = 2;

const PLAIN = 'plain.mp4';
const FRAGMENTED = 'fragmented.mp4';
const HYBRID = 'hybrid.mp4';

/**
 * Adds audio to a segment's 720p video, so that one file serves all: browsers play it, HLS reads byte ranges, and films
 * copy its unchanged video packets. Works in `folder`, on the same disk as `target`, which may be the video file
 * itself. Throws ToolError.
 */
export async function makeHybrid(
  { pictures, audio, target }: HybridFiles,
  frames: number,
  folder: string,
  signal?: AbortSignal,
): Promise<StreamMap> {
  const timeLimit = 60_000 + secondsOfFrames(frames) * 500;
  await runTool('ffmpeg', muxArgs(pictures, audio, frames), { cwd: folder, timeLimit, signal });
  const files: FileHandle[] = [];
  const opened = async (name: string, flags: string) => {
    const file = await open(join(folder, name), flags);
    files.push(file);
    return file;
  };
  try {
    const plain = await opened(PLAIN, 'r');
    const fragmented = await opened(FRAGMENTED, 'r+');
    const hybrid = await opened(HYBRID, 'w');
    const found = await alignFragments(fragmented, PICTURES);
    const begin = await writeHybrid(plain, fragmented, hybrid, found);
    await rename(join(folder, HYBRID), target);
    return streamMap(found, begin, frames);
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

/**
 * Encodes the audio once, for a plain and a fragmented MP4. The encoder prepends a block of silence, which plain
 * players skip by the edit list. Players of fragments ignore that list, so theirs omits the block. Audio ends with the
 * block nearest to the last frame's end.
 */
function muxArgs(pictures: HybridFiles['pictures'], audio: string, frames: number): string[] {
  const samples = Math.max(1, Math.round((frames * SAMPLES_PER_FRAME) / AAC_BLOCK)) * AAC_BLOCK;
  const common = `f=mp4:fflags=+bitexact:video_track_timescale=${TIMESCALE}`;
  const fragments = 'movflags=+frag_keyframe+empty_moov+default_base_moof:use_editlist=0:avoid_negative_ts=disabled';
  // Three parsers of the tee muxer each remove a level of backslashes.
  const withoutFirst = String.raw`bsfs/a=noise=drop=eq(n\\\\\,0)`;
  const input =
    typeof pictures === 'string' ? ['-i', `file:${resolve(pictures)}`] : piecesInput(pictures.pieces['720']);
  const large = typeof pictures === 'string' ? null : pictures;
  return [
    ...['-y', ...input, '-i', `file:${resolve(audio)}`, ...(large ? piecesInput(large.pieces['1080']) : [])],
    ...(large ? ['-map', '2:v', '-c', 'copy', ...segmentFileArgs(), resolve(large.video1080)] : []),
    ...['-map', '0:v:0', '-map', '1:a:0', '-c:v', 'copy'],
    ...['-af', `apad=whole_len=${samples},atrim=end_sample=${samples}`],
    ...['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '128k', '-flags:a', '+bitexact', '-map_metadata', '-1'],
    ...['-f', 'tee', `[${common}]${PLAIN}|[${common}:${fragments}:${withoutFirst}]${FRAGMENTED}`],
  ];
}

/**
 * Writes a plain MP4 whose data contains the whole fragmented one, after the block of silence. Its tables refer to the
 * samples in the fragments. Returns the fragments' offset.
 */
async function writeHybrid(
  plain: FileHandle,
  fragmented: FileHandle,
  hybrid: FileHandle,
  { fragments }: Fragments,
): Promise<number> {
  const [type, moov] = [await readBox(plain, 'ftyp'), await readBox(plain, 'moov')];
  const silence = firstSample(moov, SOUND);
  const placesFrom = (begin: number) => [
    { track: SOUND, samples: 1, offset: begin - silence.bytes },
    ...fragments.flatMap(({ runs }) => runs.map((run) => ({ ...run, offset: begin + run.offset }))),
  ];
  // The tables' size does not depend on the data's offset.
  const tables = withPlaces(moov, placesFrom(silence.bytes)).length;
  const data = boxHeader('mdat', 8 + silence.bytes + (await fragmented.stat()).size);
  const begin = type.length + tables + data.length + silence.bytes;
  const first = await readBytes(plain, silence.offset, silence.bytes);
  await hybrid.appendFile(Buffer.concat([type, withPlaces(moov, placesFrom(begin)), data, first]));
  await append(fragmented, hybrid);
  return begin;
}

const COPIED_AT_ONCE = 256 * 1024;

async function append(from: FileHandle, to: FileHandle): Promise<void> {
  // One reused buffer: those of a stream would pile up until garbage collection.
  const buffer = Buffer.alloc(COPIED_AT_ONCE);
  for (let at = 0; ; ) {
    const { bytesRead } = await from.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    await to.appendFile(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

function streamMap({ initBytes, fragments }: Fragments, begin: number, frames: number): StreamMap {
  const parts: StreamMap['parts'] = [];
  let found = 0;
  for (const { offset, bytes, runs } of fragments) {
    const pictures = runs.reduce((sum, run) => sum + (run.track === PICTURES ? run.samples : 0), 0);
    found += pictures;
    const last = parts.at(-1);
    if (last && last.frames + pictures <= PART_FRAMES) {
      last.frames += pictures;
      last.bytes += bytes;
    } else parts.push({ frames: pictures, offset: begin + offset, bytes });
  }
  if (found !== frames) throw new Error(`fragments of ${found} frames instead of ${frames}`);
  return { header: { offset: begin, bytes: initBytes }, parts };
}
