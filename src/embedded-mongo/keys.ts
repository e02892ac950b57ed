import { createHash } from 'node:crypto';
import type { Binary, ObjectId } from 'bson';
import { type BsonNumber, type Doc, isLong, toNumber } from './bson.ts';
import { RANK, rankOf } from './order.ts';

/** Longer keys are cut here and end in a hash: LMDB holds keys of up to 1,978 bytes. */
export const MAX_KEY_BYTES = 1500;

let buffer = Buffer.allocUnsafe(64 * 1024);
let position = 0;

/** An index entry; its bytes sort as MongoDB sorts the values where it is exact. */
export interface Key {
  bytes: Buffer;
  /** Whether it was not cut. What stands behind a cut only tells equal values from others. */
  exact: boolean;
}

/** Bytes that sort as MongoDB sorts the values, key order and array order included; `descending` turns the i-th round. */
export function orderedBytes(values: readonly unknown[], descending: readonly boolean[] = []): Buffer {
  position = 0;
  for (let i = 0; i < values.length; i++) {
    const start = position;
    writeValue(values[i]);
    if (descending[i]) for (let at = start; at < position; at++) buffer[at] = ~(buffer[at] as number) & 0xff;
  }
  return Buffer.from(buffer.subarray(0, position));
}

export function encodeKey(values: readonly unknown[], descending?: readonly boolean[]): Key {
  const whole = orderedBytes(values, descending);
  if (whole.length <= MAX_KEY_BYTES) return { bytes: whole, exact: true };
  const digest = createHash('sha256').update(whole).digest();
  return { bytes: Buffer.concat([whole.subarray(0, MAX_KEY_BYTES), digest]), exact: false };
}

/** A text that equal values share, as BSON compares: an int equals a long. */
export function identityOf(value: unknown): string {
  return encodeKey([value]).bytes.toString('latin1');
}

/** MongoDB's order over all values, which is that of indexes: negative, zero or positive. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return rankOf(a) - rankOf(b) || Buffer.compare(orderedBytes([a]), orderedBytes([b]));
}

/** Compares any number of values with one. */
export function comparedWith(b: unknown): (a: unknown) => number {
  const bytes = orderedBytes([b]);
  return (a) => Buffer.compare(orderedBytes([a]), bytes);
}

export function equalValues(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
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
  [RANK.string]: writeString,
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
    writeBytes(binary.buffer.subarray(0, binary.position));
  },
  [RANK.objectId]: ({ id }: ObjectId) => writeBytes(id),
  [RANK.boolean]: (value: boolean) => writeByte(value ? 1 : 0),
  [RANK.date]: (date: Date) => writeDouble(date.getTime()),
};

function writeBody(value: unknown): void {
  WRITE[rankOf(value)]?.(value as never);
}

/** The nearest double, then 0x80; or, for a long that is none, on which side it lies and how far away. */
function writeNumber(value: BsonNumber): void {
  const nearest = toNumber(value);
  writeDouble(nearest);
  const rest = isLong(value) ? value.toBigInt() - BigInt(nearest) : 0n;
  writeByte(rest === 0n ? 0x80 : rest > 0n ? 0x81 : 0x7f);
  if (rest === 0n) return;
  writeDouble(Number(rest));
  // The files of earlier versions have this in their keys.
  writeDouble(0);
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
