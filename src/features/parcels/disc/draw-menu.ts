import sharp, { type OverlayOptions } from 'sharp';
import { fitLettering } from '../../../platform/draw/lettering.ts';
import type { OccasionType } from '../../../shared/occasions.ts';
import { paletteOf } from '../../../shared/print-palettes.ts';
import { BUTTONS, type Chapter, pictureOf, type Television } from './disc-plan.ts';

/** What a button of the menu does: play it all, a chapter by its number from 1, or another page from 1. */
export type MenuAct = { play: number } | { page: number };

export interface MenuButton {
  words: string;
  act: MenuAct;
  /** Pixels; all even, as subtitles want it. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface MenuPage {
  buttons: MenuButton[];
}

/** Televisions cut off the edges. */
const EDGE = { x: 64, y: 44 } as const;
/** What fits on a button. */
const LETTERS = 24;
const ROW = { height: 36, gap: 6 } as const;

/** Pages of the menu: the film itself and its chapters, some to a page. */
export function menuPages(chapters: readonly Chapter[], television: Television): MenuPage[] {
  const { width, height } = pictureOf(television);
  const count = Math.max(1, Math.ceil(chapters.length / BUTTONS));
  const column = Math.floor((width - 2 * EDGE.x - 24) / 4) * 2;
  const top = Math.round(height * 0.1875) * 2 - ((Math.round(height * 0.1875) * 2) % 2);
  const at = (row: number, side: number) => ({
    x: EDGE.x + side * (column + 24),
    y: top + row * (ROW.height + ROW.gap),
    width: column,
    height: ROW.height,
  });
  return Array.from({ length: count }, (_, page) => {
    const first = page * BUTTONS;
    const shown = chapters.length > 1 ? chapters.slice(first, first + BUTTONS) : [];
    const buttons: MenuButton[] = [{ words: 'Play the film', act: { play: 0 }, ...at(-1, 0) }];
    for (const [index, { title }] of shown.entries()) {
      const words = short(title.trim()) || `Chapter ${first + index + 1}`;
      buttons.push({ words, act: { play: first + index + 1 }, ...at(index >> 1, index & 1) });
    }
    const last = Math.ceil(BUTTONS / 2);
    if (page > 0) buttons.push({ words: 'Back', act: { page }, ...at(last, 0) });
    if (page < count - 1) buttons.push({ words: 'More', act: { page: page + 2 }, ...at(last, 1) });
    return { buttons };
  });
}

/** A name on one line, in letters that a television shows. */
function short(name: string): string {
  const letters = [...name];
  return letters.length > LETTERS
    ? `${letters
        .slice(0, LETTERS - 1)
        .join('')
        .trim()}…`
    : name;
}

interface MenuLook {
  title: string;
  occasion: OccasionType;
  poster: Buffer;
  television: Television;
}

/** The picture of a page. */
export async function drawMenu({ buttons }: MenuPage, { title, occasion, poster, television }: MenuLook) {
  const { width, height } = pictureOf(television);
  const { paper, ink } = paletteOf(occasion);
  const ground = await sharp(poster)
    .resize(width, height, { fit: 'cover' })
    .blur(9)
    .modulate({ brightness: 0.8 })
    .toBuffer();
  const sheet = svg(
    width,
    height,
    `<rect x="${EDGE.x - 28}" y="${EDGE.y - 12}" width="${width - 2 * EDGE.x + 56}" height="${height - 2 * EDGE.y + 24}" fill="${paper}" fill-opacity=".93"/>`,
  );
  const layers: OverlayOptions[] = [{ input: sheet, left: 0, top: 0 }];
  const place = { x: EDGE.x, y: EDGE.y, width: width - 2 * EDGE.x, height: Math.round(height * 0.2) };
  layers.push(...(await words(title, place, { colour: ink, sizes: [52, 44, 38, 32, 26, 22], isLeft: false })));
  for (const button of buttons) {
    const inside = { ...button, x: button.x + 14, width: button.width - 20 };
    layers.push(...(await words(button.words, inside, { colour: ink, sizes: [24, 21, 18, 16, 14, 12], isLeft: true })));
  }
  return sharp(ground).composite(layers).png().toBuffer();
}

/** What lights up around the chosen button: two colours and nothing, as the format allows. */
export function drawLights({ buttons }: MenuPage, television: Television, colour: string): Promise<Buffer> {
  const { width, height } = pictureOf(television);
  const frames = buttons.map(
    ({ x, y, width: w, height: h }) =>
      `<rect x="${x + 2}" y="${y + 2}" width="${w - 4}" height="${h - 4}" fill="none" stroke="${colour}" stroke-width="4" shape-rendering="crispEdges"/>`,
  );
  return sharp(svg(width, height, frames.join('')))
    .png({ palette: true, colours: 4, dither: 0 })
    .toBuffer();
}

interface Look {
  colour: string;
  sizes: number[];
  isLeft: boolean;
}

async function words(
  text: string,
  { x, y, width, height }: Pick<MenuButton, 'x' | 'y' | 'width' | 'height'>,
  { colour, sizes, isLeft }: Look,
): Promise<OverlayOptions[]> {
  if (text.trim() === '') return [];
  const align = isLeft ? ('left' as const) : ('centre' as const);
  const drawn = await fitLettering({ text, width, height, sizes, colour, face: 'serif', align });
  const left = Math.round(isLeft ? x : x + (width - drawn.width) / 2);
  return [{ input: drawn.png, left, top: Math.round(y + (height - drawn.height) / 2) }];
}

function svg(width: number, height: number, content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);
}
