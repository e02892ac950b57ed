import { createHash } from 'node:crypto';
import type { Words } from '../../../platform/draw/lettering.ts';
import { type FilmFrame, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  CUT_FRAMES,
  FRAME_RATE,
  GOP_FRAMES,
  GRAPH_THREADS,
  keyFrameArgs,
  NORMALISE_FILTER,
  PIPELINE_VERSION,
  type Rendition,
  secondsOfFrames,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { drawNamePlate, type FilmTheme, plateMark } from '../../themes/themed-cards.service.ts';
import { CUT_FRAMES, GOP_FRAMES, PIPELINE_VERSION } from '../../../platform/ffmpeg/segment-format.ts';
import { type FilmTheme, plateMark } from '../../themes/themed-cards.service.ts';
import { namesLine } from './card-words.ts';
import { shownName } from './names.ts';

/** Part of every key. Raise it when plates with the same name would look different. */
const PLATE_VERSION = 1;

/** Frames at the beginning of a clip that are made again with its name; the rest of the clip is copied. */
const NAMED_FRAMES = 3 * GOP_FRAMES;
/** In shorter clips a name would be gone before it is read. */
const LEAST_FRAMES = 75;
/** In frames: when the plate is there, after a transition, and how long it comes and goes. */
const SHOWN = { at: CUT_FRAMES + 3, comes: 12, goes: 9 };
/** With more names the plate has the clip's byline. */
const MOST_NAMES = 4;

/** Names over a clip in a theme, before they are drawn. */
export interface NamePlate {
  key: string;
  words: Words;
  theme: FilmTheme | null;
  /** Frames of the clip that it replaces, from the first. */
  frames: number;
}

interface NamedClip {
  key: string;
  frames: number;
  /** All people in it. */
  names: readonly string[];
  /** The same, shortened if there are many. */
  byline: string;
}

/** The names over a clip; null for clips too short to read them, and without names. */
export function namePlate({ key, frames, names, byline }: NamedClip, theme: FilmTheme | null): NamePlate | null {
  const given = names.map((name) => name.trim()).filter((name) => name !== '');
  if (frames < LEAST_FRAMES || given.length === 0) return null;
  const words = given.length > MOST_NAMES ? shownName(byline) : namesLine(given.map(shownName));
  // What is left must be long enough to be cut at its end.
  const replaced = frames < NAMED_FRAMES + 2 * CUT_FRAMES ? frames : NAMED_FRAMES;
  const facts = JSON.stringify([PIPELINE_VERSION, PLATE_VERSION, key, replaced, words, plateMark(theme)]);
  const hash = createHash('sha256').update(facts).digest('hex').slice(0, 35);
  return { key: `name-${hash}`, words, theme, frames: replaced };
}

/** What a plate says, and when it comes and is gone, in seconds of its clip. */
export function plateTimes({ words, frames }: NamePlate): { text: string; from: number; until: number } {
  const pieces = typeof words === 'string' ? [words] : words;
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.unbroken)).join('');
  return { text, from: secondsOfFrames(PLATE.at), until: secondsOfFrames(lastFrame(frames)) };
}

/** Makes the first frames of a clip with a plate over them, as a segment. Leaves no files on failure. Throws ToolError. */
export async function makeNamePlate(
  plate: NamePlate,
  clip: SegmentFiles,
  outFolder: string,
  options: { signal?: AbortSignal } = {},
  frame: FilmFrame = WIDE,
): Promise<Segment> {
  const { key, frames, words, theme } = plate;
  const files: SegmentFiles = {
    video1080: join(outFolder, 'video-1080.mp4'),
    video720: join(outFolder, 'video-720.mp4'),
    audio: join(outFolder, 'audio.wav'),
  };
  await mkdir(outFolder, { recursive: true });
  const picture = join(outFolder, 'plate.png');
  try {
    const { png, height } = await fitting(await drawNamePlate(theme, words), frame);
    await writeFile(picture, png);
    await runTool('ffmpeg', plateArgs({ clip, picture, height, frames, files, frame }), {
      ...options,
      timeLimit: 120_000,
    });
    await writeWavPart(clip.audio, files.audio, { from: 0, frames });
    return { key, frames, files };
  } catch (error) {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
    throw error;
  } finally {
    await rm(picture, { force: true });
  }
}

