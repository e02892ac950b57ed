import { Double } from 'bson';
import { bsonType, encode, isLong, isNumber } from './bson.ts';
import { compareValues, identityOf } from './keys.ts';
import type { Holding } from './memory.ts';
import { fromBigInt, toBigInt } from './numbers.ts';

/** Gathers the values of a group, `undefined` where one is missing. Each keeps no more than it needs. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

export const ACCUMULATORS: Record<string, (holding: Holding) => Accumulator> = {
  $sum: () => openTotal(),
  $avg: () => openTotal(true),
  $count() {
    let count = 0n;
    return { add: () => count++, result: () => fromBigInt(count) };
  },
  $min: () => keeping((value, best) => isThere(value) && (best === undefined || compareValues(value, best) < 0)),
  $max: () => keeping((value, best) => isThere(value) && (best === undefined || compareValues(value, best) > 0)),
  $first: () => keeping((_value, _first, count) => count === 0),
  $last: () => keeping(() => true),
  $push(holding) {
    const values: unknown[] = [];
    return {
      add(value) {
        if (value !== undefined) values.push(hold(holding, value));
      },
      result: () => values,
    };
  },
  $addToSet(holding) {
    const values = new Map<string, unknown>();
    return {
      add(value) {
        const key = value === undefined ? undefined : identityOf(value);
        if (key !== undefined && !values.has(key)) values.set(key, hold(holding, value));
      },
      result: () => [...values.values()],
    };
  },
};

/** Values in memory take about three times their bytes. */
const TIMES = 3;

export function hold<T>(holding: Holding, value: T): T {
  const bytes = typeof value === 'object' ? encode({ value }).length : 16 + String(value).length;
  holding.add(TIMES * bytes);
  return value;
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** Keeps one of the values, null where there is none. */
function keeping(takes: (value: unknown, kept: unknown, count: number) => boolean): Accumulator {
  let kept: unknown;
  let count = 0;
  return {
    add(value) {
      if (takes(value, kept, count++)) kept = value;
    },
    result: () => kept ?? null,
  };
}

const LOW_BITS = 1n << 32n;

/** Adds up as `$sum` does: two doubles hold the sum and what rounding lost. The widest type is that of the result. */
function openTotal(averages = false): Accumulator {
  let [sum, rest, plain, count] = [0, 0, 0, 0];
  const types = new Set<string>();

  /** The sum of two doubles without loss, by Knuth and Dekker. */
  function addDouble(value: number): void {
    plain += value;
    const low = value + rest;
    rest -= low - value;
    const next = sum + low;
    const part = next - low;
    rest += sum - part + (low - (next - part));
    sum = next;
  }

  return {
    add(value) {
      if (!isNumber(value)) return;
      count++;
      types.add(bsonType(value) ?? '');
      const low = isLong(value) ? toBigInt(value) % LOW_BITS : 0n;
      addDouble(isLong(value) ? Number(toBigInt(value) - low) : Number(value));
      addDouble(Number(low));
    },
    result() {
      const nearest = Number.isNaN(sum) ? plain : sum;
      if (averages) return count === 0 ? null : new Double(nearest / count);
      const whole = types.has('Double') ? undefined : fromBigInt(BigInt(sum) + BigInt(rest), types.has('Long'));
      return whole ?? new Double(nearest);
    },
  };
}
