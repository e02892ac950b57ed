import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilmFrame, runsOf, unitOf, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  CUT_FRAMES,
  FRAME_RATE,
  GOP_FRAMES,
  GRAPH_THREADS,
  NORMALISE_FILTER,
  type RenditionName,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { writeWavPart } from './cut-sound.ts';
import { plateTimes } from './name-plates.ts';
import { drawCaptions, drawNames, layOver, NAMES, type OverPicture } from './over-pictures.ts';
import type { Overlaid } from './overlaid.ts';
import type { Segment, SegmentFiles } from './timeline.ts';

/** How far names move while they come, in pixels of a picture of 1080 lines. */
const NAMES_WAY = 60;

/** Makes a part of a clip with names and captions over it, as a segment. Leaves no files on failure. Throws ToolError. */
export async function makeOverlaid(
  part: Overlaid,
  clip: SegmentFiles,
  outFolder: string,
  options: { signal?: AbortSignal } = {},
  frame: FilmFrame = WIDE,
): Promise<Segment> {
  const { key, from, frames } = part;
  const files: SegmentFiles = {
    video1080: join(outFolder, 'video-1080.mp4'),
    video720: join(outFolder, 'video-720.mp4'),
    audio: join(outFolder, 'audio.wav'),
  };
  await mkdir(outFolder, { recursive: true });
  try {
    await withTempFolder(outFolder, async (temp) => {
      const pictures = await draw(part, temp, frame);
      const timeLimit = (120_000 + frames * 1000) * unitOf(frame) ** 2;
      for (const names of runsOf(frame)) {
        const args = overlayArgs({ clip, part, pictures, files, frame, names });
        await runTool('ffmpeg', args, { ...options, timeLimit });
      }
    });
    await writeWavPart(clip.audio, files.audio, { from, frames });
    return { key, frames, files };
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  }
}

async function draw({ plate, names, cues, theme }: Overlaid, temp: string, frame: FilmFrame): Promise<OverPicture[]> {
  const captions = await drawCaptions({ cues, names: plate ?? names, theme }, temp, 'caption', frame);
  if (!plate) return captions;
  const { png, height } = await drawNames(plate, frame);
  const path = join(temp, 'names.png');
  await writeFile(path, png);
  const { at, comes, goes, until } = plateTimes(plate);
  const held = `loop=loop=${plate.frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),fps=${FRAME_RATE}`;
  const fades = `fade=t=in:start_frame=${at}:nb_frames=${comes}:alpha=1,fade=t=out:start_frame=${until - goes}:nb_frames=${goes}:alpha=1`;
  const picture: OverPicture = {
    ...{ path, unit: 1, filters: `,${held},${fades}`, shown: [at, until] },
    x: (scale) => `${NAMES.left * scale}-${NAMES_WAY * scale}*pow(1-clip((n-${at})/${comes},0,1),3)`,
    y: frame.drawn.height - NAMES.bottom - height,
  };
  return [picture, ...captions];
}

interface OverlayInput {
  clip: SegmentFiles;
  part: Pick<Overlaid, 'from' | 'frames'>;
  pictures: readonly OverPicture[];
  files: SegmentFiles;
  frame: FilmFrame;
  names: readonly RenditionName[];
}

/** Each rendition from its own, so that the second is not scaled from the first. */
function overlayArgs({ clip, part: { from, frames }, pictures, files, frame, names }: OverlayInput): string[] {
  const over = (name: RenditionName, input: number) => {
    const streams = pictures.map((_, index) => `p${name}-${index}`);
    return [
      `[${input}:v]trim=end_frame=${frames},setpts=N/(${FRAME_RATE}*TB)[clip${name}]`,
      ...layOver(frame.renditions[name], frame, pictures, { from: `clip${name}`, to: `laid${name}`, streams }),
      `[laid${name}]${NORMALISE_FILTER}[v${name}]`,
    ];
  };
  const copies = (index: number) => names.map((name) => `[p${name}-${index}]`).join('');
  const split = pictures.map((_, index) => `[${index + names.length}:v]split=${names.length}${copies(index)}`);
  const graph = [...split, ...names.flatMap(over)].join(';');
  // Just before the first frame, also where the file's sound begins 21 ms before its pictures.
  const seek = from === 0 ? [] : ['-ss', ((from - 0.2) / FRAME_RATE).toFixed(5)];
  // A part may be the first of a clip, or its last.
  const keys = `expr:not(mod(n,${GOP_FRAMES}))+eq(n,${CUT_FRAMES})+eq(n,${frames - CUT_FRAMES})`;
  const output = (name: RenditionName) => [
    ...['-map', `[v${name}]`, '-frames:v', String(frames), ...segmentVideoArgs(frame.renditions[name])],
    ...['-force_key_frames', keys, files[`video${name}`]],
  ];
  return [
    ...['-y', ...GRAPH_THREADS, ...names.flatMap((name) => [...seek, '-threads', '1', '-i', clip[`video${name}`]])],
    ...pictures.flatMap(({ path }) => ['-i', path]),
    ...['-filter_complex', graph, ...names.flatMap(output)],
  ];
}
