import sharp from 'sharp';
import { type DrawnLettering, fitLettering, fitPages } from '../../../platform/draw/lettering.ts';
import type { FilmFrame } from '../../../platform/ffmpeg/film-frames.ts';
import { DRAWN_SIZE } from '../../../platform/ffmpeg/segment-format.ts';
import { type IntroWords, namesLine, type OutroWords, pagesOfCredits } from './card-words.ts';
import { paperColours, paperSvg } from './paper.ts';

/** A card as pictures (RGB, 8 bit): the empty paper, then each plaque. */
export type DrawnCard = Buffer[];

type Size = FilmFrame['drawn'];

/** The width that is left beside a margin for words, up to `most` pixels. */
function within({ width }: Size, most: number, margin: number): number {
  return Math.min(most, width - 2 * margin);
}

export async function drawIntro(occasion: string, words: IntroWords, size: Size = DRAWN_SIZE): Promise<DrawnCard> {
  const { ink, soft } = paperColours(occasion);
  const width = within(size, 1080, 120);
  // In a wide picture the bow needs the room above.
  const room = size.height - 520;
  const lines = [
    await fitLettering({ text: words.lead, colour: soft, width, height: 90, sizes: [58, 50, 42, 34] }),
    await fitLettering({
      text: namesLine(words.names),
      colour: ink,
      width,
      height: room - 230,
      sizes: [210, 180, 150, 128, 108, 92, 78, 66, 56, 48, 40],
    }),
    await fitLettering({ text: words.foot, colour: soft, width, height: 100, sizes: [46, 40, 34, 28] }),
  ];
  const [ribbon, top] = [Math.round(size.height * RIBBON), Math.round(size.height * PLAQUE)];
  const drawn = await stack(lines, 34, room, size);
  return layers(occasion, ribbon, [plaque(occasion, drawn, within(size, 1260, 60), top, size)], size);
}

/** Where the ribbon lies, and where the plaque of an opening begins: shares of the height. */
const [RIBBON, PLAQUE] = [290 / 1080, 460 / 1080];
const NAMES = { width: 1380, sizes: [84, 72, 62, 54, 48, 44, 40, 36] };

/** Pages of names on the same plaque, so that only the names change. */
export async function drawOutro(occasion: string, words: OutroWords, size: Size = DRAWN_SIZE): Promise<DrawnCard> {
  const { ink, soft } = paperColours(occasion);
  const lead = await fitLettering({
    text: words.lead,
    colour: soft,
    width: within(size, 1300, 120),
    height: 90,
    sizes: [60, 50, 42],
  });
  const drawn = await fitPages(pagesOfCredits(words), {
    ...NAMES,
    width: within(size, NAMES.width, 120),
    height: size.height - 400,
    colour: ink,
  });
  const tallest = Math.max(...drawn.map(({ height }) => height));
  const plaques = await Promise.all(
    drawn.map(async (page) => {
      const lines = await stack([lead, await asTall(page, tallest)], 48, size.height - 260, size);
      return plaque(occasion, lines, within(size, 1560, 60), 90, size);
    }),
  );
  return layers(occasion, null, plaques, size);
}

async function asTall(page: DrawnLettering, height: number): Promise<DrawnLettering> {
  if (page.height >= height) return page;
  const png = await sharp(page.png)
    .extend({ bottom: height - page.height, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  return { ...page, png, height };
}

interface Placed {
  input: Buffer;
  left: number;
  top: number;
}

interface Stack {
  pieces: Placed[];
  height: number;
}

/** Lines stacked in the centre, scaled down together if they are too high. */
async function stack(lines: DrawnLettering[], gap: number, highest: number, size: Size): Promise<Stack> {
  const natural = lines.reduce((sum, line) => sum + line.height, 0) + gap * (lines.length - 1);
  const scale = Math.min(1, (highest - 40) / natural);
  const pieces: Placed[] = [];
  let top = 0;
  for (const line of lines) {
    const width = Math.max(1, Math.min(within(size, 1480, 100), Math.round(line.width * scale)));
    const height = Math.max(1, Math.round(line.height * (width / line.width)));
    const input =
      width === line.width ? line.png : await sharp(line.png).resize({ width, height, fit: 'fill' }).png().toBuffer();
    pieces.push({ input, left: Math.round((size.width - width) / 2), top });
    top += height + Math.round(gap * scale);
  }
  return { pieces, height: top - Math.round(gap * scale) };
}

/** A white tag with cut corners, sized to its text; from `top` down, or centred if it is higher. */
function plaque(occasion: string, { pieces, height }: Stack, width: number, top: number, size: Size): Placed[] {
  const { card } = paperColours(occasion);
  const margin = 72;
  const tall = Math.min(size.height - 80, height + 2 * margin);
  const y = Math.max(40, Math.min(Math.max(top, Math.round((size.height - tall) / 2)), size.height - 50 - tall));
  const x = (size.width - width) / 2;
  const cut = 36;
  const outline = `M${x + cut} ${y}H${x + width - cut}L${x + width} ${y + cut}V${y + tall}H${x}V${y + cut}Z`;
  const tag = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><path transform="translate(0 10)" fill="#000" fill-opacity=".13" d="${outline}"/><path fill="${card}" d="${outline}"/></svg>`,
  );
  const first = y + Math.round((tall - height) / 2);
  return [{ input: tag, left: 0, top: 0 }, ...pieces.map((piece) => ({ ...piece, top: piece.top + first }))];
}

async function layers(occasion: string, ribbonAt: number | null, plaques: Placed[][], size: Size): Promise<DrawnCard> {
  const { data, info } = await sharp(paperSvg(occasion, ribbonAt, size))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const paper = sharp(data, { raw: { width, height, channels } });
  const whole = plaques.map((pieces) => paper.clone().composite(pieces).removeAlpha().raw().toBuffer());
  return [data, ...(await Promise.all(whole))];
}
