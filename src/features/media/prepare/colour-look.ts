import { LOOKS, type LookName, lookMatrix } from '../../../shared/looks.ts';

/** A colour look as a filter of limited-range YUV (bt709, 8 bit); nothing without one. */
export function lookFilters(name: LookName | undefined): string[] {
  if (!name) return [];
  const { contrast, lift, colour, blue, red } = LOOKS[name];
  const luma = `clip(16+(val-16)*${contrast}+${(219 * (0.5 - 0.5 * contrast + lift)).toFixed(2)},16,235)`;
  const tint = (added: number) => `clip(128+(val-128)*${colour}+${(224 * added).toFixed(2)},16,240)`;
  return [`lutyuv=y='${luma}':u='${tint(blue)}':v='${tint(red)}'`];
}

/** The same for RGB pixels of 8 bits, in place. */
export function colourPixels(pixels: Buffer, name: LookName): Buffer {
  return matrixPixels(pixels, lookMatrix(name));
}

/** RGB pixels of 8 bits by a matrix, in place. */
export function matrixPixels(pixels: Buffer, rows: ReturnType<typeof lookMatrix>): Buffer {
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r, g, b] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    rows.forEach(([red, green, blue, added], channel) => {
      const value = red * r + green * g + blue * b + added * 255;
      pixels[at + channel] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5;
    });
  }
  return pixels;
}
