import UPlot from 'uplot';
import type { PlotLine, PlotProps, PlotTone } from './plot-props.ts';
import { stepWords } from './plot-words.ts';

const HEIGHT = 200;
const FONT = '12px system-ui, sans-serif';
/** Distances of horizontal lines for numbers without a fraction. */
const WHOLE = [1, 2, 5].flatMap((one) => [0, 1, 2, 3, 4, 5, 6].map((zeros) => one * 10 ** zeros)).sort((a, b) => a - b);

/**
 * Draws a plot, and again when its box or the colours of the page change.
 * @param onPoint told which time the pointer is at; null: none
 * @returns a function that removes it
 */
export function drawPlot(box: HTMLElement, props: PlotProps, onPoint: (index: number | null) => void): () => void {
  let plot = new UPlot(optionsOf(box, props, onPoint), dataOf(props), box);
  const again = () => {
    plot.destroy();
    plot = new UPlot(optionsOf(box, props, onPoint), dataOf(props), box);
  };
  const colours = matchMedia('(prefers-color-scheme: dark)');
  colours.addEventListener('change', again);
  const sizes = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
  sizes.observe(box);
  return () => {
    sizes.disconnect();
    colours.removeEventListener('change', again);
    plot.destroy();
  };
}

function optionsOf(box: HTMLElement, props: PlotProps, onPoint: (index: number | null) => void): UPlot.Options {
  const { isByHour, isStacked = false, isWhole = false, unit = '', limit } = props;
  const [first = 0, second = first] = props.at;
  // Room for the first and the last bar.
  const half = (second - first) / 2;
  const style = getComputedStyle(box);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--ink-3'), font: FONT, ticks: { show: false } };
  const grid = { stroke: colour('--rule'), width: 1 };
  return {
    width: box.clientWidth,
    height: HEIGHT,
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !isStacked } },
    tzDate: (at) => UPlot.tzDate(new Date(at * 1000), 'Etc/UTC'),
    scales: {
      ...(isStacked && { x: { range: (_plot, first, last) => [first - half, last + half] } }),
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 64,
        size: 34,
        gap: 10,
        values: (_plot, splits) => splits.map((at) => stepWords(at, isByHour)),
      },
      {
        ...axis,
        grid,
        size: 56,
        values: (_plot, splits) => splits.map((value) => `${value.toLocaleString('en')}${unit}`),
        ...(isWhole && { incrs: WHOLE }),
      },
    ],
    series: [{}, ...drawnOf(props).map((line) => seriesOf(line, colour, isStacked))],
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      ...(limit !== undefined && { draw: [(plot) => drawLimit(plot, limit, colour('--bad'))] }),
    },
  };
}

function seriesOf({ label, tone }: PlotLine, colour: (name: string) => string, isBar: boolean): UPlot.Series {
  const stroke = colour(VARIABLES[tone]);
  if (!isBar) return { label, stroke, width: 2.5, spanGaps: false };
  return { label, fill: stroke, width: 0, points: { show: false }, paths: UPlot.paths.bars?.({ size: [0.8, 28] }) };
}

const VARIABLES: Record<PlotTone, `--${string}`> = {
  info: '--plot-info',
  good: '--plot-good',
  coral: '--plot-coral',
  marigold: '--plot-marigold',
  plum: '--plot-plum',
};

/** Lines as they are drawn: of stacked bars, the sum of all comes first. */
function drawnOf({ lines, isStacked }: PlotProps): PlotLine[] {
  if (!isStacked) return lines;
  return lines
    .map((line, i) => ({
      ...line,
      values: line.values.map((_, at) => lines.slice(0, i + 1).reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
    }))
    .reverse();
}

function dataOf(props: PlotProps): UPlot.AlignedData {
  return [props.at, ...drawnOf(props).map(({ values }) => values)];
}

function drawLimit(plot: UPlot, limit: number, colour: string): void {
  const { ctx, bbox } = plot;
  const y = plot.valToPos(limit, 'y', true);
  if (y < bbox.top) return;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.setLineDash([5, 4]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
