import { type Enlarge, FACTOR } from './network.ts';

/** Side of a tile, and what is seen around it so that no seams show; in pixels. */
const TILE = 112;
const AROUND = 8;

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
    const [fromX, fromY] = [Math.max(0, left - AROUND), Math.max(0, top - AROUND)];
    const wide = Math.min(width, left + TILE + AROUND) - fromX;
    const high = Math.min(height, top + TILE + AROUND) - fromY;
    const part = new Float32Array(wide * high * 3);
    for (let y = 0; y < high; y++) {
      const from = ((fromY + y) * width + fromX) * 3;
      for (let x = 0; x < wide * 3; x++) part[y * wide * 3 + x] = (data[from + x] ?? 0) / 255;
    }
    const large = enlarge(part, wide, high);
    const [right, bottom] = [Math.min(width, left + TILE), Math.min(height, top + TILE)];
    for (let y = top * FACTOR; y < bottom * FACTOR; y++) {
      const from = ((y - fromY * FACTOR) * wide * FACTOR + (left - fromX) * FACTOR) * 3;
      const to = (y * width * FACTOR + left * FACTOR) * 3;
      for (let x = 0; x < (right - left) * FACTOR * 3; x++) {
        result[to + x] = Math.max(0, Math.min(255, Math.round((large[from + x] ?? 0) * 255)));
      }
    }
  }
  return result;
}
