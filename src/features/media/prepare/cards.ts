import sharp from 'sharp';
import { drawLettering, fitLettering } from '../../../platform/draw/lettering.ts';

const WIDTH = 1920;
const HEIGHT = 1080;
const INK = '#3a1a30';
const MARIGOLD = '#f6bd4e';
const CORAL = '#ef6a4c';
const PAPER = '#fbf5ee';
/** For quiet occasions. */
const MIST = '#c3ccbf';
const SLATE = '#8d8797';
/** Bars of a voice message's waveform. */
export const BARS = 96;

/**
 * Draws text with the sender's name on a marigold card (PNG, 1080p), or on plain paper for quiet occasions. Text is
 * drawn literally.
 */
export async function drawTextCard(text: string, name: string, target: string, isQuiet = false): Promise<void> {
  const words = await fitLettering({
    text: text.trim(),
    colour: INK,
    width: 1480,
    height: name ? 720 : 800,
    sizes: [112, 96, 84, 72, 64, 56, 50, 44, 40, 36, 32, 28],
    align: 'centre',
  });
  const room = { top: 120, height: name ? 740 : 840 };
  const signature = name ? await drawName(name, 46) : null;
  await sharp(isQuiet ? ground(MIST, sheet(PAPER, SLATE)) : ground(MARIGOLD, textCardPrint()))
    .composite([
      ...(await centred(words, room.top, room.height)),
      ...(signature ? await centred(signature, 880, 80) : []),
    ])
    .png({ compressionLevel: 1 })
    .toFile(target);
}

/** Draws a calm card for a voice message (PNG, 1080p): name and waveform (`BARS` levels, 0 to 1). */
export async function drawVoiceCard(name: string, levels: number[], target: string): Promise<void> {
  const title = name ? await drawName(name, 84) : null;
  await sharp(ground(PAPER, waveform(levels)))
    .composite(title ? await centred(title, 190, 200) : [])
    .png({ compressionLevel: 1 })
    .toFile(target);
}

async function drawName(name: string, size: number) {
  return drawLettering({ text: name.replace(/\s+/g, ' ').trim(), size, colour: INK });
}

/** Centres a drawing in a band, scaled down if it is too large. */
async function centred(drawn: { png: Buffer; width: number; height: number }, top: number, height: number) {
  const scale = Math.min(1, 1600 / drawn.width, height / drawn.height);
  const width = Math.max(1, Math.floor(drawn.width * scale));
  const tall = Math.max(1, Math.floor(drawn.height * scale));
  const input =
    scale < 1 ? await sharp(drawn.png).resize({ width, height: tall, fit: 'fill' }).png().toBuffer() : drawn.png;
  return [{ input, left: Math.round((WIDTH - width) / 2), top: Math.round(top + (height - tall) / 2) }];
}

function ground(colour: string, drawing: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">` +
      `<rect width="${WIDTH}" height="${HEIGHT}" fill="${colour}"/>${drawing}</svg>`,
  );
}

/** Lighter paper with a margin of confetti, like the product's wrapping. */
function textCardPrint(): string {
  const pieces: string[] = [];
  for (let i = 0; i < 64; i++) {
    const x = (i * 397) % WIDTH;
    const y = (i * 233 + (i % 5) * 71) % HEIGHT;
    const turn = (i * 53) % 180;
    const fill = [CORAL, PAPER, '#8fd6b4', '#93c5ea'][i % 4];
    pieces.push(
      `<rect x="${x}" y="${y}" width="26" height="12" rx="3" fill="${fill}" transform="rotate(${turn} ${x} ${y})"/>`,
    );
  }
  return `<g opacity="0.75">${pieces.join('')}</g>${sheet('#f9cc6f', CORAL)}`;
}

function sheet(colour: string, edge: string): string {
  return (
    `<rect x="130" y="84" width="${WIDTH - 260}" height="${HEIGHT - 168}" rx="14" fill="${colour}"/>` +
    `<rect x="130" y="84" width="${WIDTH - 260}" height="10" fill="${edge}"/>`
  );
}

function waveform(levels: number[]): string {
  const left = 240;
  const step = (WIDTH - 2 * left) / BARS;
  const middle = 620;
  const bars = Array.from({ length: BARS }, (_, i) => {
    const tall = 14 + Math.round(360 * Math.min(1, Math.max(0, levels[i] ?? 0)));
    const x = (left + i * step).toFixed(1);
    return `<rect x="${x}" y="${middle - tall / 2}" width="${(step * 0.56).toFixed(1)}" height="${tall}" rx="4" fill="${CORAL}"/>`;
  });
  return `<rect x="0" y="0" width="${WIDTH}" height="24" fill="${MARIGOLD}"/>${bars.join('')}`;
}
