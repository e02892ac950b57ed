import type { Metrics, MetricsPoint, Spread } from '../../shared/contracts/metrics.ts';
import {
  CAUSES,
  COUNTS,
  FAILED_THINGS,
  failureName,
  RANGES,
  type RangeName,
  SPREADS,
  type SpreadName,
  stepName,
  valueAt,
} from '../../shared/figures.ts';
import { FigureModel, type StoredFigures } from './figure.model.ts';
import { figureKeeper } from './keep-figures.ts';
import { latestPeriods } from './periods.ts';

type Counts = Readonly<Record<string, number>>;

/**
 * Figures of a range by hour, day or week, with its totals and those of the range before it. `compared` has whole steps only: an hour
 * that has just begun is less than any before.
 * @param seesMoney otherwise `paid` is null
 */
export async function readMetrics(range: RangeName, seesMoney = false, now = Date.now()): Promise<Metrics> {
  await figureKeeper().write();
  const { step, steps, span, each } = RANGES[range];
  const periods = latestPeriods(span, 2 * steps * each, now);
  const stored = await FigureModel.find({ _id: { $gte: periods[0]?.id, $lte: periods.at(-1)?.id } })
    .sort({ _id: 1 })
    .lean<StoredFigures[]>();
  const known = new Map(stored.map(({ _id, counts }) => [_id, counts]));
  const all = periods.map(({ id }) => known.get(id) ?? {});
  const [before, shown] = [all.slice(0, steps * each), all.slice(steps * each)];
  const points = Array.from({ length: steps }, (_, i) => ({
    at: new Date(periods[(steps + i) * each]?.from ?? now).toISOString(),
    ...figuresIn(shown.slice(i * each, (i + 1) * each), seesMoney),
  }));
  const compared = { now: shown.slice(0, -each), before: before.slice(0, -each) };
  return {
    range,
    step,
    points,
    total: figuresIn(shown, seesMoney),
    before: figuresIn(before, seesMoney),
    compared: { now: figuresIn(compared.now, seesMoney), before: figuresIn(compared.before, seesMoney) },
  };
}

/** Figures of one or several periods together. */
function figuresIn(periods: readonly Counts[], seesMoney: boolean): Omit<MetricsPoint, 'at'> {
  const sum = (name: string) => periods.reduce((total, counts) => total + (counts[name] ?? 0), 0);
  const failed = FAILED_THINGS.map((thing) => [
    thing,
    Object.fromEntries(CAUSES.map((cause) => [cause, sum(failureName(thing, cause))])),
  ]);
  return {
    ...(Object.fromEntries(COUNTS.map((name) => [name, sum(name)])) as Record<(typeof COUNTS)[number], number>),
    paid: seesMoney ? sum('paid') : null,
    failed: Object.fromEntries(failed) as MetricsPoint['failed'],
    answer: spreadIn('answer', sum),
    render: spreadIn('render', sum),
  };
}

function spreadIn(spread: SpreadName, sum: (name: string) => number): Spread | null {
  const counted = Array.from({ length: SPREADS[spread].length + 1 }, (_, step) => sum(stepName(spread, step)));
  const [half, slow] = [valueAt(spread, counted, 0.5), valueAt(spread, counted, 0.95)];
  if (half === null || slow === null) return null;
  return { half: rounded(half), slow: rounded(slow), values: counted.reduce((total, each) => total + each, 0) };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
