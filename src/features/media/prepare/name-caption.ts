import sharp from 'sharp';
import { drawLettering } from '../../../platform/draw/lettering.ts';
import { type FilmFrame, unitOf, WIDE } from '../../../platform/ffmpeg/film-frames.ts';
import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import type { Change } from '../../../platform/ffmpeg/still-plan.ts';

/** Seconds that a name is shown, including fades. */
export const CAPTION_SECONDS = 3.5;
const FADE_IN = 0.3;
const FADE_OUT = 0.4;
const LEFT = 96;
const BOTTOM = 84;
const WIDEST = 1300;
/** Pixels to the right of a name as wide as that; narrower frames keep the margin on both sides. */
const PLATE = 84;

export interface NameCaption {
  path: string;
  height: number;
}

/** Draws a lower third for a frame: the name on a slip of paper with a coral edge. Null for an empty name. */
export async function drawNameCaption(
  name: string,
  path: string,
  frame: FilmFrame = WIDE,
): Promise<NameCaption | null> {
  const line = name.replace(/\s+/g, ' ').trim();
  if (line === '') return null;
  const drawn = await drawLettering({ text: line, size: 52, colour: '#3a1a30' });
  const widest = Math.min(WIDEST, frame.drawn.width - 2 * LEFT - PLATE);
  const lettering =
    drawn.width > widest
      ? await sharp(drawn.png).resize({ width: widest }).png().toBuffer({ resolveWithObject: true })
      : { data: drawn.png, info: drawn };
  const width = evenUp(lettering.info.width + PLATE);
  const height = evenUp(Math.max(96, lettering.info.height + 44));
  const paper = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="${width}" height="${height}" rx="6" fill="#fbf5ee" fill-opacity="0.95"/>` +
      `<rect width="14" height="${height}" rx="4" fill="#ef6a4c"/></svg>`,
  );
  const top = Math.round((height - lettering.info.height) / 2);
  const plate = await sharp(paper)
    .composite([{ input: lettering.data, left: 48, top }])
    .png()
    .toBuffer();
  const unit = unitOf(frame);
  await (unit === 1 ? sharp(plate) : sharp(plate).resize({ width: evenUp(width * unit) })).png().toFile(path);
  return { path, height: evenUp(height * unit) };
}

/** Overlays the caption, input number `input`, on `[from]` for the first seconds. */
export function captionFilters(
  from: string,
  to: string,
  input: number,
  caption: NameCaption,
  frame: FilmFrame = WIDE,
): string[] {
  const frames = Math.round(CAPTION_SECONDS * FRAME_RATE);
  const fadeOutAt = CAPTION_SECONDS - FADE_OUT;
  const { left, top } = placedCaption(caption, frame);
  return [
    `[${input}:v]format=yuva420p,loop=loop=${frames - 1}:size=1:start=0,setpts=N/(${FRAME_RATE}*TB),` +
      `fade=t=in:st=0:d=${FADE_IN}:alpha=1,fade=t=out:st=${fadeOutAt}:d=${FADE_OUT}:alpha=1[name]`,
    `[${from}][name]overlay=${left}:${top}:eof_action=pass:format=yuv420[${to}]`,
  ];
}

/** Changes of a still that show the caption: picture 1 is picture 0 with it. */
export const CAPTION_CHANGES: readonly Change[] = [
  { at: 0, takes: Math.round(FADE_IN * FRAME_RATE), to: 1 },
  { at: Math.round((CAPTION_SECONDS - FADE_OUT) * FRAME_RATE), takes: Math.round(FADE_OUT * FRAME_RATE), to: 0 },
];

/** Position of the caption in a frame's large rendition, for sharp. */
export function placedCaption({ path, height }: NameCaption, frame: FilmFrame = WIDE) {
  const unit = unitOf(frame);
  const bottom = frame.drawn.height * unit - BOTTOM * unit;
  return { input: path, left: LEFT * unit, top: bottom - height };
}

function evenUp(value: number): number {
  return 2 * Math.ceil(value / 2);
}