/** A plate that is too wide for a narrow frame is made smaller. */
async function fitting(plate: { png: Buffer; height: number }, { drawn }: FilmFrame) {
  const widest = drawn.width - 2 * PLACE.left;
  const { width } = await sharp(plate.png).metadata();
  if (width <= widest) return plate;
  const { data, info } = await sharp(plate.png).resize({ width: widest }).png().toBuffer({ resolveWithObject: true });
  return { png: data, height: info.height };
}

interface PlateInput {
  clip: SegmentFiles;
  picture: string;
  /** Of the plate, in pixels. */
  height: number;
  frames: number;
  files: SegmentFiles;
  frame: FilmFrame;
}

/** Each rendition from its own, so that the second is not scaled from the first. */
function plateArgs({ clip, picture, height, frames, files, frame }: PlateInput): string[] {
  // A transition may replace the last frames, and the rest of the clip follows without a plate.
  const until = lastFrame(frames);
  const fades = `fade=t=in:start_frame=${PLATE.at}:nb_frames=${PLATE.comes}:alpha=1,fade=t=out:start_frame=${until - PLATE.goes}:nb_frames=${PLATE.goes}:alpha=1`;
  const held = `loop=loop=${frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),fps=${FRAME_RATE}`;
  const top = frame.drawn.height - PLACE.bottom - height;
  const over = ({ name, width }: Rendition, input: number) => {
    const scale = width / frame.drawn.width;
    const x = `${PLACE.left * scale}-${PLACE.way * scale}*pow(1-clip((n-${PLATE.at})/${PLATE.comes},0,1),3)`;
    const shown = `enable='between(n,${PLATE.at},${until})'`;
    return [
      `[plate${name}]scale=iw*${scale}:ih*${scale}:flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuva420p,${held},${fades}[name${name}]`,
      `[${input}:v]trim=end_frame=${frames},setpts=N/(${FRAME_RATE}*TB)[clip${name}]`,
      `[clip${name}][name${name}]overlay=x='${x}':y=${Math.round(top * scale)}:format=yuv420:${shown},${NORMALISE_FILTER}[v${name}]`,
    ];
  };
  const { 1080: large, 720: small } = frame.renditions;
  const graph = ['[2:v]split=2[plate1080][plate720]', ...over(large, 0), ...over(small, 1)].join(';');
  const input = (path: string) => ['-threads', '1', '-i', path];
  const output = (rendition: Rendition, path: string) => [
    ...['-map', `[v${rendition.name}]`, '-frames:v', String(frames), ...segmentVideoArgs(rendition)],
    ...[...keyFrameArgs(frames), path],
  ];
  return [
    ...['-y', ...GRAPH_THREADS, ...input(clip.video1080), ...input(clip.video720), '-i', picture],
    ...['-filter_complex', graph, ...output(large, files.video1080), ...output(small, files.video720)],
  ];
/** When a plate is seen in the frames that it replaces, in frames. */
export function plateTimes({ frames }: Pick<NamePlate, 'frames'>): typeof SHOWN & { until: number } {
  // A transition may replace the last frames, and the rest of the clip follows without a plate.
  return { ...SHOWN, until: frames === NAMED_FRAMES ? frames - 3 : frames - CUT_FRAMES - 3 };
}

/** The frame of a clip at which its plate is gone. */
function lastFrame(frames: number): number {
  return frames === NAMED_FRAMES ? frames - 3 : frames - CUT_FRAMES - 3;
}
