import { type Enlarge, FACTOR } from './network.ts';

/** Side of a tile, and what is seen around it so that no seams show; in pixels. */
const TILE = 112;
const AROUND = 12;

export interface Picture {
  /** RGB, 8 bit. */
  data: Uint8Array;
  width: number;
  height: number;
}

/** Enlarges a picture tile by tile, so that memory does not grow with it */
export function enlargeTiles({ data, width, height }: Picture, enlarge: Enlarge): Uint8Array {
  const result = new Uint8Array(data.length * FACTOR * FACTOR);
  const columns = Math.ceil(width / TILE);
  const count = columns * Math.ceil(height / TILE);
  for (let tile = 0; tile < count; tile++) {
    const [left, top] = [(tile % columns) * TILE, Math.floor(tile / columns) * TILE];
    const [right, bottom] = [Math.min(width, left + TILE), Math.min(height, top + TILE)];
    const [wide, high] = [right - left + 2 * AROUND, bottom - top + 2 * AROUND];
    const part = new Float32Array(wide * high * 3);
    for (let y = 0; y < high; y++) {
      // Beyond an edge the picture goes on as it is there: the network takes nothing for black.
      const row = clamp(top - AROUND + y, height) * width;
      for (let x = 0; x < wide; x++) {
        const from = (row + clamp(left - AROUND + x, width)) * 3;
        for (let channel = 0; channel < 3; channel++) {
          part[(y * wide + x) * 3 + channel] = (data[from + channel] ?? 0) / 255;
        }
      }
    }
    const large = enlarge(part, wide, high);
    for (let y = top * FACTOR; y < bottom * FACTOR; y++) {
      const from = ((y - (top - AROUND) * FACTOR) * wide + AROUND) * FACTOR * 3;
      const to = (y * width * FACTOR + left * FACTOR) * 3;
      for (let x = 0; x < (right - left) * FACTOR * 3; x++) {
        result[to + x] = Math.max(0, Math.min(255, Math.round((large[from + x] ?? 0) * 255)));
      }
    }
  }
  return result;
}

function clamp(at: number, size: number): number {
  return Math.min(size - 1, Math.max(0, at));
}
