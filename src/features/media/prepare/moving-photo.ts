import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type FilmFrame, unitOf, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { rawPicture, repeatedInput } from '../../../platform/ffmpeg/repeated-picture.ts';
import { runTool } from '../../../platform/ffmpeg/run.ts';
import { GRAPH_THREADS } from '../../../platform/ffmpeg/segment-format.ts';
import { edgesOutput, endingFilters } from './encode-video.ts';
import type { Size } from './geometry.ts';
import type { NameCaption } from './name-caption.ts';
import type { PreparedFiles, PrepareOptions } from './prepared-clip.ts';
import { renditionFilters, renditionOutputs } from './video-graph.ts';

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
 * @param frame path of the frame, in the large rendition's size
 * @param picture size of the photo in its middle
 */
export async function motionOf(
  frame: string,
  picture: Size,
  { pictures }: FilmFrame = WIDE,
): Promise<PhotoMotion | null> {
  if (picture.width / picture.height < Math.min(TALLEST, 0.8 * (pictures.width / pictures.height))) return null;
  const left = Math.max(0, Math.round((pictures.width - picture.width) / 2));
  const top = Math.max(0, Math.round((pictures.height - picture.height) / 2));
  const { width, height } = { width: pictures.width - 2 * left, height: pictures.height - 2 * top };
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
    x: (left + (info.attentionX ?? (width * scale) / 2) / scale) / pictures.width,
    y: (top + (info.attentionY ?? (height * scale) / 2) / scale) / pictures.height,
    comesCloser: createHash('sha256').update(small).digest().readUInt8(0) % 2 === 0,
  };
}

function flatness(grey: Buffer): number {
  let equal = 0;
  for (let at = 1; at < grey.length; at += 1) if (Math.abs((grey[at] ?? 0) - (grey[at - 1] ?? 0)) <= 1) equal += 1;
  return equal / grey.length;
}

export interface MovingPhoto {
  /** Path of the photo as it is laid out, in the frame's size. For `movingPhotoArgs` from `rawPicture`. */
  picture: string;
  motion: PhotoMotion;
  frames: number;
  caption: NameCaption | null;
  files: Pick<PreparedFiles, 'video1080' | 'video720' | 'edgesVideo'>;
  /** Default: `WIDE`. */
  frame?: FilmFrame;
}

/** Encodes both renditions of a moving photo. Throws ToolError. */
export async function encodeMovingPhoto(
  input: MovingPhoto,
  options: Pick<PrepareOptions, 'signal' | 'niceness'> & { onProgress?: (seconds: number) => void },
): Promise<void> {
  const { pictures } = input.frame ?? WIDE;
  const picture = await rawPicture(input.picture, pictures, input.picture, options);
  await runTool('ffmpeg', movingPhotoArgs({ ...input, picture }), {
    timeLimit: 300_000 * unitOf(input.frame ?? WIDE) ** 2,
    ...options,
  });
}

/** Arguments for ffmpeg. */
export function movingPhotoArgs({ picture, motion, frames, caption, files, frame = WIDE }: MovingPhoto): string[] {
  const graph = [
    `[0:v]setsar=1,trim=end_frame=${frames},${zoomFilter(motion, frames)}[framed]`,
    ...endingFilters(caption, frames, frame),
    ...renditionFilters('edged', 'v', frame),
  ].join(';');
  return [
    ...[
      '-y',
      ...GRAPH_THREADS,
      ...repeatedInput(picture, frame.pictures),
      ...(caption ? ['-i', caption.path] : []),
      '-filter_complex',
      graph,
    ],
    ...renditionOutputs(frames, files, frame),
    ...edgesOutput(frames, files, frame),
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
