import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type FilmFrame, unitOf, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  CUT_FRAMES,
  FRAME_RATE,
  GOP_FRAMES,
  GRAPH_THREADS,
  NORMALISE_FILTER,
  type Rendition,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { drawCaptionPlate, drawNamePlate } from '../../themes/themed-cards.service.ts';
import { writeWavPart } from './cut-sound.ts';
import { plateTimes } from './name-plates.ts';
import type { Overlaid } from './overlaid.ts';
import type { Segment, SegmentFiles } from './timeline.ts';

/** Names: pixels from the edges of a picture of 1080 lines, and how far they move while they come. */
const NAMES = { left: 96, bottom: 84, way: 60 };
/** Captions: pixels above names; shares of the picture's width beside and of its height below them. */
const CAPTIONS = { gap: 26, side: 0.08, bottom: 0.07 };

/** A picture over a part, for a picture of 1080 lines times `unit`. */
interface Picture {
  path: string;
  unit: number;
  /** Filters on it, after it has its size. */
  filters: string;
  /** For a rendition `scale` times as large. */
  x: (scale: number) => string;
  /** Of its top edge. */
  y: number;
  /** First and last frame. */
  shown: readonly [number, number];
}

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
      await runTool('ffmpeg', overlayArgs({ clip, part, pictures, files, frame }), { ...options, timeLimit });
    });
    await writeWavPart(clip.audio, files.audio, { from, frames });
    return { key, frames, files };
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  }
}

async function draw({ plate, names, cues, theme }: Overlaid, temp: string, frame: FilmFrame): Promise<Picture[]> {
  const { drawn } = frame;
  const unit = unitOf(frame);
  const shown = plate ?? names;
  const name = shown && (await fitting(await drawNamePlate(shown.theme, shown.words), frame));
  const pictures: Picture[] = [];
  if (plate && name) {
    const path = join(temp, 'names.png');
    await writeFile(path, name.png);
    const { at, comes, goes, until } = plateTimes(plate);
    const held = `loop=loop=${plate.frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),fps=${FRAME_RATE}`;
    const fades = `fade=t=in:start_frame=${at}:nb_frames=${comes}:alpha=1,fade=t=out:start_frame=${until - goes}:nb_frames=${goes}:alpha=1`;
    pictures.push({
      ...{ path, unit: 1, filters: `,${held},${fades}`, shown: [at, until] },
      x: (scale) => `${NAMES.left * scale}-${NAMES.way * scale}*pow(1-clip((n-${at})/${comes},0,1),3)`,
      y: drawn.height - NAMES.bottom - name.height,
    });
  }
  const width = Math.round(drawn.width * (1 - 2 * CAPTIONS.side));
  for (const [index, { from, to, text, isRaised }] of cues.entries()) {
    const { png, ...box } = await drawCaptionPlate(theme, text, { width: width * unit, unit });
    const path = join(temp, `caption-${index}.png`);
    await writeFile(path, png);
    const bottom =
      isRaised && name ? NAMES.bottom + name.height + CAPTIONS.gap : Math.round(drawn.height * CAPTIONS.bottom);
    pictures.push({
      ...{ path, unit, filters: '', shown: [from, to - 1] },
      x: (scale) => String(Math.round(((drawn.width - box.width / unit) / 2) * scale)),
      y: drawn.height - bottom - box.height / unit,
    });
  }
  return pictures;
}

/** Names that are too wide for a narrow frame are made smaller. */
async function fitting(plate: { png: Buffer; height: number }, { drawn }: FilmFrame) {
  const widest = drawn.width - 2 * NAMES.left;
  const { width } = await sharp(plate.png).metadata();
  if (width <= widest) return plate;
  const { data, info } = await sharp(plate.png).resize({ width: widest }).png().toBuffer({ resolveWithObject: true });
  return { png: data, height: info.height };
}

interface OverlayInput {
  clip: SegmentFiles;
  part: Pick<Overlaid, 'from' | 'frames'>;
  pictures: readonly Picture[];
  files: SegmentFiles;
  frame: FilmFrame;
}

/** Each rendition from its own, so that the second is not scaled from the first. */
function overlayArgs({ clip, part: { from, frames }, pictures, files, frame }: OverlayInput): string[] {
  const { 1080: large, 720: small } = frame.renditions;
  const over = ({ name, width }: Rendition, input: number) => {
    const scale = width / frame.drawn.width;
    const laid = pictures.flatMap(({ unit, filters, x, y, shown: [first, last] }, index) => [
      `[p${name}-${index}]scale=iw*${scale / unit}:ih*${scale / unit}:flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuva420p${filters}[o${name}-${index}]`,
      `[v${name}-${index}][o${name}-${index}]overlay=x='${x(scale)}':y=${Math.round(y * scale)}:format=yuv420:enable='between(n,${first},${last})'[v${name}-${index + 1}]`,
    ]);
    return [
      `[${input}:v]trim=end_frame=${frames},setpts=N/(${FRAME_RATE}*TB)[v${name}-0]`,
      ...laid,
      `[v${name}-${pictures.length}]${NORMALISE_FILTER}[v${name}]`,
    ];
  };
  const split = pictures.map((_, index) => `[${index + 2}:v]split=2[p1080-${index}][p720-${index}]`);
  const graph = [...split, ...over(large, 0), ...over(small, 1)].join(';');
  // Just before the first frame, also where the file's sound begins 21 ms before its pictures.
  const seek = from === 0 ? [] : ['-ss', ((from - 0.2) / FRAME_RATE).toFixed(5)];
  const input = (path: string) => [...seek, '-threads', '1', '-i', path];
  // A part may be the first of a clip, or its last.
  const keys = `expr:not(mod(n,${GOP_FRAMES}))+eq(n,${CUT_FRAMES})+eq(n,${frames - CUT_FRAMES})`;
  const output = (rendition: Rendition, path: string) => [
    ...['-map', `[v${rendition.name}]`, '-frames:v', String(frames), ...segmentVideoArgs(rendition)],
    ...['-force_key_frames', keys, path],
  ];
  return [
    ...['-y', ...GRAPH_THREADS, ...input(clip.video1080), ...input(clip.video720)],
    ...pictures.flatMap(({ path }) => ['-i', path]),
    ...['-filter_complex', graph, ...output(large, files.video1080), ...output(small, files.video720)],
  ];
}
