import { type ClipLayer, encodeLayers } from '../../platform/ffmpeg/encode-layers.ts';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import { edgeFrames } from '../../platform/ffmpeg/segment-format.ts';
import type { Artwork } from './design/draw-card.ts';
import { BORDER, drawCollage, NAME_HEIGHT, type Print } from './design/draw-collage.ts';
import { STAGE } from './design/scene.ts';

/** A scene of a theme in which several clips are seen at once. */
export interface CollageScene {
  /** Places in parts of the picture; null for a grid that follows the pictures. */
  cells: readonly { x: number; y: number; width: number; height: number }[] | null;
  frames: number;
  artwork: Artwork;
}

/** A clip in a collage: where its picture is in the video, in parts of it, and which frames are shown. */
export interface CollageClip extends Print {
  video: string;
  /** Shape of the picture in the video, width / height. */
  shape: number;
  from: number;
  until: number;
}

/** Changes whenever collages in this artwork would look different. */
export function collageMark({ design, look }: Artwork): string {
  return [design.ground(look, STAGE), look.box, look.ink, look.smallFace].join(' ');
}

/** Pixels of a print around its picture, with a name below. */
export const PRINT_INSET = { across: 2 * BORDER, down: BORDER + NAME_HEIGHT };

/** Shape of the videos that clips come in, which are those of an ordinary film. */
const CLIP_SHAPE = 16 / 9;

/** Renders a silent collage in which the clips arrive in turn. Throws ToolError. */
export async function makeCollage(
  artwork: Artwork,
  clips: readonly CollageClip[],
  frames: number,
  {
    files,
    temp,
    signal,
    frame = WIDE,
  }: {
    files: { video1080: string; video720: string; audio: string; edgesVideo: string };
    temp: string;
    signal?: AbortSignal | undefined;
    frame?: FilmFrame;
  },
): Promise<void> {
  const { ground, prints } = await drawCollage(artwork, clips, frame.drawn);
  const layers = prints.flatMap(({ frame, picture, enters }, index) => {
    const clip = clips[index];
    return clip ? [frame, layerOf(clip, picture, enters)] : [frame];
  });
  const edge = edgeFrames(frames);
  await encodeLayers(
    { ground, layers, frames, fadeIn: edge, fadeOut: edge, files, audioFrames: frames, temp, frame },
    signal ? { signal } : {},
  );
}

/** Fills the place with the middle of the picture; upright clips are in the middle of their video. */
function layerOf(
  { video, shape, from, until }: CollageClip,
  picture: { left: number; top: number; width: number; height: number },
  enters: ClipLayer['enters'],
): ClipLayer {
  // A little less, as sizes are rounded and the fill beside a picture must not be seen.
  const own = { width: Math.min(1, (shape / CLIP_SHAPE) * 0.985), height: Math.min(1, (CLIP_SHAPE / shape) * 0.985) };
  const wanted = picture.width / picture.height;
  const width = own.width * Math.min(1, wanted / shape);
  const height = own.height * Math.min(1, shape / wanted);
  return { video, from, until, crop: { width, height }, ...picture, enters };
}
