import { Decimal128, Double, Int32, Long } from 'bson';
import { type BsonNumber, bsonType, toNumber } from './bson.ts';
import { badValue } from './errors.ts';
import { decimalParts, exactly, type Fraction } from './order.ts';

export type Arithmetic = 'add' | 'subtract' | 'multiply';

/** Adds or multiplies as `$inc` and `$mul` do: as `calculate`, but a long never overflows. */
export function combine(op: string, a: BsonNumber, b: BsonNumber): BsonNumber {
  const result = calculate(op === '$inc' ? 'add' : 'multiply', a, b);
  if (bsonType(result) === 'Double' && isInteger(a) && isInteger(b))
    throw badValue(`Failed to apply ${op} operations to current value (${a}): integer overflow`);
  return result;
}

/** Calculates as expressions do: the wider type wins, an int grows into a long and a long into a double. */
export function calculate(op: Arithmetic, a: BsonNumber, b: BsonNumber): BsonNumber {
  if (bsonType(a) === 'Decimal128' || bsonType(b) === 'Decimal128') return onDecimals(op, a, b);
  const [x, y] = [toNumber(a) as number, toNumber(b) as number];
  const nearest = op === 'add' ? x + y : op === 'subtract' ? x - y : x * y;
  if (!isInteger(a) || !isInteger(b)) return new Double(nearest);
  const long = bsonType(a) === 'Long' || bsonType(b) === 'Long';
  return fromBigInt(onBigInts(op, toBigInt(a), toBigInt(b)), long) ?? new Double(nearest);
}

/** Whether it is an int or a long. */
export function isInteger(value: unknown): value is Int32 | Long {
  return ['Int32', 'Long'].includes(bsonType(value) ?? '');
}

/** The value of an int or a long. */
export function toBigInt(value: BsonNumber): bigint {
  return (exactly(value) as Fraction).top;
}

/** An int where it fits and no long is wanted, else a long; undefined beyond 64 bits. */
export function fromBigInt(value: bigint, long = false): Int32 | Long | undefined {
  if (!long && value === BigInt.asIntN(32, value)) return new Int32(Number(value));
  return value === BigInt.asIntN(64, value) ? Long.fromBigInt(value) : undefined;
}

function onBigInts(op: Arithmetic, x: bigint, y: bigint): bigint {
  return op === 'add' ? x + y : op === 'subtract' ? x - y : x * y;
}

function onDecimals(op: Arithmetic, a: BsonNumber, b: BsonNumber): Decimal128 {
  const [x, y] = [decimalOf(a), decimalOf(b)];
  if (!x || !y) {
    const [p, q] = [toNumber(a) as number, toNumber(b) as number];
    return Decimal128.fromString(String(op === 'add' ? p + q : op === 'subtract' ? p - q : p * q));
  }
  if (op === 'multiply') return decimal(x.digits * y.digits, x.exponent + y.exponent);
  const exponent = Math.min(x.exponent, y.exponent);
  const scaled = (part: typeof x) => part.digits * 10n ** BigInt(part.exponent - exponent);
  return decimal(onBigInts(op, scaled(x), scaled(y)), exponent);
}

function decimal(digits: bigint, exponent: number): Decimal128 {
  return Decimal128.fromStringWithRounding(`${digits}E${exponent}`);
}

/** A double counts with 15 digits, as in MongoDB; undefined for infinities and NaN. */
function decimalOf(value: BsonNumber): { digits: bigint; exponent: number } | undefined {
  if (bsonType(value) === 'Decimal128') return decimalParts(value as Decimal128);
  if (isInteger(value)) return { digits: toBigInt(value), exponent: 0 };
  const number = toNumber(value) as number;
  if (!Number.isFinite(number)) return undefined;
  return decimalParts(Decimal128.fromString(number === 0 ? '0' : number.toPrecision(15)));
}
