import { lookMatrix } from './looks.ts';
import type { Adjustments, PhotoEdit } from './photo-edit.ts';

/** For each channel of RGB from 0 to 1: factors of red, green and blue, and what is added. */
export type ColourMatrix = [number, number, number, number][];

const UNCHANGED: ColourMatrix = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
];
const LUMA = [0.2126, 0.7152, 0.0722] as const;

/**
 * Adjustments and filter as one matrix, so that the browser's preview and the server's picture have equal colours. Null
 * if nothing changes.
 */
export function photoColours({ adjust = {}, filter }: PhotoEdit): ColourMatrix | null {
  const isAdjusted = Object.values(adjust).some((level) => level !== 0);
  if (!isAdjusted && !filter) return null;
  const adjusted = isAdjusted ? adjustment(adjust) : UNCHANGED;
  return filter ? after(lookMatrix(filter), adjusted) : adjusted;
}

function adjustment({ brightness = 0, contrast = 0, saturation = 0, warmth = 0 }: Adjustments): ColourMatrix {
  const factor = contrast >= 0 ? 1 + contrast / 100 : 1 + contrast / 150;
  const colour = 1 + saturation / 100;
  const added = 0.5 - 0.5 * factor + brightness / 250;
  const warm = [warmth / 700, warmth / 2800, -warmth / 700] as const;
  const row = (channel: 0 | 1 | 2): [number, number, number, number] => {
    const share = (other: 0 | 1 | 2) => factor * (LUMA[other] * (1 - colour) + (other === channel ? colour : 0));
    return [share(0), share(1), share(2), added + warm[channel]];
  };
  return [row(0), row(1), row(2)];
}

/** The matrix that does `second`, then `first`. */
function after(first: ColourMatrix, second: ColourMatrix): ColourMatrix {
  return first.map(([r, g, b, added]) => {
    const mixed = [0, 1, 2, 3].map(
      (at) => r * (second[0]?.[at] ?? 0) + g * (second[1]?.[at] ?? 0) + b * (second[2]?.[at] ?? 0),
    );
    return [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0, (mixed[3] ?? 0) + added];
  });
}
