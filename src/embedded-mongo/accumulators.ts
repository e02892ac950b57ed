import { Double, Int32 } from 'bson';
import { type BsonNumber, bsonType, type Doc, encode, isDoc, isNumber, toNumber } from './bson.ts';
import { check, notImplemented } from './errors.ts';
import { addField } from './field-order.ts';
import { identityOf } from './keys.ts';
import type { Holding } from './memory.ts';
import { calculate, fromBigInt, toBigInt } from './numbers.ts';
import { compareValues, typeName } from './order.ts';

/** Gathers the values of a group, `undefined` where one is missing. Each keeps no more than it needs. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

export const ACCUMULATORS: Record<string, (holding: Holding) => Accumulator> = {
  $sum: () => openTotal(),
  $avg: () => openTotal(true),
  $count() {
    let count = 0;
    return { add: () => count++, result: () => fromBigInt(BigInt(count)) };
  },
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first() {
    const taken: unknown[] = [];
    return {
      add(value) {
        if (taken.length === 0) taken.push(value);
      },
      result: () => taken[0] ?? null,
    };
  },
  $last() {
    let last: unknown;
    return {
      add(value) {
        last = value;
      },
      result: () => last ?? null,
    };
  },
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
  $mergeObjects() {
    const merged: Doc = {};
    return {
      add(value) {
        if (value === null || value === undefined) return;
        check(isDoc(value), 40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
        for (const key of Object.keys(value)) addField(merged, key, value[key]);
      },
      result: () => merged,
    };
  },
};

/** Values in memory take about three times their bytes. */
const TIMES = 3;

/** Counts what is held, and refuses too much. */
export function hold<T>(holding: Holding, value: T): T {
  const bytes = typeof value === 'object' ? encode({ value }).length : 16 + String(value).length;
  holding.add(TIMES * bytes);
  return value;
}

function extreme(sign: number): Accumulator {
  let best: unknown;
  return {
    add(value) {
      if (value === null || value === undefined) return;
      if (best === undefined || sign * compareValues(value, best) > 0) best = value;
    },
    result: () => best ?? null,
  };
}

const LOW_BITS = 1n << 32n;

/**
 * Adds numbers up as `$sum` does: two doubles hold the sum and what rounding lost, so that integers stay exact, and
 * decimals are added by themselves. The widest type is that of the result; what isn't a number is ignored.
 */
function openTotal(averages = false): Accumulator {
  let [sum, rest, plain, count] = [0, 0, 0, 0];
  const types = new Set<string>();
  let decimals: BsonNumber = new Int32(0);

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

  function nearest(): number {
    return Number.isNaN(sum) ? plain : sum;
  }

  function total(): BsonNumber {
    if (types.has('Double') && types.has('Decimal128')) throw notImplemented('adding doubles to decimals by $sum');
    const whole = types.has('Double') ? undefined : fromBigInt(BigInt(sum) + BigInt(rest), types.has('Long'));
    if (!types.has('Decimal128')) return whole ?? new Double(nearest());
    if (!whole) throw notImplemented('adding longs that overflow to decimals by $sum');
    return calculate('add', decimals, whole);
  }

  return {
    add(value) {
      if (!isNumber(value)) return;
      const type = bsonType(value) as string;
      count++;
      types.add(type);
      if (type === 'Decimal128') decimals = calculate('add', decimals, value);
      else if (type !== 'Long') addDouble(toNumber(value) as number);
      else {
        const low = toBigInt(value) % LOW_BITS;
        addDouble(Number(low));
        addDouble(Number(toBigInt(value) - low));
      }
    },
    result() {
      if (!averages) return total();
      if (types.has('Decimal128')) throw notImplemented('$avg of a Decimal128');
      return count === 0 ? null : new Double(nearest() / count);
    },
  };
}
