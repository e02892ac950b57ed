import sharp from 'sharp';
import type { DrawnLettering } from './lettering.ts';

/** More lines appear in pairs or groups. */
const MOST_STEPS = 8;

/**
 * Cuts drawn text between its lines, wherever a row of pixels is empty, which suits every script. One below the other
 * they are the whole again. @param below pixels that the last one is extended by
 */
export async function linesOf(drawn: Pick<DrawnLettering, 'png'>, below = 0): Promise<DrawnLettering[]> {
  const { data, info } = await sharp(drawn.png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const isEmpty = (row: number) => {
    for (let x = 0; x < info.width; x += 1) if ((data[(row * info.width + x) * 4 + 3] ?? 0) > 8) return false;
    return true;
  };
  const bands: Band[] = [];
  for (let row = 0; row < info.height; row += 1) {
    if (isEmpty(row)) continue;
    const last = bands.at(-1);
    if (last && last.bottom === row) last.bottom = row + 1;
    else bands.push({ top: row, bottom: row + 1 });
  }
  const starts = withDots(bands).map(({ top }, index) => (index === 0 ? 0 : top));
  const step = Math.ceil(starts.length / MOST_STEPS);
  const cuts = starts.filter((_, index) => index % step === 0);
  return Promise.all(
    cuts.map(async (top, index) => {
      const height = (cuts[index + 1] ?? info.height) - top;
      const bottom = index === cuts.length - 1 ? below : 0;
      const png = await sharp(drawn.png)
        .extract({ left: 0, top, width: info.width, height })
        .extend({ bottom, background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer();
      return { png, width: info.width, height: height + bottom };
    }),
  );
}

/** Rows of pixels with ink. */
interface Band {
  top: number;
  bottom: number;
}

/** Dots and accents, which are much lower than letters, go with the nearer of both lines. */
function withDots(bands: readonly Band[]): Band[] {
  const tallest = Math.max(0, ...bands.map(({ top, bottom }) => bottom - top));
  const lines: Band[] = [];
  let isOpen = false;
  for (const [index, { top, bottom }] of bands.entries()) {
    const above = top - (bands[index - 1]?.bottom ?? Number.NEGATIVE_INFINITY);
    const below = (bands[index + 1]?.top ?? Number.POSITIVE_INFINITY) - bottom;
    const isDot = bottom - top < tallest * 0.35;
    const last = lines.at(-1);
    if (last && (isOpen || (isDot && above <= below))) last.bottom = bottom;
    else lines.push({ top, bottom });
    isOpen = isDot && below < above;
  }
  return lines;
}
