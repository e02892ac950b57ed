import { BSONRegExp, type Long } from 'bson';
import { bsonType, type Doc, fromNumber, isDoc, setOwn, toNumber } from './bson.ts';
import { toRegExp } from './regex.ts';

/**
 * A value as expressions compute with it: plain numbers. A Long that is no safe integer and a Decimal128 stay what
 * they are; the operators that would drop or round them refuse them.
 */
export function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  switch (bsonType(value)) {
    case 'Int32':
    case 'Double':
      return toNumber(value);
    case 'Long': {
      const number = toNumber(value) as number;
      return Number.isSafeInteger(number) ? number : (value as Long);
    }
  }
  if (!isDoc(value)) return value;
  const plain: Doc = {};
  for (const key of Object.keys(value)) setOwn(plain, key, toPlain(value[key]));
  return plain;
}

/** As `toPlain`, for an expression: its regular expressions become JavaScript's. */
export function toPlainExpression(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlainExpression);
  if (bsonType(value) === 'BSONRegExp') return toRegExp((value as BSONRegExp).pattern, (value as BSONRegExp).options);
  if (!isDoc(value)) return toPlain(value);
  const plain: Doc = {};
  for (const key of Object.keys(value)) setOwn(plain, key, toPlainExpression(value[key]));
  return plain;
}

/** What was computed, as it is stored: numbers get the type a driver would give them; missing fields are left out. */
export function fromPlain(value: unknown): unknown {
  if (typeof value === 'number') return fromNumber(value);
  if (Array.isArray(value)) return value.map((item) => fromPlain(item) ?? null);
  if (value instanceof RegExp)
    return new BSONRegExp(value.source, [...value.flags].filter((flag) => 'imsx'.includes(flag)).join(''));
  if (!isDoc(value)) return value;
  const doc: Doc = {};
  for (const key of Object.keys(value)) if (value[key] !== undefined) setOwn(doc, key, fromPlain(value[key]));
  return doc;
}
