import sharp from 'sharp';
import { type DrawnLettering, drawLettering, fitLettering } from '../../../platform/draw/lettering.ts';
import { type IntroWords, namesLine, type OutroWords } from './card-words.ts';
import { paperColours, paperSvg } from './paper.ts';

const WIDTH = 1920;
const HEIGHT = 1080;

/** A card in two layers of 1920x1080: the paper, and the plaque that comes up on it. */
export interface DrawnCard {
  /** PNG without alpha. */
  ground: Buffer;
  /** PNG with alpha. */
  plaque: Buffer;
}

export async function drawIntro(occasion: string, words: IntroWords): Promise<DrawnCard> {
  const { ink, soft } = paperColours(occasion);
  const width = 1080;
  const lines = [
    await fitLettering({ text: words.lead, colour: soft, width, height: 90, sizes: [58, 50, 42, 34] }),
    await fitLettering({
      text: namesLine(words.names),
      colour: ink,
      width,
      height: 330,
      sizes: [210, 180, 150, 128, 108, 92, 78, 66, 56, 48, 40],
    }),
    await fitLettering({ text: words.foot, colour: soft, width, height: 100, sizes: [46, 40, 34, 28] }),
  ];
  return layers(occasion, 290, await plaqueSvg(occasion, await stack(lines, 34, 560), 1260, 460));
}

export async function drawOutro(occasion: string, words: OutroWords): Promise<DrawnCard> {
  const { ink, soft } = paperColours(occasion);
  const lead = await fitLettering({ text: words.lead, colour: soft, width: 1300, height: 90, sizes: [60, 50, 42] });
  const names = await fitNames(words.names, ink);
  return layers(occasion, null, await plaqueSvg(occasion, await stack([lead, names], 48, 820), 1560, 90));
}

const NAME_SIZES = [84, 72, 62, 54, 48, 42, 38, 34];
const NAMES_WIDTH = 1380;
const NAMES_HEIGHT = 680;
/** More letters than this don't fit at any size, and would be too high a picture to draw at the largest. */
const MOST_LETTERS = 1600;

/** All names at the largest size that holds them; where none does, as many as fit and how many more there are. */
async function fitNames(names: readonly string[], colour: string): Promise<DrawnLettering> {
  const box = { colour, width: NAMES_WIDTH, height: NAMES_HEIGHT };
  const smallest = NAME_SIZES.at(-1) as number;
  const fits = (drawn: DrawnLettering) => drawn.height <= NAMES_HEIGHT && drawn.width <= NAMES_WIDTH;
  const most = namesWithin(names, MOST_LETTERS);
  if (most === names.length) {
    const all = await fitLettering({ ...box, text: nameLine(names, most), sizes: NAME_SIZES });
    if (fits(all)) return all;
  }
  let low = 1;
  let high = Math.max(1, Math.min(most, names.length - 1));
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const drawn = await drawLettering({ ...box, text: nameLine(names, middle), size: smallest });
    if (fits(drawn)) low = middle;
    else high = middle - 1;
  }
  return drawLettering({ ...box, text: nameLine(names, low), size: smallest });
}

function namesWithin(names: readonly string[], letters: number): number {
  let sum = 0;
  const tooMany = names.findIndex((name) => {
    sum += name.length + 2;
    return sum > letters;
  });
  return tooMany < 0 ? names.length : tooMany;
}

/** Names that break between people, not within a name, as far as a line is long enough for one. */
export function nameLine(names: readonly string[], shown: number): string {
  const unbroken = names.slice(0, shown).map((name) => name.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011'));
  const rest = names.length - shown;
  if (rest > 0) return `${unbroken.join(', ')} and\u00a0${rest}\u00a0more`;
  const last = unbroken.at(-1) ?? '';
  return unbroken.length < 2 ? last : `${unbroken.slice(0, -1).join(', ')} and\u00a0${last}`;
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

/** Drawn lines one below the other in the middle of the picture, made smaller together if they are too high. */
async function stack(lines: DrawnLettering[], gap: number, highest: number): Promise<Stack> {
  const natural = lines.reduce((sum, line) => sum + line.height, 0) + gap * (lines.length - 1);
  const scale = Math.min(1, (highest - 40) / natural);
  const pieces: Placed[] = [];
  let top = 0;
  for (const line of lines) {
    const width = Math.max(1, Math.min(1480, Math.round(line.width * scale)));
    const height = Math.max(1, Math.round(line.height * (width / line.width)));
    const input =
      width === line.width ? line.png : await sharp(line.png).resize({ width, height, fit: 'fill' }).png().toBuffer();
    pieces.push({ input, left: Math.round((WIDTH - width) / 2), top });
    top += height + Math.round(gap * scale);
  }
  return { pieces, height: top - Math.round(gap * scale) };
}

/** A white tag with cut corners, as large as its words need, reaching down from `top` or, if it is higher, up from the middle. */
async function plaqueSvg(occasion: string, { pieces, height }: Stack, width: number, top: number): Promise<Buffer> {
  const { card } = paperColours(occasion);
  const margin = 72;
  const tall = Math.min(HEIGHT - 80, height + 2 * margin);
  const y = Math.max(40, Math.min(Math.max(top, Math.round((HEIGHT - tall) / 2)), HEIGHT - 50 - tall));
  const x = (WIDTH - width) / 2;
  const cut = 36;
  const outline = `M${x + cut} ${y}H${x + width - cut}L${x + width} ${y + cut}V${y + tall}H${x}V${y + cut}Z`;
  const tag = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><path transform="translate(0 10)" fill="#000" fill-opacity=".13" d="${outline}"/><path fill="${card}" d="${outline}"/></svg>`,
  );
  const first = y + Math.round((tall - height) / 2);
  return sharp(tag)
    .composite(pieces.map((piece) => ({ ...piece, top: piece.top + first })))
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function layers(occasion: string, ribbonAt: number | null, plaque: Buffer): Promise<DrawnCard> {
  const ground = await sharp(paperSvg(occasion, ribbonAt)).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
  return { ground, plaque };
}
