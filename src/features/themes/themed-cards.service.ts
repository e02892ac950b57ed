import { join } from 'node:path';
import { FACES } from '../../platform/draw/faces.ts';
import type { Words } from '../../platform/draw/lettering.ts';
import { encodeLayers, joinSegments } from '../../platform/ffmpeg/encode-layers.ts';
import { encodeStill } from '../../platform/ffmpeg/encode-still.ts';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import { edgeFrames } from '../../platform/ffmpeg/segment-format.ts';
import { drawCaption } from './design/draw-caption.ts';
import { type Artwork, CLOSING_MOVES, drawClosingCard, drawOpeningCard } from './design/draw-card.ts';
import type { OpeningLines } from './design/draw-lines.ts';
import { FACE_SCALE } from './design/draw-lines.ts';
import { drawPlate, PLATE_SIZE } from './design/draw-plate.ts';
import { plain } from './design/plain-design.ts';
import type { CollageScene } from './themed-collages.service.ts';

/** What a film needs of its theme. */
export interface FilmTheme {
  /** Changes whenever cards in this theme would look different. */
  mark: string;
  intro: Artwork;
  outro: Artwork;
  /** Scenes after the opening in which several clips are seen at once; each takes the next clips. */
  collages: CollageScene[];
}

/** How names over clips look: in the theme, or plain without one. */
function plateArtwork(theme: FilmTheme | null): Artwork {
  return theme?.intro ?? { design: plain, look: plain.look };
}

/** Changes whenever names over clips would look different in another theme. */
export function plateMark(theme: FilmTheme | null): string {
  const { design, look } = plateArtwork(theme);
  return [look.smallFace, look.ink, look.box, design.accent].join(' ');
}

/** The same as text that a page draws; `size` in pixels of a picture 1080 high. */
export function plateLook(theme: FilmTheme | null): {
  font: string;
  size: number;
  ink: string;
  box: string;
  accent: string;
} {
  const { design, look } = plateArtwork(theme);
  const face = look.smallFace;
  const size = Math.round(PLATE_SIZE * FACE_SCALE[face]);
  return { font: FACES[face].css, size, ink: look.ink, box: look.box, accent: design.accent };
}

/** Names on a plate, as PNG with alpha for a picture of 1920x1080. */
export function drawNamePlate(theme: FilmTheme | null, names: Words): Promise<{ png: Buffer; height: number }> {
  return drawPlate(plateArtwork(theme), names);
}

/** Changes whenever captions in the picture would look different in another theme. */
export function captionMark(theme: FilmTheme | null): string {
  const { look } = plateArtwork(theme);
  return [look.smallFace, look.ink, look.box].join(' ');
}

/** What is said, as PNG with alpha; see `drawCaption`. */
export function drawCaptionPlate(
  theme: FilmTheme | null,
  text: string,
  { width, unit }: { width: number; unit: number },
): Promise<{ png: Buffer; width: number; height: number }> {
  return drawCaption(plateArtwork(theme).look, text, width, unit);
}

interface CardFiles {
  video1080: string;
  video720: string;
  audio: string;
  /** Pictures of the edges, for transitions. */
  edgesVideo: string;
}

interface MakeOptions {
  files: CardFiles;
  /** A folder of the caller, who removes it. */
  temp: string;
  signal?: AbortSignal | undefined;
  /** Default: `WIDE`. */
  frame?: FilmFrame;
}

/** Renders an opening in which everything arrives in turn. Throws ToolError. */
export async function makeOpening(
  artwork: Artwork,
  lines: OpeningLines,
  frames: number,
  { files, temp, signal, frame = WIDE }: MakeOptions,
): Promise<void> {
  const { ground, layers } = await drawOpeningCard(artwork, lines, frame.drawn);
  const edge = edgeFrames(frames);
  await encodeLayers(
    { ground, layers, frames, fadeIn: edge, fadeOut: edge, files, audioFrames: frames, temp, frame },
    signal ? { signal } : {},
  );
}

/** A page of names and how long it stands, in frames; the first at least `CLOSING_MOVES`. */
export interface ClosingPage {
  names: Words;
  frames: number;
}

/** How pages follow each other, in frames. */
interface ClosingPace {
  turn: number;
  fadeOut: number;
}

/** Renders a closing: it arrives, then pages of names follow each other. Throws ToolError. */
export async function makeClosing(
  artwork: Artwork,
  { lead, pages }: { lead: string; pages: readonly ClosingPage[] },
  { turn, fadeOut }: ClosingPace,
  { files, temp, signal, frame = WIDE }: MakeOptions,
): Promise<void> {
  const options = signal ? { signal } : {};
  const card = await drawClosingCard(
    artwork,
    lead,
    pages.map(({ names }) => names),
    frame.drawn,
  );
  const total = pages.reduce((sum, { frames }) => sum + frames, 0);
  // A closing is the last part of a film, so only its head is ever replaced.
  const arriving = { ...filesIn(temp, 'arriving'), audio: files.audio, edgesVideo: files.edgesVideo };
  const edge = edgeFrames(total);
  await encodeLayers(
    { ...card, frames: CLOSING_MOVES, fadeIn: edge, fadeOut: 0, files: arriving, audioFrames: total, temp, frame },
    options,
  );
  let at = -CLOSING_MOVES;
  const changes = pages.slice(0, -1).map(({ frames }, index) => {
    at += frames;
    return { at, takes: turn, to: index + 1 };
  });
  const { video1080, video720 } = filesIn(temp, 'standing');
  const script = { frames: total - CLOSING_MOVES, changes, fadeIn: 0, fadeOut };
  await encodeStill({ pictures: await card.stills(), script, files: { video1080, video720 }, temp, frame }, options);
  const parts = [
    { ...arriving, frames: CLOSING_MOVES },
    { video1080, video720, frames: script.frames },
  ];
  await joinSegments(parts, files, temp, options);
}

function filesIn(folder: string, name: string): Pick<CardFiles, 'video1080' | 'video720'> {
  return { video1080: join(folder, `${name}-1080.mp4`), video720: join(folder, `${name}-720.mp4`) };
}
