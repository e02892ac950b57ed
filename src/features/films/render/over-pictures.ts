import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type FilmFrame, unitOf } from '../../../platform/ffmpeg/film-frames.ts';
import type { Rendition } from '../../../platform/ffmpeg/segment-format.ts';
import { drawCaptionPlate, drawNamePlate } from '../../themes/themed-cards.service.ts';
import type { NamePlate } from './name-plates.ts';
import type { SaidAtEdge } from './overlaid.ts';

/** Pixels of names from the edges of a picture of 1080 lines. */
export const NAMES = { left: 96, bottom: 84 };
/** Captions: pixels above names; shares of the picture's width beside and of its height below them. */
const CAPTIONS = { gap: 26, side: 0.08, bottom: 0.07 };

/** A picture over a part of a clip, for a picture of 1080 lines times `unit`. */
export interface OverPicture {
  path: string;
  unit: number;
  /** Filters on it, after it has its size. */
  filters: string;
  /** For a rendition `scale` times as large. */
  x: (scale: number) => string;
  /** Of its top edge. */
  y: number;
  /** First and last frame. */
  shown: readonly [number, number];
}

/** Draws captions into `temp`, as `NAME-0.png` and so on. */
export async function drawCaptions(
  { cues, names, theme }: SaidAtEdge,
  temp: string,
  name: string,
  frame: FilmFrame,
): Promise<OverPicture[]> {
  const { drawn } = frame;
  const unit = unitOf(frame);
  const width = Math.round(drawn.width * (1 - 2 * CAPTIONS.side));
  const plate = names && (await drawNames(names, frame));
  const pictures: OverPicture[] = [];
  for (const [index, { from, to, text, isRaised }] of cues.entries()) {
    const { png, ...box } = await drawCaptionPlate(theme, text, { width: width * unit, unit });
    const path = join(temp, `${name}-${index}.png`);
    await writeFile(path, png);
    const above = isRaised && plate ? NAMES.bottom + plate.height + CAPTIONS.gap : null;
    pictures.push({
      ...{ path, unit, filters: '', shown: [from, to - 1] },
      x: (scale) => String(Math.round(((drawn.width - box.width / unit) / 2) * scale)),
      y: drawn.height - (above ?? Math.round(drawn.height * CAPTIONS.bottom)) - box.height / unit,
    });
  }
  return pictures;
}

/** Names as a picture; smaller where the frame is too narrow for them. */
export async function drawNames(
  { theme, words }: NamePlate,
  { drawn }: FilmFrame,
): Promise<{ png: Buffer; height: number }> {
  const plate = await drawNamePlate(theme, words);
  const widest = drawn.width - 2 * NAMES.left;
  const { width } = await sharp(plate.png).metadata();
  if (width <= widest) return plate;
  const { data, info } = await sharp(plate.png).resize({ width: widest }).png().toBuffer({ resolveWithObject: true });
  return { png: data, height: info.height };
}

/**
 * Filters that lay pictures over a rendition.
 * @param streams labels of the pictures' inputs
 * @param from label of the stream below; every label in between begins with `to`
 */
export function layOver(
  { width }: Pick<Rendition, 'width'>,
  frame: FilmFrame,
  pictures: readonly OverPicture[],
  { from, to, streams }: { from: string; to: string; streams: readonly string[] },
): string[] {
  const scale = width / frame.drawn.width;
  const laid = pictures.flatMap(({ unit, filters, x, y, shown: [first, last] }, index) => {
    const [below, above] = [index === 0 ? from : `${to}-${index}`, `${to}-${index + 1}`];
    return [
      `[${streams[index]}]scale=iw*${scale / unit}:ih*${scale / unit}:flags=bicubic:out_color_matrix=bt709:out_range=tv,format=yuva420p${filters}[${to}-over-${index}]`,
      `[${below}][${to}-over-${index}]overlay=x='${x(scale)}':y=${Math.round(y * scale)}:format=yuv420:enable='between(n,${first},${last})'[${above}]`,
    ];
  });
  return [...laid, `[${pictures.length === 0 ? from : `${to}-${pictures.length}`}]null[${to}]`];
}
