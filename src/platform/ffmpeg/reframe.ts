import { type FilmFrame, unitOf } from './film-frames.ts';
import { runTool } from './run.ts';
import { GRAPH_THREADS, keyFrameArgs, NORMALISE_FILTER, segmentVideoArgs } from './segment-format.ts';

export interface ReframeInput {
  /** A segment's large rendition in the shape of an ordinary film. */
  video: string;
  frames: number;
  frame: FilmFrame;
  files: { video1080: string; video720: string };
}

/** Lays a finished segment into another frame, over its own blurred copy. Throws ToolError. */
export async function reframe(
  input: ReframeInput,
  options: { signal?: AbortSignal; niceness?: number | undefined } = {},
): Promise<void> {
  const timeLimit = 120_000 + input.frames * 1500 * unitOf(input.frame) ** 2;
  await runTool('ffmpeg', reframeArgs(input), { ...options, timeLimit });
}

/** Arguments for ffmpeg. */
function reframeArgs({ video, frames, frame, files }: ReframeInput): string[] {
  const { renditions, pictures } = frame;
  const { width, height } = pictures;
  const isWide = width > height;
  const small = `${2 * Math.round(width / 16)}:${2 * Math.round(height / 16)}`;
  const laid = isWide
    ? [`[0:v]scale=${width}:${height}:flags=bicubic,${NORMALISE_FILTER}[laid]`]
    : [
        '[0:v]split=2[shown][under]',
        `[shown]scale=${width}:-2:flags=bicubic,setsar=1[picture]`,
        `[under]scale=${small}:force_original_aspect_ratio=increase:flags=area,crop=${small},gblur=sigma=4,` +
          `lutyuv=y='16+(val-16)*0.7',scale=${width}:${height}:flags=bilinear,setsar=1[ground]`,
        `[ground][picture]overlay=0:(H-h)/2:format=yuv420,${NORMALISE_FILTER}[laid]`,
      ];
  const [large, less] = [renditions['1080'], renditions['720']];
  const graph = [
    ...laid,
    '[laid]split=2[v1080][large]',
    `[large]scale=${less.width}:${less.height}:flags=bilinear,${NORMALISE_FILTER}[v720]`,
  ];
  const keys = keyFrameArgs(frames);
  return [
    ...['-y', ...GRAPH_THREADS, '-threads', '2', '-i', video, '-filter_complex', graph.join(';')],
    ...['-map', '[v1080]', ...segmentVideoArgs(large), ...keys, files.video1080],
    ...['-map', '[v720]', ...segmentVideoArgs(less), ...keys, files.video720],
  ];
}
