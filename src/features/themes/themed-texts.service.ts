import { join } from 'node:path';
import { encodeLayers, joinEdges, joinSegments } from '../../platform/ffmpeg/encode-layers.ts';
import { encodeStill } from '../../platform/ffmpeg/encode-still.ts';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import { edgeFrames, GOP_FRAMES } from '../../platform/ffmpeg/segment-format.ts';
import { type Artwork, drawTextCard } from './design/draw-card.ts';

/** Words of a contributor and their name. */
export interface TextWords {
  text: string;
  name: string;
}

/** Frames in which the lines arrive, in whole GOPs. */
const ARRIVING = 3 * GOP_FRAMES;
/** With less left, the card is encoded whole. */
const LEAST_STANDING = 2 * GOP_FRAMES;

/**
 * Renders a contributor's words in a theme, silent: its lines arrive one after the other, then the card stands, which
 * costs nothing more. Throws ToolError.
 */
export async function makeTextCard(
  artwork: Artwork,
  words: TextWords,
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
  const options = signal ? { signal } : {};
  const edge = edgeFrames(frames);
  const standing = frames - ARRIVING;
  const isWhole = standing < LEAST_STANDING;
  const { ground, layers, stills } = await drawTextCard(
    artwork,
    words,
    Math.min(ARRIVING, frames - edge - 12),
    frame.drawn,
  );
  const scene = { ground, layers, fadeIn: edge, audioFrames: frames, temp, frame };
  if (isWhole) {
    await encodeLayers({ ...scene, frames, fadeOut: edge, files }, options);
    return;
  }
  const parts = {
    arriving: partIn(temp, 'arriving'),
    standing: partIn(temp, 'standing'),
  };
  const first = { ...parts.arriving, audio: files.audio };
  await encodeLayers({ ...scene, frames: ARRIVING, fadeOut: 0, files: first }, options);
  const script = { frames: standing, changes: [], fadeIn: 0, fadeOut: edge };
  await encodeStill({ pictures: await stills(), script, files: parts.standing, temp, frame }, options);
  await joinSegments(
    [
      { ...parts.arriving, frames: ARRIVING },
      { ...parts.standing, frames: standing },
    ],
    files,
    temp,
    options,
  );
  await joinEdges([parts.arriving.edgesVideo, parts.standing.edgesVideo], files.edgesVideo, options);
}

/** The card once all of its lines have arrived, as pixels: RGB, 8 bit, 1920x1080. */
export async function standingTextCard(artwork: Artwork, words: TextWords): Promise<Buffer> {
  const { stills } = await drawTextCard(artwork, words, ARRIVING, WIDE.drawn);
  const [picture] = await stills();
  if (!picture) throw new Error('a text card has one page');
  return picture;
}

function partIn(folder: string, name: string): { video1080: string; video720: string; edgesVideo: string } {
  return {
    video1080: join(folder, `${name}-1080.mp4`),
    video720: join(folder, `${name}-720.mp4`),
    edgesVideo: join(folder, `${name}-edges.mp4`),
  };
}
