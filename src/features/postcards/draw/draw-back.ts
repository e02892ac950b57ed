import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { FaceName } from '../../../platform/draw/faces.ts';
import { fitLettering } from '../../../platform/draw/lettering.ts';
import { qrSquareOf } from '../../../platform/qr-code.ts';
import { CARD, type Hand } from '../../../shared/postcards.ts';
import { paletteOf } from '../../../shared/print-palettes.ts';
import { ADDRESS, CODE, CODE_WORDS, MIDDLE, STAMP, WORDS } from './back-places.ts';
import type { Box } from './frames.ts';
import { svgOf, type Template } from './templates.service.ts';

export interface BackContent {
  message: string;
  from: string;
  hand: Hand;
  /** What the code opens. */
  url: string;
  /** Lines of the address; empty to leave its place to a printer, with that of the stamp. */
  address: readonly string[];
  hasStamp: boolean;
}

const FACE_OF: Readonly<Record<Hand, FaceName>> = {
  pen: 'hand',
  script: 'script',
  letterpress: 'serif',
  typewriter: 'typewriter',
};
/** Type of the message in pixels: 15 to 6 points. */
const SIZES = [64, 60, 56, 52, 48, 45, 42, 39, 36, 33, 30, 27, 25];
const ADDRESS_SIZES = [46, 42, 38, 34, 30];
/** The code without its quiet zone: 0.8 inch. */
const CODE_SIDE = 0.8 * CARD.dotsPerInch;

/** The back of a card, 1875 x 1275 pixels with bleed. */
export async function drawBack({ occasion }: Template, content: BackContent): Promise<Sharp> {
  const { paper, ink, bits } = paletteOf(occasion);
  const { message, from, hand, url, address, hasStamp } = content;
  const face = FACE_OF[hand];
  const text = [message, from].filter(Boolean).join('\n');
  const [words, code, label, lines] = await Promise.all([
    lettered(text, WORDS, { sizes: SIZES, colour: ink, face }),
    qrSquareOf(url, CODE_SIDE),
    lettered('Your film\nis in here', CODE_WORDS, { sizes: [52], colour: ink, face }),
    lettered(address.join('\n'), ADDRESS, { sizes: ADDRESS_SIZES, colour: ink, face: 'serif' }),
  ]);
  const codeTop = CODE.y + CODE.height - code.side;
  const layers: OverlayOptions[] = [
    { input: Buffer.from(svgOf(rule(bits[0]) + (hasStamp ? stampPlace(bits[0]) : ''))), left: 0, top: 0 },
    { input: words.png, left: WORDS.x, top: WORDS.y },
    { input: code.png, left: CODE.x, top: codeTop },
    { input: label.png, left: CODE.x + code.side + 20, top: Math.round(codeTop + (code.side - label.height) / 2) },
    { input: lines.png, left: ADDRESS.x, top: Math.round(ADDRESS.y + (ADDRESS.height - lines.height) / 2) },
  ];
  return sharp({ create: { width: CARD.width, height: CARD.height, channels: 3, background: paper } }).composite(
    layers,
  );
}

function lettered(
  text: string,
  { width, height }: Box,
  type: { sizes: readonly number[]; colour: string; face: FaceName },
) {
  return fitLettering({ text, width, height, align: 'left', ...type });
}

function rule(colour: string): string {
  return `<path d="M${MIDDLE} 110V1165" stroke="${colour}" stroke-width="3"/>`;
}

function stampPlace(colour: string): string {
  const { x, y, width, height } = STAMP;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${colour}" stroke-width="3" stroke-dasharray="14 12"/>`;
}
