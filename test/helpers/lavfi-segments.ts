import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilmClip, Segment } from '../../src/features/films/render/timeline.ts';
import { makeHybrid, type StreamMap } from '../../src/features/media/prepare/hybrid-video.ts';
import { runTool } from '../../src/platform/ffmpeg/run.ts';
import {
  exactSamplesFilter,
  FRAME_RATE,
  NORMALISE_FILTER,
  RENDITIONS,
  type Rendition,
  SAMPLE_RATE,
  segmentAudioArgs,
  segmentVideoArgs,
} from '../../src/platform/ffmpeg/segment-format.ts';

export interface LavfiSegment {
  key: string;
  frames: number;
  /** lavfi source of pictures, without size and rate. Default: `color=c=black`. */
  picture?: string;
  /** Filters on the pictures, at their full size. */
  pictureFilter?: string;
  /** lavfi source of sound. */
  sound?: string;
}

/** A segment as clips have it, and the 720p rendition as it was encoded. */
export interface MadeSegment extends Segment {
  stream: StreamMap;
  pictures720: string;
}

/** Makes a small segment in the film's own format; the pictures are drawn small and blown up, which is cheap. */
export async function lavfiSegment(folder: string, wanted: LavfiSegment): Promise<MadeSegment> {
  const { key, frames, picture = 'color=c=black', pictureFilter, sound } = wanted;
  const at = join(folder, key);
  await mkdir(at, { recursive: true });
  const files = {
    video1080: join(at, 'video-1080.mp4'),
    video720: join(at, 'video-720.mp4'),
    audio: join(at, 'audio.wav'),
  };
  const pictures720 = join(at, 'pictures-720.mp4');
  // Sources that never end keep ffmpeg busy after the last frame.
  const seconds = (frames / FRAME_RATE).toFixed(6);
  const drawn = `${picture}${picture.includes('=') ? ':' : '='}s=160x90:r=${FRAME_RATE}:d=${seconds}`;
  const filtered = pictureFilter ? `,${pictureFilter}` : '';
  const scaled = ({ width, height }: Rendition) => `scale=${width}:${height}:flags=neighbor,${NORMALISE_FILTER}`;
  const graph = [
    `${drawn}${filtered},split[a][b]`,
    `[a]${scaled(RENDITIONS['1080'])}[v1080]`,
    `[b]${scaled(RENDITIONS['720'])}[v720]`,
    `${sound ?? `anullsrc=r=${SAMPLE_RATE}:cl=stereo`},atrim=end=${seconds},${exactSamplesFilter(frames)}[sound]`,
  ];
  const args = ['-y', '-filter_complex', graph.join(';')];
  for (const [name, path] of [
    ['1080', files.video1080],
    ['720', pictures720],
  ] as const) {
    args.push('-map', `[v${name}]`, '-frames:v', String(frames), ...segmentVideoArgs(RENDITIONS[name]), path);
  }
  args.push('-map', '[sound]', ...segmentAudioArgs(), files.audio);
  await runTool('ffmpeg', args, { timeLimit: 60_000 });
  const stream = await makeHybrid({ pictures: pictures720, audio: files.audio, target: files.video720 }, frames, at);
  return { key, frames, files, stream, pictures720 };
}

/** A clip around a segment, by someone called `name`. */
export function clipOf(segment: Segment, name: string, more: Partial<FilmClip> = {}): FilmClip {
  return {
    ...segment,
    mediaId: `media-${segment.key}`,
    kind: 'video',
    contributor: { name },
    caption: null,
    text: null,
    ...more,
  };
}

/** A segment that flashes white and clicks at the same frame, `at`: shows whether sound and pictures stay together. */
export function clickSegment(folder: string, key: string, frames: number, at: number): Promise<MadeSegment> {
  const from = (at / FRAME_RATE).toFixed(6);
  const to = ((at + 1) / FRAME_RATE).toFixed(6);
  return lavfiSegment(folder, {
    key,
    frames,
    pictureFilter: `drawbox=c=white:t=fill:enable='between(n,${at},${at + 2})'`,
    sound: `aevalsrc='0.6*sin(2*PI*1000*t)*gte(t,${from})*lt(t,${to})|0.6*sin(2*PI*1000*t)*gte(t,${from})*lt(t,${to})':s=${SAMPLE_RATE}`,
  });
}
