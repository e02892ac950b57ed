import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PreparedFiles } from '../../src/features/media/prepare/prepared-clip.ts';
import { type Frame, framesOf, peakOf, selecting } from './media-reading.ts';
import { tempFolder } from './temp-folder.ts';

const run = promisify(execFile);

/** A video as ffmpeg describes it (codec, pixels, size, timescale), and how many of its frames decode. */
interface ReadVideo {
  description: string;
  frames: number;
}

export interface ReadSegment {
  large: ReadVideo;
  small: ReadVideo;
  /** Of a channel, and the level of the loudest. */
  samples: number;
  peak: number;
  /** Frames of the small video. */
  shown: Frame[];
}

/**
 * Decodes both videos and the sound of a segment to their ends, and stops at the first fault. One command, as a start of
 * ffmpeg costs more than what it reads here.
 * @param at seconds of the frames to show
 */
export async function readSegment(
  { video1080, video720, audio }: Pick<PreparedFiles, 'video1080' | 'video720' | 'audio'>,
  ...at: number[]
): Promise<ReadSegment> {
  const folder = await tempFolder();
  const [sound, pictures] = [join(folder, 'sound'), join(folder, 'pictures')];
  const inputs = [video1080, video720, audio].flatMap((path) => ['-err_detect', 'explode', '-i', path]);
  const hashes = [
    '-map',
    '0:v',
    '-map',
    '1:v',
    '-fps_mode',
    'passthrough',
    '-f',
    'framehash',
    '-hash',
    'adler32',
    'pipe:1',
  ];
  const heard = ['-map', '2:a', '-ac', '2', '-f', 's16le', sound];
  const shown = at.length > 0 ? ['-map', '1:v', ...selecting(at), pictures] : [];
  const args = ['-nostdin', '-nostats', '-xerror', ...inputs, ...hashes, ...heard, ...shown];
  const { stdout, stderr } = await run('ffmpeg', args, { maxBuffer: 2 ** 26 });
  const read = (video: number): ReadVideo => ({
    description: new RegExp(`Stream #${video}:0.*Video: (.*)`).exec(stderr)?.[1] ?? '',
    frames: [...stdout.matchAll(new RegExp(`^${video},`, 'gm'))].length,
  });
  const pcm = await readFile(sound);
  return {
    large: read(0),
    small: read(1),
    samples: pcm.length / 4,
    peak: peakOf(pcm),
    shown: at.length > 0 ? framesOf(await readFile(pictures), at) : [],
  };
}

/** Hashes of what stands ahead of the packets of these videos, for decoders. */
export async function headersOf(paths: readonly string[]): Promise<string[]> {
  const inputs = paths.flatMap((path) => ['-i', path]);
  const maps = paths.flatMap((_, index) => ['-map', `${index}:v`]);
  const args = ['-v', 'error', ...inputs, ...maps, '-c', 'copy', '-frames:v', '1', '-f', 'framehash', '-'];
  const { stdout } = await run('ffmpeg', args);
  const headers = [...stdout.matchAll(/^#extradata \d+, *\d+, *(\w+)$/gm)].map(([, hash = '']) => hash);
  if (headers.length !== paths.length) throw new Error(`${headers.length} of ${paths.length} videos have a header`);
  return headers;
}
