import { Double, Int32, Long } from 'bson';
import { type BsonNumber, bsonType, toNumber } from './bson.ts';
import { check } from './errors.ts';

export type Arithmetic = 'add' | 'subtract' | 'multiply';

/** Adds as `$inc` does: as `calculate`, but a long never overflows. */
export function combine(a: BsonNumber, b: BsonNumber): BsonNumber {
  const result = calculate('add', a, b);
  const overflows = bsonType(result) === 'Double' && isInteger(a) && isInteger(b);
  check(!overflows, 'BadValue', `Failed to apply $inc operations to current value (${a}): integer overflow`);
  return result;
}

/** Calculates as expressions do: the wider type wins, an int grows into a long and a long into a double. */
export function calculate(op: Arithmetic, a: BsonNumber, b: BsonNumber): BsonNumber {
  const [x, y] = [toNumber(a), toNumber(b)];
  const nearest = op === 'add' ? x + y : op === 'subtract' ? x - y : x * y;
  if (!isInteger(a) || !isInteger(b)) return new Double(nearest);
  const [p, q] = [toBigInt(a), toBigInt(b)];
  const exact = op === 'add' ? p + q : op === 'subtract' ? p - q : p * q;
  return fromBigInt(exact, bsonType(a) === 'Long' || bsonType(b) === 'Long') ?? new Double(nearest);
}

export function isInteger(value: unknown): value is Int32 | Long {
  return ['Int32', 'Long'].includes(bsonType(value) ?? '');
}

export function toBigInt(value: Int32 | Long): bigint {
  return BigInt(String(value));
}

/** An int where it fits and no long is wanted, else a long; undefined beyond 64 bits. */
export function fromBigInt(value: bigint, long = false): Int32 | Long | undefined {
  if (!long && value === BigInt.asIntN(32, value)) return new Int32(Number(value));
  return value === BigInt.asIntN(64, value) ? Long.fromBigInt(value) : undefined;
}
