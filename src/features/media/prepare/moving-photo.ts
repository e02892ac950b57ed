import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import {
  DRAWN_SIZE,
  FRAME_RATE,
  GRAPH_THREADS,
  keyFrameArgs,
  RENDITIONS,
  segmentVideoArgs,
} from '../../../platform/ffmpeg/segment-format.ts';
import { edgesOutput, endingFilters } from './encode-video.ts';
import type { Size } from './geometry.ts';
import type { NameCaption } from './name-caption.ts';
import type { PreparedFiles, PrepareOptions } from './prepared-clip.ts';
import { renditionFilters } from './video-graph.ts';

/** A slow zoom towards a point of the frame, or away from it. The whole picture is visible at one end. */
export interface PhotoMotion {
  /** Fractions of the frame. */
  x: number;
  y: number;
  comesCloser: boolean;
}

/** How much closer the picture is at one end. */
const CLOSEST = 1.08;
/** Width / height below which pictures stay still: closer, faces at the top would leave the frame. */
const TALLEST = 0.65;
/** Share of equal neighbouring pixels from which a picture is text or a drawing, which is read rather than looked at. */
const FLAT = 0.7;
const LOOKED_AT = 270;

/**
 * The motion of a photo, the same for the same pixels; null for pictures that are better left still.
 * @param frame path of the 1080p frame
 * @param picture size of the photo in its middle
 */
export async function motionOf(frame: string, picture: Size): Promise<PhotoMotion | null> {
  if (picture.width / picture.height < TALLEST) return null;
  const left = Math.max(0, Math.round((DRAWN_SIZE.width - picture.width) / 2));
  const top = Math.max(0, Math.round((DRAWN_SIZE.height - picture.height) / 2));
  const { width, height } = { width: DRAWN_SIZE.width - 2 * left, height: DRAWN_SIZE.height - 2 * top };
  const shown = sharp(frame).extract({ left, top, width, height });
  const small = await shown.clone().greyscale().resize({ width: 480, kernel: 'nearest' }).raw().toBuffer();
  if (flatness(small) >= FLAT) return null;
  const { info } = await shown
    .resize({ width: LOOKED_AT, height: LOOKED_AT, fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // sharp gives the point in pixels of the scaled picture before it is cropped to a square.
  const scale = LOOKED_AT / Math.min(width, height);
  return {
    x: (left + (info.attentionX ?? (width * scale) / 2) / scale) / DRAWN_SIZE.width,
    y: (top + (info.attentionY ?? (height * scale) / 2) / scale) / DRAWN_SIZE.height,
    comesCloser: createHash('sha256').update(small).digest().readUInt8(0) % 2 === 0,
  };
}

function flatness(grey: Buffer): number {
  let equal = 0;
  for (let at = 1; at < grey.length; at += 1) if (Math.abs((grey[at] ?? 0) - (grey[at - 1] ?? 0)) <= 1) equal += 1;
  return equal / grey.length;
}

export interface MovingPhoto {
  /** Path of the 1080p frame. */
  frame: string;
  motion: PhotoMotion;
  frames: number;
  caption: NameCaption | null;
  files: Pick<PreparedFiles, 'video1080' | 'video720' | 'edgesVideo'>;
}

/** Encodes both renditions of a moving photo. Throws ToolError. */
export async function encodeMovingPhoto(
  input: MovingPhoto,
  options: Pick<PrepareOptions, 'signal' | 'niceness'> & { onProgress?: (seconds: number) => void },
): Promise<void> {
  await runTool('ffmpeg', movingPhotoArgs(input), { timeLimit: 300_000, ...options });
}

/** Arguments for ffmpeg. */
export function movingPhotoArgs({ frame, motion, frames, caption, files }: MovingPhoto): string[] {
  const { width, height } = DRAWN_SIZE;
  const keys = keyFrameArgs(frames);
  const graph = [
    `[0:v]scale=${width}:${height}:out_color_matrix=bt709:out_range=tv,format=yuv420p,` +
      `loop=loop=${frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),fps=${FRAME_RATE},` +
      `${zoomFilter(motion, frames)}[framed]`,
    ...endingFilters(caption, frames),
    ...renditionFilters('edged'),
  ].join(';');
  return [
    ...['-y', ...GRAPH_THREADS, '-i', frame, ...(caption ? ['-i', caption.path] : []), '-filter_complex', graph],
    ...['-map', '[v1080]', ...segmentVideoArgs(RENDITIONS['1080']), ...keys, files.video1080],
    ...['-map', '[v720]', ...segmentVideoArgs(RENDITIONS['720']), ...keys, files.video720],
    ...edgesOutput(frames, files),
  ];
}

/** `zoompan` moves by whole pixels, which trembles; `perspective` interpolates. It counts frames from 1. */
function zoomFilter({ x, y, comesCloser }: PhotoMotion, frames: number): string {
  const share = `(1-cos(PI*min(on/${frames},1)))/2`;
  const closer = `(1-1/(1+${(CLOSEST - 1).toFixed(2)}*${comesCloser ? share : `(1-${share})`}))`;
  const left = `W*${closer}*${x.toFixed(4)}`;
  const right = `W-W*${closer}*${(1 - x).toFixed(4)}`;
  const top = `H*${closer}*${y.toFixed(4)}`;
  const bottom = `H-H*${closer}*${(1 - y).toFixed(4)}`;
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([across, down], corner) => `x${corner}='${across}':y${corner}='${down}'`);
  return `perspective=${corners.join(':')}:sense=source:interpolation=cubic:eval=frame`;
}
