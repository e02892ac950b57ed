import {
  type Cause,
  type CountName,
  type FailedThing,
  failureName,
  type SpreadName,
  stepName,
  stepOf,
} from '../shared/figures.ts';

/* Figures of the site, added up in memory. The feature `metrics` writes them down every few seconds. */

const counted = new Map<string, number>();

/** Adds to a figure; costs well under a microsecond. */
export function countUp(name: CountName, by = 1): void {
  add(name, by);
}

/** Counts a failure by its cause. @param cause null: it is part of the ordinary course, and not counted */
export function countFailure(thing: FailedThing, cause: Cause | null): void {
  if (cause) add(failureName(thing, cause), 1);
}

/** Counts a value in its step. */
export function measure(spread: SpreadName, value: number): void {
  add(stepName(spread, stepOf(spread, value)), 1);
}

/** What was counted since the last call. */
export function takeCounted(): Map<string, number> {
  const taken = new Map(counted);
  counted.clear();
  return taken;
}

function add(name: string, by: number): void {
  counted.set(name, (counted.get(name) ?? 0) + by);
}
