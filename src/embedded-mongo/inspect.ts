import { EJSON, type ObjectId } from 'bson';
import { bsonType, type Doc, isDoc, toNumber } from './bson.ts';

/** A value as MongoDB writes it in messages: `{ email: "a@b.c" }`. */
export function inspectValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(inspectValue).join(', ')} ]`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (bsonType(value) === 'ObjectId') return `ObjectId('${(value as ObjectId).toHexString()}')`;
  if (!isDoc(value)) return String(toNumber(value) ?? EJSON.stringify(value));
  const fields = Object.entries(value as Doc).map(([key, item]) => `${key}: ${inspectValue(item)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
