import sharp from 'sharp';
import type { Words } from '../../../platform/draw/lettering.ts';
import type { MovingLayer } from '../../../platform/ffmpeg/encode-layers.ts';
import { drawClosing, drawOpening, type OpeningLines, type PlacedLine } from './draw-lines.ts';
import { drawText } from './draw-text.ts';
import { type Design, type Look, type Piece, type Stage, svgOf, whole } from './scene.ts';

/** A card as layers over its ground, and as still pictures of the stage (RGB, 8 bit), one for each page. */
export interface DrawnCard {
  ground: Buffer;
  layers: MovingLayer[];
  stills(): Promise<Buffer[]>;
}

/** Artwork with the type and colours of a theme. */
export interface Artwork {
  design: Design;
  look: Look;
}

/** The opening of a film. */
export async function drawOpeningCard(art: Artwork, lines: OpeningLines, stage: Stage): Promise<DrawnCard> {
  const { design, look } = art;
  const { pieces, text } = design.intro(look, stage);
  const drawn = await drawOpening(inCase(design, lines), look, text);
  return cardOf(
    art,
    pieces,
    drawn.map((line, index) => arriving(design, line, index)),
    [],
    stage,
  );
}

/** The closing of a film: a title and pages of names. The layers show the first page. */
export async function drawClosingCard(
  art: Artwork,
  lead: string,
  pages: readonly Words[],
  stage: Stage,
): Promise<DrawnCard> {
  const { design, look } = art;
  const { pieces, text } = design.outro(look, stage);
  const drawn = await drawClosing(inCase(design, lead), pages, look, text);
  const [first, ...others] = drawn.pages;
  const layers = [arriving(design, drawn.lead, 0), ...(first ? [arriving(design, first, 1)] : [])];
  const card = await cardOf(
    art,
    pieces,
    layers,
    others.map((page) => [drawn.lead, page]),
    stage,
  );
  return { ...card, layers: card.layers.map(hurried) };
}

/** A text card: words that appear line by line within `moves` frames, and the name of who wrote them. */
export async function drawTextCard(
  art: Artwork,
  words: { text: string; name: string },
  moves: number,
  stage: Stage,
): Promise<DrawnCard> {
  const { design, look } = art;
  const { pieces, text } = design.outro(look, stage);
  const lines = await drawText(words, look, text);
  const gap = Math.min(TEXT_GAP, (moves - design.pace.takes - TEXT_START) / lines.length);
  const layers = lines.map((line, index) => {
    const at = Math.round(TEXT_START + index * gap);
    return { ...line, enters: { at, takes: design.pace.takes, dy: Math.min(24, design.pace.rise) } };
  });
  const card = await cardOf(art, pieces, layers, [], stage);
  return { ...card, layers: card.layers.map((layer, index) => (index < pieces.length ? hurried(layer) : layer)) };
}

/** Frames before the first line of a text card, and at most between lines. */
const TEXT_START = 12;
const TEXT_GAP = 12;

/** Frames after which nothing moves on a closing card. */
export const CLOSING_MOVES = 60;

/** Makes a layer arrive within `CLOSING_MOVES`. */
function hurried(layer: MovingLayer): MovingLayer {
  const { enters } = layer;
  if (!enters) return layer;
  const at = Math.min(Math.round(enters.at * 0.6), CLOSING_MOVES - 12);
  return { ...layer, enters: { ...enters, at, takes: Math.min(enters.takes, CLOSING_MOVES - 2 - at) } };
}

function inCase<T>(design: Design, text: T): T {
  if (!design.isUpperCase) return text;
  return JSON.parse(JSON.stringify(text).replace(/\p{Ll}+/gu, (small) => small.toUpperCase())) as T;
}

function arriving({ pace }: Design, line: PlacedLine, index: number): MovingLayer {
  const { start, gap, takes, rise } = pace;
  return { ...line, enters: { at: start + index * gap, takes, dy: rise } };
}

async function cardOf(
  { design, look }: Artwork,
  pieces: readonly Piece[],
  first: MovingLayer[],
  others: readonly PlacedLine[][],
  stage: Stage,
): Promise<DrawnCard> {
  const ground = await sharp(Buffer.from(svgOf(whole(stage), design.ground(look, stage))))
    .removeAlpha()
    .raw()
    .toBuffer();
  const art = await Promise.all(pieces.map(drawPiece));
  return {
    ground,
    layers: [...art, ...first],
    async stills() {
      const backdrop = await flatten(ground, await Promise.all(pieces.map((piece) => atRest(piece, stage))), stage);
      return Promise.all([first, ...others].map((lines) => flatten(backdrop, lines, stage)));
    },
  };
}

async function drawPiece({ box, svg, enters }: Piece): Promise<MovingLayer> {
  const png = await sharp(Buffer.from(svgOf(box, svg)))
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, left: box.left, top: box.top, enters };
}

/** The part of a piece that is on the stage. */
async function atRest({ box, svg }: Piece, stage: Stage): Promise<PlacedLine> {
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
  const width = Math.min(stage.width, box.left + box.width) - left;
  const height = Math.min(stage.height, box.top + box.height) - top;
  const png = await sharp(Buffer.from(svgOf({ left, top, width, height }, svg)))
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, left, top };
}

async function flatten(ground: Buffer, layers: readonly PlacedLine[], { width, height }: Stage): Promise<Buffer> {
  return sharp(ground, { raw: { width, height, channels: 3 } })
    .composite(layers.map(({ png, left, top }) => ({ input: png, left, top })))
    .removeAlpha()
    .raw()
    .toBuffer();
}
