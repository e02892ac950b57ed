import { DRAWN_SIZE } from '../../../platform/ffmpeg/segment-format.ts';

export interface Cell {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Pixels around the grid and between its cells, of a picture of 1080 lines. */
const MARGIN = 64;
const GAP = 28;
/** Shapes (width / height) of cells, whatever their pictures' own. */
const SHAPE = { tallest: 0.66, widest: 1.78 };
/** How far a picture may be cropped at its sides, and above and below, where heads are; as factors. */
const MOST_CROPPED = { sides: 1.35, height: 1.12 };
/** For a wide picture, a square one and an upright one. */
const MOST_ROWS = { wide: 3, square: 4, tall: 6 };

type Size = { width: number; height: number };

/** Pixels of a cell that are not its picture. */
export interface Inset {
  across: number;
  down: number;
}

/**
 * Cells for pictures of these shapes (width / height), in order, in rows: of all ways to break them into rows, the one
 * that fills the stage with the least cropping and the most even sizes.
 */
export function gridOf(shapes: readonly number[], inset: Inset, stage: Size = DRAWN_SIZE): Cell[] {
  const wanted = shapes.map((shape) => Math.min(SHAPE.widest, Math.max(SHAPE.tallest, shape)));
  const ways = waysToBreak(wanted.length, mostRows(stage)).map((rows) => layOut(wanted, rows, inset, stage));
  const [best] = ways.sort((one, other) => one.fault - other.fault);
  return best?.cells ?? [];
}

function mostRows({ width, height }: Size): number {
  if (width === height) return MOST_ROWS.square;
  return width > height ? MOST_ROWS.wide : MOST_ROWS.tall;
}

/** Numbers of pictures in each row. */
function waysToBreak(count: number, rows: number): number[][] {
  if (rows === 1 || count === 1) return [[count]];
  const first = Array.from({ length: count }, (_, index) => index + 1);
  return first.flatMap((size) =>
    size === count ? [[count]] : waysToBreak(count - size, rows - 1).map((rest) => [size, ...rest]),
  );
}

function layOut(
  shapes: readonly number[],
  rows: readonly number[],
  { across, down }: Inset,
  stage: Size,
): { cells: Cell[]; fault: number } {
  const width = stage.width - 2 * MARGIN;
  const height = stage.height - 2 * MARGIN;
  let taken = 0;
  const lines = rows.map((size) => {
    const line = shapes.slice(taken, taken + size);
    taken += size;
    const sum = line.reduce((all, shape) => all + shape, 0);
    return { line, natural: (width - GAP * (size - 1) - across * size) / sum };
  });
  const fixed = rows.length * down + GAP * (rows.length - 1);
  const fill = (height - fixed) / lines.reduce((sum, { natural }) => sum + natural, 0);
  // Rows are stretched a little; what is left stays paper.
  const stretch = Math.min(MOST_CROPPED.sides, Math.max(1 / MOST_CROPPED.height, fill));
  const shrink = Math.min(1, fill / stretch);
  const used = lines.reduce((sum, { natural }) => sum + natural * stretch * shrink, fixed);
  let top = (stage.height - used) / 2;
  const cells = lines.flatMap(({ line, natural }) => {
    const high = natural * stretch * shrink + down;
    const widths = line.map((shape) => shape * natural * shrink + across);
    let left = (stage.width - widths.reduce((sum, each) => sum + each, GAP * (line.length - 1))) / 2;
    const row = widths.map((each) => {
      const cell = { left, top, width: each, height: high };
      left += each + GAP;
      return cell;
    });
    top += high + GAP;
    return row;
  });
  const areas = cells.map((cell) => cell.width * cell.height);
  const uneven = Math.log(Math.max(...areas) / Math.min(...areas));
  const empty = 1 - areas.reduce((sum, area) => sum + area, 0) / (width * height);
  return { cells: cells.map(rounded), fault: Math.abs(Math.log(stretch)) + 0.4 * uneven + 2 * empty };
}

/** Even pixels, as chroma has half of them. */
function rounded({ left, top, width, height }: Cell): Cell {
  const even = (value: number) => 2 * Math.round(value / 2);
  return { left: even(left), top: even(top), width: even(width), height: even(height) };
}
