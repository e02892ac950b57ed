import { inspect, isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { type Document, MongoBulkWriteError } from 'mongodb';
import { useDatabase } from './database.ts';
import { random } from './random.ts';
import { matches, updated } from './reference.ts';

const { seed, below, pick } = random();

const scalar = (): unknown =>
  pick<() => unknown>([
    () => below(5),
    () => below(5),
    () => below(9) / 2 - 1,
    () => pick(['', 'p', 'q', 'pq']),
    () => null,
    () => pick([true, false]),
  ])();
const inner = (): Document =>
  Object.fromEntries(['x', 'y'].filter(() => below(3)).map((key) => [key, below(4) ? scalar() : [scalar()]]));
const value = (): unknown =>
  pick<() => unknown>([
    scalar,
    scalar,
    scalar,
    inner,
    () => [],
    () => [scalar(), scalar()],
    () => [inner(), scalar(), inner()],
    () => [[scalar()], scalar()],
  ])();
const document = (_id: number): Document => {
  const doc: Document = { _id };
  for (const key of ['a', 'b', 'c']) if (below(5)) doc[key] = value();
  return doc;
};
const PATHS = ['a', 'b', 'c', 'a.x', 'b.y', 'c.0', 'a.1', 'b.0.x'];

const operators: (() => Document)[] = [
  () => ({ [pick(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])]: scalar() }),
  () => ({ [pick(['$eq', '$ne'])]: value() }),
  () => ({ $gte: below(3), $lt: 2 + below(3) }),
  () => ({ [pick(['$in', '$nin'])]: [value(), scalar(), scalar()] }),
  () => ({ $exists: pick([true, false]) }),
  () => ({ $type: pick(['number', 'string', 'object', 'array', 'bool', 'null']) }),
  () => ({ $size: below(4) }),
  () => ({ $elemMatch: below(2) ? { x: condition(1) } : { $gte: below(3), $lt: 4 } }),
];

function condition(depth = 0): unknown {
  if (below(4) === 0) return value();
  return depth < 1 && below(5) === 0 ? { $not: pick(operators)() } : pick(operators)();
}

function filter(depth = 0): Document {
  const made: Document = {};
  for (let left = below(2) + 1; left > 0; left--) made[pick(PATHS)] = condition();
  if (depth < 2 && below(3) === 0) made[pick(['$and', '$or', '$nor'])] = [filter(depth + 1), filter(depth + 1)];
  return made;
}

const UPDATES: [string, () => unknown][] = [
  ['$set', value],
  ['$set', value],
  ['$unset', () => ''],
  ['$inc', () => below(5) - 2],
  ['$min', value],
  ['$max', value],
  ['$push', () => (below(2) ? scalar() : { $each: [scalar(), inner()], $slice: below(7) - 3 })],
  ['$addToSet', () => (below(2) ? value() : { $each: [scalar(), scalar()] })],
  ['$pull', scalar],
];

describe('the embedded database against plain implementations', () => {
  const { collection } = useDatabase();
  const shown = (...parts: unknown[]) => inspect(parts, { depth: 9, breakLength: 200 });

  it(`finds the same documents as a plain matcher (seed ${seed})`, async () => {
    const docs = Array.from({ length: 150 }, (_, id) => document(id));
    const held = await collection(docs);
    for (let round = 0; round < 600; round++) {
      const asked = filter();
      const found = await held.find(asked, { projection: { _id: 1 } }).toArray();
      const wrong = docs.filter((doc) => matches(doc, asked) !== found.some(({ _id }) => (_id as unknown) === doc._id));
      if (wrong.length > 0) expect.fail(shown('wrongly found or not found', asked, wrong[0]));
    }
  });

  it(`updates documents like plain operators (seed ${seed})`, async () => {
    const docs = Array.from({ length: 1500 }, (_, id) => document(id));
    const held = await collection(docs);
    const changes = docs.map((doc) => {
      const [op, operand] = pick(UPDATES);
      const path = pick(PATHS);
      const change = { op, path, operand: operand() };
      return { doc, change, after: updated(doc, op, path, change.operand) };
    });
    const operations = changes.map(({ doc, change: { op, path, operand } }) => ({
      updateOne: { filter: { _id: doc._id }, update: { [op]: { [path]: operand } } },
    }));
    const result: unknown = await held.bulkWrite(operations, { ordered: false }).catch((error) => error);
    const errors = result instanceof MongoBulkWriteError ? [result.writeErrors].flat() : [];
    const failed = errors.map(({ index }) => index);
    // A name that is a whole number, after others: refused here, as it would not stay there.
    const misplaced = errors.filter(({ code }) => code === 238).map(({ index }) => index);
    const stored = await held.find({}, { sort: { _id: 1 } }).toArray();
    for (const [i, { doc, change, after: wanted }] of changes.entries()) {
      const after = misplaced.includes(i) && /\.\d/.test(change.path) ? undefined : wanted;
      if (failed.includes(i) === (after !== undefined))
        expect.fail(shown(after ? 'refused' : 'not refused', doc, change));
      if (!isDeepStrictEqual(stored[i], after ?? doc))
        expect.fail(shown('made', stored[i], 'of', doc, 'by', change, 'instead of', after));
    }
  });
});
