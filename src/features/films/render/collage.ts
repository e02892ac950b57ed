import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilmFrame, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import {
  CUT_FRAMES,
  DRAWN_SIZE,
  edgeFrames,
  FRAME_RATE,
  PIPELINE_VERSION,
} from '../../../platform/ffmpeg/segment-format.ts';
import { withTempFolder } from '../../../platform/ffmpeg/temp-folder.ts';
import { type CollageScene, collageMark, makeCollage, PRINT_INSET } from '../../themes/themed-collages.service.ts';
import { inFrame, writeSilentEdges } from './cards.ts';
import { type Cell, gridOf } from './collage-grid.ts';
import type { Segment, SegmentFiles } from './timeline.ts';

/** Part of every key. Raise it when collages of the same clips would look different. */
const COLLAGE_VERSION = 1;
/** Clips in a collage; with fewer there is none. */
export const COLLAGE_CLIPS = { least: 2, most: 9 };
/** Grids that a theme's one collage may take, so that up to 27 clips are in it; and the length of each. */
const MOST_GRIDS = 3;
const FRAMES_OF_SEVERAL = 4 * FRAME_RATE;
/** What is left of a clip without its fades must last this long. */
const LEAST_FRAMES = 30;

export interface CollageSource {
  key: string;
  frames: number;
  /** Width / height of its picture. */
  shape: number;
  name: string;
}

/** A collage before it is made. */
export interface Collage<Source extends CollageSource = CollageSource> {
  key: string;
  frames: number;
  scene: CollageScene;
  frame: FilmFrame;
  clips: readonly (Source & { cell: Cell })[];
}

/** The collages of a theme: each scene takes the next clips. None without enough clips. */
export function collagesFor<Source extends CollageSource>(
  scenes: readonly CollageScene[],
  clips: readonly Source[],
  frame: FilmFrame = WIDE,
): Collage<Source>[] {
  let left = clips.filter(({ frames }) => frames >= LEAST_FRAMES + CUT_FRAMES);
  return scenes.flatMap((scene) => {
    const grids = scene.cells ? [left.slice(0, scene.cells.length)] : inGrids(left);
    const shown = grids.filter(({ length }) => length >= COLLAGE_CLIPS.least);
    left = left.slice(shown.reduce((sum, { length }) => sum + length, 0));
    const frames = shown.length > 1 ? Math.min(scene.frames, FRAMES_OF_SEVERAL) : scene.frames;
    return shown.map((each) => collageOf(scene, frames, each, frame));
  });
}

/** As many grids as needed, of similar size. */
function inGrids<T>(clips: readonly T[]): T[][] {
  const shown = clips.slice(0, MOST_GRIDS * COLLAGE_CLIPS.most);
  const count = Math.ceil(shown.length / COLLAGE_CLIPS.most);
  return Array.from({ length: count }, (_, index) =>
    shown.slice(Math.round((index * shown.length) / count), Math.round(((index + 1) * shown.length) / count)),
  );
}

function collageOf<Source extends CollageSource>(
  scene: CollageScene,
  frames: number,
  clips: readonly Source[],
  frame: FilmFrame,
): Collage<Source> {
  const cells = cellsFor(scene, clips, frame);
  // The key of the ordinary collage, whatever the frame: unused ones go together.
  const wide = cellsFor(scene, clips, WIDE);
  const facts = clips.map(({ key, name }, index) => [key, name, wide[index]]);
  const json = JSON.stringify([PIPELINE_VERSION, COLLAGE_VERSION, frames, collageMark(scene.artwork), facts]);
  return {
    key: inFrame(frame, `collage-${createHash('sha256').update(json).digest('hex').slice(0, 32)}`),
    ...{ frames, scene, frame },
    clips: clips.map((clip, index) => ({ ...clip, cell: cells[index] ?? WHOLE })),
  };
}

function cellsFor(scene: CollageScene, clips: readonly CollageSource[], { drawn }: FilmFrame): Cell[] {
  // A theme places its cells in a wide picture.
  const isPlaced = drawn.width > drawn.height && scene.cells?.length === clips.length;
  if (isPlaced && scene.cells) return scene.cells.map(inPixels);
  return gridOf(
    clips.map(({ shape }) => shape),
    PRINT_INSET,
    drawn,
  );
}

const WHOLE: Cell = { left: 0, top: 0, ...DRAWN_SIZE };
/** Smaller cells would have no room for a picture. */
const LEAST_SIDE = 120;

/** A theme's cell, inside the picture. */
function inPixels({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Cell {
  const side = (part: number, whole: number) => Math.max(LEAST_SIDE, 2 * Math.round((part * whole) / 2));
  const size = { width: side(width, DRAWN_SIZE.width), height: side(height, DRAWN_SIZE.height) };
  const place = (part: number, whole: number, own: number) =>
    Math.max(0, Math.min(whole - own, 2 * Math.round((part * whole) / 2)));
  return {
    ...size,
    left: place(x, DRAWN_SIZE.width, size.width),
    top: place(y, DRAWN_SIZE.height, size.height),
  };
}

/**
 * Makes a collage as a segment in `outFolder`, with its edges.
 * @param videos local files of its clips in 720p, which are large enough for cells
 * Leaves no files on failure. Throws ToolError.
 */
export async function makeCollageSegment(
  { key, frames, scene, clips, frame }: Collage,
  videos: readonly string[],
  outFolder: string,
  options: { signal?: AbortSignal } = {},
): Promise<Segment> {
  const files: SegmentFiles = {
    video1080: join(outFolder, 'video-1080.mp4'),
    video720: join(outFolder, 'video-720.mp4'),
    audio: join(outFolder, 'audio.wav'),
  };
  const edges = { video: join(outFolder, 'edges.mp4'), audio: join(outFolder, 'edges.wav') };
  await mkdir(outFolder, { recursive: true });
  try {
    await withTempFolder(outFolder, (temp) =>
      makeCollage(
        scene.artwork,
        clips.map(({ cell, name, shape, frames: all }, index) => ({
          ...{ box: cell, name, shape, video: videos[index] ?? '' },
          // Without the fades at its ends.
          from: CUT_FRAMES,
          until: Math.min(CUT_FRAMES + frames, all - edgeFrames(all) - 1),
        })),
        frames,
        { files: { ...files, edgesVideo: edges.video }, temp, frame, ...options },
      ),
    );
    await writeSilentEdges(edges.audio);
    return { key, frames, files };
  } catch (error) {
    await Promise.all([...Object.values(files), ...Object.values(edges)].map((file) => rm(file, { force: true })));
    throw error;
  }
}
