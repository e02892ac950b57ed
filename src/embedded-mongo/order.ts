import { bsonType } from './bson.ts';
import { notImplemented } from './errors.ts';

/** BSON's order of types. `undefined` stands for what sorts before null: an empty array. */
export const RANK = {
  undefined: 3,
  null: 5,
  number: 10,
  string: 15,
  object: 20,
  array: 25,
  binary: 30,
  objectId: 35,
  boolean: 40,
  date: 45,
} as const;

/** Of each type that is compared, by what `tagOf` calls it: its name, and where it sorts. */
const TYPES: Record<string, [name: string, rank: number]> = {
  undefined: ['missing', RANK.undefined],
  null: ['null', RANK.null],
  number: ['double', RANK.number],
  string: ['string', RANK.string],
  object: ['object', RANK.object],
  array: ['array', RANK.array],
  boolean: ['bool', RANK.boolean],
  date: ['date', RANK.date],
  Int32: ['int', RANK.number],
  Double: ['double', RANK.number],
  Long: ['long', RANK.number],
  Binary: ['binData', RANK.binary],
  ObjectId: ['objectId', RANK.objectId],
};

/** What `$type` knows. */
export const TYPE_NAMES = new Set(Object.values(TYPES).map(([name]) => name));
TYPE_NAMES.delete('missing');

function tagOf(value: unknown): string {
  if (typeof value !== 'object') return typeof value;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof Date ? 'date' : (bsonType(value) ?? 'object');
}

/** Throws for types that are kept as they are, and nothing else: Decimal128, Timestamp, MinKey... */
export function rankOf(value: unknown): number {
  const tag = tagOf(value);
  const type = TYPES[tag];
  if (!type) throw notImplemented(`comparing or indexing a ${tag}`);
  return type[1];
}

/** The type of a value as `$type` names it. */
export function typeName(value: unknown): string {
  const tag = tagOf(value);
  return TYPES[tag]?.[0] ?? tag;
}
