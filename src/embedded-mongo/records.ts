import { crc32 } from 'node:zlib';
import { damaged } from './errors.ts';

/** Records are kept with a checksum of their key and value, and each collection's are counted. */

export interface Bounds {
  low: Buffer;
  high: Buffer;
}

const SUM_BYTES = 4;

/** Of a collection's records: how many are documents, how often any changed, and the sum of all checksums. */
export interface Totals {
  documents: number;
  changes: number;
  sum: number;
}

/** The value as it is stored: its checksum stands behind it. */
export function seal(key: Buffer, value: Buffer): Buffer {
  const sealed = Buffer.allocUnsafe(value.length + SUM_BYTES);
  value.copy(sealed);
  sealed.writeUInt32BE(crc32(value, crc32(key)), value.length);
  return sealed;
}

/** The value of what is stored; throws where its checksum does not fit. */
export function unseal(key: Buffer, sealed: Buffer): Buffer {
  const value = sealed.subarray(0, -SUM_BYTES);
  if (sealed.length < SUM_BYTES || crc32(value, crc32(key)) !== sumOf(sealed))
    throw damaged(`record ${key.toString('hex', 0, 16)}`);
  return value;
}

export function sumOf(sealed: Buffer): number {
  return sealed.readUInt32BE(sealed.length - SUM_BYTES);
}

/** The number of the collection whose record has this key; 0 for the catalog. */
export function groupOf(key: Buffer): number {
  return key.readUInt32BE(0);
}

export function prefix(group: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(group);
  return bytes;
}

/** Where all keys lie that begin with these bytes, six at most. */
export function beginningWith(low: Buffer): Bounds {
  const high = Buffer.alloc(low.length);
  high.writeUIntBE(low.readUIntBE(0, low.length) + 1, 0, low.length);
  return { low, high };
}

/** The collection whose documents, and nothing else, lie between two keys. */
export function wholeOf({ low, high }: Bounds): number | undefined {
  const isWhole = low.length === 6 && low.readUInt16BE(4) === 0 && high.equals(beginningWith(low).high);
  return isWhole ? groupOf(low) : undefined;
}

/** Counts a record in (`by` 1) or out (-1). */
export function add(totals: Totals, key: Buffer, sum: number, by: 1 | -1): Totals {
  if (groupOf(key) !== 0 && key.readUInt16BE(4) === 0) totals.documents += by;
  totals.sum = (totals.sum + by * sum) >>> 0;
  return totals;
}

const TOTALS = Buffer.from([0, 0, 0, 0, 2]);

export function totalsKey(group: number): Buffer {
  return Buffer.concat([TOTALS, prefix(group)]);
}

/** The collection whose totals a record of this key holds. */
export function groupOfTotals(key: Buffer): number | undefined {
  return key.length === 9 && key.compare(TOTALS, 0, 5, 0, 5) === 0 ? key.readUInt32BE(5) : undefined;
}

/** Of nothing, where there are none. */
export function readTotals(value: Buffer = Buffer.alloc(16)): Totals {
  return { documents: value.readUIntBE(0, 6), changes: value.readUIntBE(6, 6), sum: value.readUInt32BE(12) };
}

export function writeTotals({ documents, changes, sum }: Totals): Buffer {
  const value = Buffer.alloc(16);
  value.writeUIntBE(documents, 0, 6);
  value.writeUIntBE(changes, 6, 6);
  value.writeUInt32BE(sum, 12);
  return value;
}
