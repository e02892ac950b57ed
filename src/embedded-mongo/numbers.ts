import { Decimal128, Double, Int32, Long } from 'bson';
import { type BsonNumber, bsonType, toNumber } from './bson.ts';
import { badValue } from './errors.ts';
import { decimalParts, exactly } from './order.ts';

const INT32_MIN = -0x80000000n;
const INT32_MAX = 0x7fffffffn;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Adds or multiplies as `$inc` and `$mul` do: the wider type wins, an int grows into a long, a long never overflows. */
export function combine(op: '$inc' | '$mul', a: BsonNumber, b: BsonNumber): BsonNumber {
  const types = [bsonType(a), bsonType(b)];
  if (types.includes('Decimal128')) return combineDecimals(op, a, b);
  if (types.includes('Double') || !isWhole(a) || !isWhole(b)) {
    const [x, y] = [toNumber(a) as number, toNumber(b) as number];
    return new Double(op === '$inc' ? x + y : x * y);
  }
  const [x, y] = [toBigInt(a), toBigInt(b)];
  const result = op === '$inc' ? x + y : x * y;
  if (result < INT64_MIN || result > INT64_MAX)
    throw badValue(`Failed to apply ${op} operations to current value (${a}): integer overflow`);
  if (types.includes('Long') || result < INT32_MIN || result > INT32_MAX) return Long.fromBigInt(result);
  return new Int32(Number(result));
}

function isWhole(value: BsonNumber): boolean {
  return bsonType(value) !== 'Double' && Number.isInteger(toNumber(value));
}

/** The value of an Int32 or a Long. */
export function toBigInt(value: BsonNumber): bigint {
  return (exactly(value) as { top: bigint }).top;
}

function combineDecimals(op: '$inc' | '$mul', a: BsonNumber, b: BsonNumber): Decimal128 {
  const [x, y] = [decimalOf(a), decimalOf(b)];
  if (!x || !y) {
    const [p, q] = [toNumber(a) as number, toNumber(b) as number];
    return Decimal128.fromString(String(op === '$inc' ? p + q : p * q));
  }
  if (op === '$mul') return decimal(x.digits * y.digits, x.exponent + y.exponent);
  const exponent = Math.min(x.exponent, y.exponent);
  const scaled = (part: typeof x) => part.digits * 10n ** BigInt(part.exponent - exponent);
  return decimal(scaled(x) + scaled(y), exponent);
}

function decimal(digits: bigint, exponent: number): Decimal128 {
  return Decimal128.fromStringWithRounding(`${digits}E${exponent}`);
}

function decimalOf(value: BsonNumber): { digits: bigint; exponent: number } | undefined {
  if (bsonType(value) === 'Decimal128') return decimalParts(value as Decimal128);
  const number = toNumber(value) as number;
  if (bsonType(value) === 'Long') return { digits: toBigInt(value), exponent: 0 };
  return Number.isFinite(number) ? decimalParts(Decimal128.fromString(String(number))) : undefined;
}
