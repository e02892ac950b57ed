import type { Binary, BSONRegExp, ObjectId } from 'bson';
import { bsonType, type Doc, isDoc, toNumber } from './bson.ts';
import { bytesOf } from './order.ts';

/** A value as MongoDB writes it in messages: `{ email: "a@b.c" }`. */
export function inspectValue(value: unknown): string {
  if (value === null || value === undefined) return String(value ?? null);
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(inspectValue).join(', ')} ]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'new Date(NaN)' : `new Date(${value.getTime()})`;
  if (isDoc(value)) {
    const fields = Object.entries(value as Doc).map(([key, item]) => `${key}: ${inspectValue(item)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  switch (bsonType(value)) {
    case 'ObjectId':
      return `ObjectId('${(value as ObjectId).toHexString()}')`;
    case 'Decimal128':
    case 'Long':
      return String(value);
    case 'Double': {
      const number = toNumber(value) as number;
      return Number.isInteger(number) ? `${number}.0` : String(number);
    }
    case 'Binary':
      return `BinData(${(value as Binary).sub_type}, ${Buffer.from(bytesOf(value as Binary))
        .toString('hex')
        .toUpperCase()})`;
    case 'BSONRegExp':
      return `/${(value as BSONRegExp).pattern}/${(value as BSONRegExp).options}`;
    default:
      return String(toNumber(value) ?? value);
  }
}
