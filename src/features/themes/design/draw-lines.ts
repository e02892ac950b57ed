import sharp from 'sharp';
import type { FaceName } from '../../../platform/draw/faces.ts';
import { type DrawnLettering, fitLettering, fitPages, type Words } from '../../../platform/draw/lettering.ts';
import type { Box, Look, TextPlace } from './scene.ts';

/** A drawn line at its place on the stage. */
export interface PlacedLine {
  png: Buffer;
  left: number;
  top: number;
}

/** How large a face must be set to look as large as the others. */
export const FACE_SCALE: Readonly<Record<FaceName, number>> = {
  serif: 1,
  hand: 1.45,
  deco: 1,
  italic: 1.12,
  poster: 0.8,
  typewriter: 0.86,
  script: 1.5,
};

/** Sizes of the opening's small lines and of the closing card's title, before `FACE_SCALE`. */
export const SMALL = { lead: 62, foot: 50, closing: 84 };
/** Between lines, before a theme's spacing. */
export const GAP = 44;
/** Largest size of names on a closing card, before `FACE_SCALE`. */
export const CLOSING_SIZE = 84;
/** The small lines take at most these parts of the place's height. */
const SMALL_SHARE = 0.2;

export interface OpeningLines {
  lead: Words;
  names: Words;
  foot: Words;
}

/** Three lines, from the small one above the name to the one below. */
export async function drawOpening(lines: OpeningLines, look: Look, place: TextPlace): Promise<PlacedLine[]> {
  const { box, align } = place;
  const small = (text: Words, size: number) =>
    fitLettering({
      ...{ text, align, colour: look.soft, face: look.smallFace, width: box.width },
      height: Math.round(box.height * SMALL_SHARE),
      sizes: downFrom(size * FACE_SCALE[look.smallFace], 24),
    });
  const [lead, foot] = await Promise.all([small(lines.lead, SMALL.lead), small(lines.foot, SMALL.foot)]);
  const gap = Math.round(GAP * look.spacing);
  const names = await fitLettering({
    ...{ text: breakable(lines.names), align, colour: look.ink, face: look.face, width: box.width },
    height: Math.max(80, box.height - lead.height - foot.height - 2 * gap),
    sizes: downFrom(look.size, 36),
  });
  return placeLines([lead, names, foot], gap, place);
}

/** A name with more letters may be broken between its words, as it would be tiny on one line. */
const LONG_NAME = 14;

function breakable(words: Words): Words {
  if (typeof words === 'string') return words;
  return words.map((piece) =>
    typeof piece !== 'string' && [...piece.unbroken].length > LONG_NAME ? piece.unbroken : piece,
  );
}

/** A title and, for each page, names below it; all pages in one size. */
export async function drawClosing(
  lead: string,
  pages: readonly Words[],
  look: Look,
  place: TextPlace,
): Promise<{ lead: PlacedLine; pages: PlacedLine[] }> {
  const { box, align } = place;
  const title = await fitLettering({
    ...{ text: lead, align, colour: look.soft, face: look.face, width: box.width },
    height: Math.round(box.height * SMALL_SHARE),
    sizes: downFrom(SMALL.closing * FACE_SCALE[look.face], 30),
  });
  const gap = Math.round(GAP * 1.4 * look.spacing);
  const drawn = await fitPages(pages, {
    ...{ align, colour: look.ink, face: look.smallFace, width: box.width },
    height: box.height - title.height - gap,
    sizes: downFrom(CLOSING_SIZE * FACE_SCALE[look.smallFace], 22),
  });
  const tallest = drawn.reduce((most, each) => (each.height > most.height ? each : most), title);
  const [top] = await placeLines([title, tallest], gap, place);
  const placed = await Promise.all(
    drawn.map(async (page) => (await placeLines([title, page], gap, place, tallest.height - page.height))[1]),
  );
  return { lead: top as PlacedLine, pages: placed as PlacedLine[] };
}

/** Sizes to try, each a tenth smaller. */
export function downFrom(size: number, least: number): number[] {
  const sizes: number[] = [];
  for (let each = size; each > least; each *= 0.9) sizes.push(Math.round(each));
  return [...sizes, least];
}

/** Stacks lines in the middle of a place, scaled down together if they are too high, and turns them with it. */
export async function placeLines(
  lines: DrawnLettering[],
  gap: number,
  { box, align, turn = 0 }: TextPlace,
  below = 0,
): Promise<PlacedLine[]> {
  const shown = lines.filter(({ width, height }) => width > 1 || height > 1);
  const natural = lines.reduce((sum, { height }) => sum + height, 0) + gap * (shown.length - 1) + below;
  const scale = Math.min(1, box.height / natural, ...lines.map(({ width }) => box.width / width));
  let top = box.top + (box.height - natural * scale) / 2;
  const placed: PlacedLine[] = [];
  for (const line of lines) {
    const width = Math.max(1, Math.round(line.width * scale));
    const height = Math.max(1, Math.round(line.height * scale));
    const left = align === 'left' ? box.left : box.left + (box.width - width) / 2;
    const png = scale === 1 ? line.png : await sharp(line.png).resize({ width, height, fit: 'fill' }).png().toBuffer();
    placed.push(await turned({ png, width, height }, { left, top }, box, turn));
    top += (line.height + (shown.includes(line) ? gap : 0)) * scale;
  }
  return placed;
}

async function turned(
  line: DrawnLettering,
  at: { left: number; top: number },
  box: Box,
  turn: number,
): Promise<PlacedLine> {
  if (turn === 0) return { png: line.png, left: Math.round(at.left), top: Math.round(at.top) };
  const angle = (turn * Math.PI) / 180;
  const [middleX, middleY] = [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = [at.left + line.width / 2 - middleX, at.top + line.height / 2 - middleY];
  const { data, info } = await sharp(line.png)
    .rotate(turn, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer({ resolveWithObject: true });
  return {
    png: data,
    left: Math.round(middleX + x * Math.cos(angle) - y * Math.sin(angle) - info.width / 2),
    top: Math.round(middleY + x * Math.sin(angle) + y * Math.cos(angle) - info.height / 2),
  };
}
