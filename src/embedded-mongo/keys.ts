import { createHash } from 'node:crypto';
import type { Binary, BSONRegExp, Code, Decimal128, ObjectId, Timestamp } from 'bson';
import { type BsonNumber, type Doc, toNumber } from './bson.ts';
import { bytesOf, decimalParts, exactly, type Fraction, isWide, RANK, rankOf } from './order.ts';

/** Longer keys are cut here and end in a hash: LMDB holds keys of up to 1,978 bytes. */
export const MAX_KEY_BYTES = 1500;

let buffer = Buffer.allocUnsafe(64 * 1024);
let position = 0;
let ordered = 0;

/** A key whose bytes sort as MongoDB sorts the values. */
export interface Key {
  bytes: Buffer;
  /** How many bytes at the beginning keep the order. The rest only tells equal values from others. */
  ordered: number;
  exact: boolean;
}

/** Encodes the values of one index entry; `descending[i]` turns the order of the i-th round. */
export function encodeKey(values: readonly unknown[], descending: readonly boolean[]): Key {
  position = 0;
  ordered = MAX_KEY_BYTES;
  for (let i = 0; i < values.length; i++) {
    const start = position;
    writeValue(values[i]);
    if (descending[i]) for (let at = start; at < position; at++) buffer[at] = ~(buffer[at] as number) & 0xff;
  }
  const whole = buffer.subarray(0, position);
  if (position <= MAX_KEY_BYTES)
    return { bytes: Buffer.from(whole), ordered: Math.min(ordered, position), exact: ordered >= position };
  const digest = createHash('sha256').update(whole).digest();
  return { bytes: Buffer.concat([whole.subarray(0, MAX_KEY_BYTES), digest]), ordered, exact: false };
}

/** A text that equal values share, as BSON compares: an int equals a long. */
export function identityOf(value: unknown): string {
  return encodeKey([value], [false]).bytes.toString('latin1');
}

function room(bytes: number): void {
  if (position + bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, position + bytes));
  buffer.copy(larger, 0, 0, position);
  buffer = larger;
}

function writeByte(byte: number): void {
  room(1);
  buffer[position++] = byte;
}

function writeBytes(bytes: Uint8Array): void {
  room(bytes.length);
  buffer.set(bytes, position);
  position += bytes.length;
}

/** Zero bytes are escaped, so that a string's end sorts before any longer string. */
function writeString(text: string): void {
  room(text.length * 3 + 2);
  if (!text.includes('\0')) position += buffer.write(text, position);
  else for (const byte of Buffer.from(text)) byte === 0 ? writeBytes(Buffer.from([0, 0xff])) : writeByte(byte);
  writeBytes(Buffer.from([0, 0]));
}

function writeValue(value: unknown): void {
  writeByte(rankOf(value));
  writeBody(value);
}

/** What a value of each rank is, behind the byte of its rank; nothing for those that have but one value. */
const WRITE: Record<number, (value: never) => void> = {
  [RANK.number]: writeNumber,
  [RANK.string]: (text: unknown) => writeString(String(text)),
  [RANK.object](doc: Doc) {
    for (const key of Object.keys(doc)) {
      writeByte(rankOf(doc[key]));
      writeString(key);
      writeBody(doc[key]);
    }
    writeByte(0);
  },
  [RANK.array](list: unknown[]) {
    for (const item of list) writeValue(item);
    writeByte(0);
  },
  [RANK.binary](binary: Binary) {
    room(5);
    position = buffer.writeUInt32BE(binary.position, position);
    writeByte(binary.sub_type);
    writeBytes(bytesOf(binary));
  },
  [RANK.objectId]: ({ id }: ObjectId) => writeBytes(id),
  [RANK.boolean]: (value: boolean) => writeByte(value ? 1 : 0),
  [RANK.date]: (date: Date) => writeDouble(date.getTime()),
  [RANK.timestamp](value: Timestamp) {
    room(8);
    position = buffer.writeBigUInt64BE(BigInt.asUintN(64, value.toBigInt()), position);
  },
  [RANK.regex]({ pattern, options }: BSONRegExp) {
    writeString(pattern);
    writeString(options);
  },
  [RANK.code]: ({ code }: Code) => writeString(String(code)),
  [RANK.codeWithScope]({ code, scope }: Code) {
    writeString(String(code));
    writeBody(scope);
  },
};

function writeBody(value: unknown): void {
  WRITE[rankOf(value)]?.(value as never);
}

/** The nearest double, then 0x80; or, where digits are left over, their sign and two further doubles. */
function writeNumber(value: BsonNumber): void {
  const nearest = toNumber(value);
  writeDouble(nearest);
  const whole = isWide(value) ? exactly(value) : undefined;
  const rest = whole && Number.isFinite(nearest) ? minus(whole, nearest) : undefined;
  if (!whole || rest?.top === 0n) {
    writeByte(0x80);
    return;
  }
  const second = rest ? divide(rest) : 0;
  const third = rest ? divide(minus(rest, second)) : 0;
  const isAbove = rest ? rest.top > 0n : nearest < 0;
  if (!rest || minus(minus(rest, second), third).top !== 0n) {
    writeDigits(value as Decimal128, isAbove);
    return;
  }
  writeByte(isAbove ? 0x81 : 0x7f);
  writeDouble(second);
  writeDouble(third);
}

/** A decimal that no doubles add up to, such as 1E-400: its digits tell it from others, its order is lost. */
function writeDigits(value: Decimal128, isAboveNearest: boolean): void {
  ordered = Math.min(ordered, position);
  let { digits, exponent } = decimalParts(value) as { digits: bigint; exponent: number };
  for (; digits % 10n === 0n; exponent++) digits /= 10n;
  writeByte(isAboveNearest ? 0x82 : 0x7e);
  writeString(`${digits}e${exponent}`);
}

function minus(a: Fraction, double: number): Fraction {
  const b = exactly(double) as Fraction;
  return { top: a.top * b.bottom - b.top * a.bottom, bottom: a.bottom * b.bottom };
}

/** A fraction as a double, never rounded out of order: scaled so that 64 bits are left before the division. */
function divide({ top, bottom }: Fraction): number {
  if (top === 0n) return 0;
  const size = top < 0n ? -top : top;
  const shift = bottom.toString(2).length - size.toString(2).length + 64;
  const quotient = shift > 0 ? (top << BigInt(shift)) / bottom : top / (bottom << BigInt(-shift));
  return Number(quotient) * 2 ** -shift;
}

function writeDouble(value: number): void {
  room(8);
  buffer.writeDoubleBE(Number.isNaN(value) ? Number.NaN : value === 0 ? 0 : value, position);
  if (Number.isNaN(value)) buffer.fill(0, position, position + 8);
  else if ((buffer[position] as number) & 0x80)
    for (let i = position; i < position + 8; i++) buffer[i] = ~(buffer[i] as number) & 0xff;
  else buffer[position] = (buffer[position] as number) | 0x80;
  position += 8;
}
