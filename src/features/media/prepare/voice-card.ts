import sharp from 'sharp';
import { DRAWN_SIZE } from '../../../platform/ffmpeg/segment-format.ts';
import { CORAL, centred, drawName, ground, INK, MARIGOLD, PAPER } from './cards.ts';
import type { Box, Size } from './geometry.ts';

/** Bars of a voice message's waveform. */
export const BARS = 96;

/** Of bars that were not heard yet. */
const UNHEARD = '#ecd3c6';
const RING = 10;
/** Width of the playhead, and of its knob. */
const LINE = 6;
export const KNOB = 26;

/** Positions in the middle 1080 lines, without and with the sender's picture. */
const PLAIN = { portrait: null, name: { top: 190, height: 200, size: 84 }, wave: { middle: 620, high: 374 } };
const WITH_PORTRAIT = {
  portrait: { top: 96, side: 330 },
  name: { top: 446, height: 130, size: 68 },
  wave: { middle: 780, high: 290 },
};

export interface VoiceCard {
  /** PNG: the whole card, as it looks when all was heard. */
  heard: Buffer;
  /** RGB, 8 bit, twice as wide as `wave`: the waveform before it is heard, with empty paper beside it. */
  waiting: Buffer;
  /** Where the waveform is, in even pixels. */
  wave: Box;
  /** PNG with alpha, `KNOB` wide and as high as `wave`. */
  playhead: Buffer;
}

interface VoiceWords {
  name: string;
  /** `BARS` levels, 0 to 1. */
  levels: readonly number[];
  /** A square picture of the sender, in any format that we store; null without one. */
  portrait: Buffer | string | null;
}

/** Draws a calm card for a voice message: the sender's picture, their name, and what is said as a waveform. */
export async function drawVoiceCard(
  { name, levels, portrait }: VoiceWords,
  size: Size = DRAWN_SIZE,
): Promise<VoiceCard> {
  const layout = portrait ? WITH_PORTRAIT : PLAIN;
  const at = (line: number) => line + Math.round((size.height - DRAWN_SIZE.height) / 2);
  const wave = waveBox(at(layout.wave.middle), layout.wave.high, size);
  const title = name ? await drawName(name, layout.name.size) : null;
  const edge = `<rect x="0" y="0" width="${size.width}" height="24" fill="${MARIGOLD}"/>`;
  const bars = `<g transform="translate(${wave.x} ${wave.y})">${barsOf(levels, wave, CORAL)}</g>`;
  const heard = await sharp(ground(PAPER, edge + bars, size))
    .composite([
      ...(portrait && layout.portrait ? [await placedPortrait(portrait, layout.portrait, at, size)] : []),
      ...(title ? await centred(title, at(layout.name.top), layout.name.height, size) : []),
    ])
    .png({ compressionLevel: 1 })
    .toBuffer();
  const wide = { width: 2 * wave.width, height: wave.height };
  return {
    heard,
    waiting: await pixels(ground(PAPER, barsOf(levels, wave, UNHEARD), wide)),
    wave,
    playhead: await drawPlayhead(wave),
  };
}

function waveBox(middle: number, high: number, { width }: Size): Box {
  const across = even(width / 8);
  return { x: across, y: even(middle - high / 2), width: width - 2 * across, height: high };
}

function barsOf(levels: readonly number[], { width, height }: Size, colour: string): string {
  const step = width / BARS;
  return Array.from({ length: BARS }, (_, i) => {
    const tall = 14 + Math.round((height - 14) * Math.min(1, Math.max(0, levels[i] ?? 0)));
    const x = (i * step).toFixed(1);
    return `<rect x="${x}" y="${(height - tall) / 2}" width="${(step * 0.56).toFixed(1)}" height="${tall}" rx="4" fill="${colour}"/>`;
  }).join('');
}

async function placedPortrait(
  portrait: Buffer | string,
  { top, side }: { top: number; side: number },
  at: (line: number) => number,
  { width }: Size,
) {
  const inner = side - 2 * RING;
  const circle = (radius: number, colour: string) =>
    `<circle cx="${side / 2}" cy="${side / 2}" r="${radius}" fill="${colour}"/>`;
  const mask = Buffer.from(
    `<svg width="${inner}" height="${inner}"><circle cx="${inner / 2}" cy="${inner / 2}" r="${inner / 2}"/></svg>`,
  );
  const round = await sharp(portrait)
    .resize(inner, inner, { fit: 'cover' })
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer();
  const input = await sharp(Buffer.from(`<svg width="${side}" height="${side}">${circle(side / 2, MARIGOLD)}</svg>`))
    .composite([{ input: round, left: RING, top: RING }])
    .png()
    .toBuffer();
  return { input, left: Math.round((width - side) / 2), top: at(top) };
}

function drawPlayhead({ height }: Size): Promise<Buffer> {
  const x = (KNOB - LINE) / 2;
  const line = `<rect x="${x}" y="${KNOB / 2}" width="${LINE}" height="${height - KNOB / 2}" rx="3" fill="${INK}"/>`;
  const knob = `<circle cx="${KNOB / 2}" cy="${KNOB / 2}" r="${KNOB / 2}" fill="${INK}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${KNOB}" height="${height}">${line}${knob}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function pixels(svg: Buffer): Promise<Buffer> {
  return sharp(svg).removeAlpha().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer();
}

function even(value: number): number {
  return 2 * Math.round(value / 2);
}
