import { FACES, type FaceName } from '../../../platform/draw/faces.ts';
import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import type { PreviewLine } from '../../../shared/theme-preview.ts';
import type { Artwork } from './draw-card.ts';
import { CLOSING_SIZE, FACE_SCALE, GAP, SMALL } from './draw-lines.ts';
import { STAGE, type TextPlace } from './scene.ts';

/** Width of a letter in parts of the size, on average. */
const ADVANCE: Readonly<Record<FaceName, number>> = {
  serif: 0.55,
  hand: 0.42,
  deco: 0.58,
  italic: 0.48,
  poster: 0.66,
  typewriter: 0.6,
  script: 0.42,
};
const LEADING = 1.15;
/** Ink of one line, and of it above the baseline, in parts of the size. */
const INK = { height: 0.86, above: 0.74 };
const WIDE = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Extended_Pictographic}/u;

interface Fitted {
  lines: string[];
  size: number;
  face: FaceName;
  colour: string;
}

/** The words of an opening as text, close to where the film has them. */
export function previewOpening(art: Artwork, words: { lead: string; names: string; foot: string }): PreviewLine[] {
  const { design, look } = art;
  const { text: place } = design.intro(look, STAGE);
  const small = (text: string, size: number) => ({
    ...fitted(text, look.smallFace, size * FACE_SCALE[look.smallFace], place.box.width, place.box.height * 0.2, 2),
    colour: look.soft,
  });
  const [lead, foot] = [small(words.lead, SMALL.lead), small(words.foot, SMALL.foot)];
  const gap = GAP * look.spacing;
  const room = place.box.height - heightOf(lead) - heightOf(foot) - 2 * gap;
  const names = { ...fitted(words.names, look.face, look.size, place.box.width, room, 4), colour: look.ink };
  return stacked(art, [lead, names, foot], gap, place);
}

/** The words of a closing: its title and the names. */
export function previewClosing(art: Artwork, words: { lead: string; names: string }): PreviewLine[] {
  const { design, look } = art;
  const { text: place } = design.outro(look, STAGE);
  const { width, height } = place.box;
  const title = fitted(words.lead, look.face, SMALL.closing * FACE_SCALE[look.face], width, height * 0.2, 1);
  const lead = { ...title, colour: look.soft };
  const gap = GAP * 1.4 * look.spacing;
  const size = CLOSING_SIZE * FACE_SCALE[look.smallFace];
  const names = fitted(words.names, look.smallFace, size, width, height - heightOf(lead) - gap, 8);
  return stacked(art, [lead, { ...names, colour: look.ink }], gap, place);
}

function fitted(text: string, face: FaceName, most: number, width: number, height: number, lines: number): Fitted {
  let best: Fitted = { lines: [text], size: 0, face, colour: '' };
  for (let count = 1; count <= lines; count++) {
    const wrapped = wrap(text, count);
    const longest = Math.max(...wrapped.map(lengthOf), 1);
    const room = height / (INK.height + (wrapped.length - 1) * LEADING);
    const size = Math.min(most, width / (longest * ADVANCE[face]), room);
    if (size > best.size * 1.05) best = { lines: wrapped, size, face, colour: '' };
  }
  return best;
}

/** Words on lines of similar length. */
function wrap(text: string, count: number): string[] {
  const most = lengthOf(text) / count;
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if (last === '' || lengthOf(longer) <= most * 1.12 || lines.length === count) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function lengthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

function heightOf({ lines, size }: Fitted): number {
  return size * (INK.height + (lines.length - 1) * LEADING);
}

function stacked({ design }: Artwork, blocks: Fitted[], gap: number, { box, align, turn }: TextPlace): PreviewLine[] {
  const { start, gap: step, takes, rise } = design.pace;
  const total = blocks.reduce((sum, block) => sum + heightOf(block), 0) + gap * (blocks.length - 1);
  const isCentred = align === 'centre';
  let top = box.top + (box.height - total) / 2;
  return blocks.flatMap((block, index) => {
    const first = top + block.size * INK.above;
    top += heightOf(block) + gap;
    const enters = { at: (start + index * step) / FRAME_RATE, takes: takes / FRAME_RATE, dx: 0, dy: rise, fades: true };
    return block.lines.map((text, line) => ({
      text,
      x: isCentred ? box.left + box.width / 2 : box.left,
      y: Math.round(first + line * block.size * LEADING),
      size: Math.round(block.size),
      font: FACES[block.face].css,
      colour: block.colour,
      isCentred,
      turn: turn ? `rotate(${turn} ${box.left + box.width / 2} ${box.top + box.height / 2})` : null,
      enters,
    }));
  });
}
