import { type Collection, type Document, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb';
import { useDatabase } from './database.ts';
import { decimal, double, expectRule, fails, int, long, MISSING, TYPED } from './rules.ts';

/** A page of the manual (reference/operator/query/...), the rule, the value of `v`, the condition on it, whether it is found. */
type QueryRule = [page: string, rule: string, value: unknown, condition: unknown, expected: unknown];

const QUERIES: QueryRule[] = [
  ['eq', 'an int and a long', 5, { $eq: long(5) }, true],
  ['', 'a decimal and a double', double(0.5), { $eq: decimal('0.50') }, fails(238)],
  ['', 'a decimal that is stored', decimal('0.50'), { $eq: 0.5 }, fails(238)],
  ['', 'a timestamp', 1, { $eq: new Timestamp({ t: 1, i: 1 }) }, fails(238)],
  ['', 'a regular expression that is stored', /^a/, { $eq: 'a' }, fails(238)],
  ['', 'an element', [1, 2], { $eq: 2 }, true],
  ['', 'the whole array', [1, 2], { $eq: [1, 2] }, true],
  ['', 'an array in an array', [[1, 2], 3], { $eq: [1, 2] }, true],
  ['', 'null and a missing field', MISSING, { $eq: null }, true],
  ['', 'null and 0', 0, { $eq: null }, false],
  ['', 'documents in another order', { a: 1, b: 2 }, { $eq: { b: 2, a: 1 } }, false],
  ['', 'NaN', Number.NaN, { $eq: Number.NaN }, true],
  ['ne', 'an element', [1, 2], { $ne: 2 }, false],
  ['', 'a missing field', MISSING, { $ne: 2 }, true],
  ['gt', 'a larger one', 6, { $gt: 5 }, true],
  ['', 'another type', 'x', { $gt: 5 }, false],
  ['', 'an element', [1, 9], { $gt: 5 }, true],
  ['', 'above the smallest key', 5, { $gt: new MinKey() }, fails(238)],
  ['', 'NaN', Number.NaN, { $gt: 0 }, false],
  ['gte', 'null', null, { $gte: null }, true],
  ['', 'a missing field and null', MISSING, { $gte: null }, true],
  ['lt', 'a date', new Date(1), { $lt: new Date(2) }, true],
  ['', 'a missing field', MISSING, { $lt: 5 }, false],
  ['', 'below the largest key', 'x', { $lt: new MaxKey() }, fails(238)],
  ['lte', 'a long beyond 53 bits', long('9007199254740993'), { $lte: double(9007199254740992) }, false],
  ['', 'each bound by another element', [1, 9], { $gte: 8, $lte: 2 }, true],
  ['in', 'one of them', 2, { $in: [1, long(2)] }, true],
  ['', 'an element', ['a', 'b'], { $in: ['b'] }, true],
  ['', 'null and a missing field', MISSING, { $in: [null] }, true],
  ['', 'a regular expression', 'abc', { $in: [/^ab/] }, true],
  ['', 'nothing', 1, { $in: [] }, false],
  ['', 'no array', 1, { $in: 1 }, fails(2)],
  ['', 'an operator', 1, { $in: [{ $gt: 1 }] }, fails(2)],
  ['nin', 'one of them', 2, { $nin: [1, 2] }, false],
  ['', 'an element', [1, 2], { $nin: [2] }, false],
  ['', 'a missing field', MISSING, { $nin: [1] }, true],
  ['', 'no array', 1, { $nin: 1 }, fails(2)],
  ['not', 'turns a condition around', 6, { $not: { $gt: 5 } }, false],
  ['', 'holds for a missing field', MISSING, { $not: { $gt: 5 } }, true],
  ['', 'a regular expression', 'abc', { $not: /^b/ }, true],
  ['', 'no operator', 1, { $not: 1 }, fails(2)],
  ['', 'an empty document', 1, { $not: {} }, fails(2)],
  ['exists', 'null is there', null, { $exists: true }, true],
  ['', 'a missing field', MISSING, { $exists: false }, true],
  ['', 'a number for true', 1, { $exists: 1 }, true],
  ['type', 'by name', long(1), { $type: 'long' }, true],
  ['', 'by number', 'x', { $type: 2 }, fails(238)],
  ['', 'number', decimal('1'), { $type: 'number' }, true],
  ['', 'an element', [1, 'x'], { $type: 'string' }, true],
  ['', 'array', [1], { $type: 'array' }, true],
  ['', 'one of several', new ObjectId(), { $type: ['string', 'objectId'] }, true],
  ['', 'a missing field', MISSING, { $type: 'null' }, false],
  ['', 'an unknown name', 1, { $type: 'what' }, fails(238)],
  ['', 'no type', 1, { $type: [] }, fails(9)],
  ['mod', 'is refused', 7, { $mod: [3, 1] }, fails(238)],
  ['regex', 'a text', 'abc', { $regex: 'b' }, true],
  ['', 'an element', ['x', 'abc'], { $regex: '^abc$' }, true],
  ['', 'options', 'ABC', { $regex: 'b', $options: 'i' }, true],
  ['', 'a number', 5, { $regex: '5' }, false],
  ['', 'no text', 'a', { $regex: 1 }, fails(2)],
  ['', 'options alone', 'a', { $options: 'i' }, fails(2)],
  ['', 'options twice', 'a', { $regex: /a/i, $options: 'm' }, fails(51075)],
  ['all', 'is refused', [1, 2, 3], { $all: [1, 3] }, fails(238)],
  ['elemMatch', 'one element meets all', [{ a: 1, b: 2 }], { $elemMatch: { a: 1, b: 2 } }, true],
  ['', 'two elements meet one each', [{ a: 1 }, { b: 2 }], { $elemMatch: { a: 1, b: 2 } }, false],
  ['', 'values', [1, 9], { $elemMatch: { $gt: 5, $lt: 10 } }, true],
  ['', 'a scalar', 7, { $elemMatch: { $gt: 5 } }, false],
  ['', 'no document', [1], { $elemMatch: 1 }, fails(2)],
  ['size', 'of an array', [1, 2], { $size: 2 }, true],
  ['', 'of an empty one', [], { $size: 0 }, true],
  ['', 'of a scalar', 1, { $size: 1 }, false],
  ['', 'below zero', [], { $size: -1 }, fails(2)],
  ['', 'no whole number', [], { $size: 1.5 }, fails(2)],
  ['', 'an unknown operator', 1, { $dance: 1 }, fails(238)],
];

/** The whole filter on `{ a: 1, b: [2, 3], c: { d: 4 } }`. */
const FILTERS: [page: string, rule: string, filter: Document, expected: unknown][] = [
  ['and', 'all', { $and: [{ a: 1 }, { b: 2 }] }, true],
  ['', 'nothing', { $and: [] }, fails(2)],
  ['', 'no documents', { $and: [1] }, fails(2)],
  ['or', 'one', { $or: [{ a: 9 }, { b: 3 }] }, true],
  ['', 'no array', { $or: {} }, fails(2)],
  ['nor', 'none', { $nor: [{ a: 9 }, { b: 9 }] }, true],
  ['', 'one', { $nor: [{ a: 1 }] }, false],
  ['expr', 'an expression', { $expr: { $eq: ['$a', { $subtract: ['$c.d', 3] }] } }, true],
  ['', 'an unknown one', { $expr: { $dance: 1 } }, fails(238)],
  ['comment', 'is refused', { $comment: 'x', a: 1 }, fails(238)],
  ['', 'an unknown operator', { $dance: 1 }, fails(238)],
  ['paths', 'into a document', { 'c.d': 4 }, true],
  ['', 'a place in an array', { 'b.1': 3 }, true],
  ['', 'a missing path is null', { 'c.x.y': null }, true],
];

/** A page (reference/operator/update/...), the rule, the fields before, the update, and the fields after or the error. */
const UPDATES: [page: string, rule: string, before: Document, update: Document | Document[], expected: unknown][] = [
  ['set', 'a new field comes last', { b: 1 }, { $set: { a: 2 } }, { b: 1, a: 2 }],
  ['', 'new fields in the order of their names', {}, { $set: { b: 1, a: 2 } }, { a: 2, b: 1 }],
  ['', 'a path makes documents', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['', 'past the end of an array', { a: [1] }, { $set: { 'a.3': 4 } }, { a: [1, null, null, 4] }],
  ['', 'below a scalar', { a: 1 }, { $set: { 'a.b': 1 } }, fails(28)],
  ['', 'a path and its parent', {}, { $set: { a: 1, 'a.b': 1 } }, fails(40)],
  ['', 'an empty name', {}, { $set: { 'a..b': 1 } }, fails(56)],
  ['', 'no document', {}, { $set: 1 }, fails(9)],
  ['unset', 'a field', { a: 1, b: 2 }, { $unset: { a: '' } }, { b: 2 }],
  ['', 'an element leaves null', { a: [1, 2] }, { $unset: { 'a.0': '' } }, { a: [null, 2] }],
  ['', 'a missing field', { b: 1 }, { $unset: { 'x.y': 1 } }, { b: 1 }],
  ['inc', 'an int', { a: int(1) }, { $inc: { a: 2 } }, { a: int(3) }],
  ['', 'a missing field', {}, { $inc: { a: long(2) } }, { a: long(2) }],
  ['', 'an int grows into a long', { a: 2147483647 }, { $inc: { a: 1 } }, { a: long(2147483648) }],
  ['', 'a long never overflows', { a: long('9223372036854775807') }, { $inc: { a: 1 } }, fails(2)],
  ['', 'a double', { a: 1 }, { $inc: { a: 0.5 } }, { a: double(1.5) }],
  ['', 'a decimal', { a: decimal('1.10') }, { $inc: { a: 1 } }, fails(238)],
  ['', 'null', { a: null }, { $inc: { a: 1 } }, fails(14)],
  ['', 'by a text', { a: 1 }, { $inc: { a: 'x' } }, fails(14)],
  ['mul', 'is refused', { a: 3 }, { $mul: { a: 2 } }, fails(238)],
  ['min', 'a smaller one', { a: 5 }, { $min: { a: 2 } }, { a: 2 }],
  ['', 'across types', { a: 5 }, { $min: { a: 'x' } }, { a: 5 }],
  ['', 'a missing field', {}, { $min: { a: 2 } }, { a: 2 }],
  ['max', 'a larger one', { a: 5 }, { $max: { a: 9 } }, { a: 9 }],
  ['', 'an equal one changes no type', { a: long(5) }, { $max: { a: 5 } }, { a: long(5) }],
  ['push', 'one', { a: [1] }, { $push: { a: [2] } }, { a: [1, [2]] }],
  ['', 'a missing field', {}, { $push: { a: 1 } }, { a: [1] }],
  ['', '$each and $slice', { a: [3] }, { $push: { a: { $each: [1, 2], $slice: 2 } } }, { a: [3, 1] }],
  ['', '$slice from the end', { a: [3] }, { $push: { a: { $each: [1, 2], $slice: -2 } } }, { a: [1, 2] }],
  ['', '$position', { a: [1, 2] }, { $push: { a: { $each: [9], $position: 1 } } }, fails(238)],
  ['', '$sort', { a: [1, 2] }, { $push: { a: { $each: [9], $sort: 1 } } }, fails(238)],
  ['', 'a scalar', { a: 1 }, { $push: { a: 1 } }, fails(2)],
  ['addToSet', 'one that is there', { a: [1] }, { $addToSet: { a: long(1) } }, { a: [1] }],
  ['', '$each', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } }, { a: [1, 2] }],
  ['', 'a scalar', { a: 1 }, { $addToSet: { a: 1 } }, fails(2)],
  ['pop', 'is refused', { a: [1, 2] }, { $pop: { a: 1 } }, fails(238)],
  ['currentDate', 'a timestamp', {}, { $currentDate: { a: { $type: 'timestamp' } } }, fails(238)],
  ['pull', 'a value', { a: [1, 2, 1] }, { $pull: { a: 1 } }, { a: [2] }],
  ['', 'by a condition', { a: [1, 5, 9] }, { $pull: { a: { $gt: 4 } } }, { a: [1] }],
  ['', 'documents by their fields', { a: [{ q: 1, r: 2 }, { q: 2 }] }, { $pull: { a: { q: 1 } } }, { a: [{ q: 2 }] }],
  ['', 'a scalar', { a: 1 }, { $pull: { a: 1 } }, fails(2)],
  ['pullAll', 'is refused', { a: [1, 2] }, { $pullAll: { a: [1] } }, fails(238)],
  ['positional-all', 'is refused', { a: [1, 2] }, { $inc: { 'a.$[]': 1 } }, fails(238)],
  ['positional-filtered', 'is refused', { a: [1, 2] }, { $inc: { 'a.$[x]': 1 } }, fails(238)],
  ['update with a pipeline', 'a computed field', { a: 1 }, [{ $set: { b: { $add: ['$a', 1] } } }], { a: 1, b: 2 }],
  ['', 'stages in turn', { a: 1, b: 2 }, [{ $set: { c: '$a' } }, { $project: { a: 0 } }], { b: 2, c: 1 }],
  ['', 'another stage', { a: 1 }, [{ $match: { a: 1 } }], fails(238)],
  ['', 'an unknown stage', { a: 1 }, [{ $dance: 1 }], fails(238)],
  ['', 'a change of _id', { a: 1 }, [{ $set: { _id: 9 } }], fails(66)],
  ['', 'an unknown operator', {}, { $dance: { a: 1 } }, fails(238)],
];

describe('embedded database rules of query and update operators', () => {
  const { collection } = useDatabase();
  let held: Collection;

  before(async () => {
    held = await collection();
  });

  async function put(fields: Document): Promise<void> {
    await held.replaceOne({ _id: 1 as never }, fields, { upsert: true });
  }

  async function isFound(filter: Document): Promise<boolean> {
    return (await held.countDocuments({ $and: [{ _id: 1 }, filter] })) === 1;
  }

  let last = '';
  for (const [page, rule, value, condition, expected] of QUERIES) {
    last = page || last;
    it(`${last}: ${rule}`, async () => {
      await put(value === MISSING ? { w: 1 } : { v: value });
      await expectRule(isFound({ v: condition }), expected);
    });
  }

  for (const [page, rule, filter, expected] of FILTERS) {
    last = page || last;
    it(`${last}: ${rule}`, async () => {
      await put({ a: 1, b: [2, 3], c: { d: 4 } });
      await expectRule(isFound(filter), expected);
    });
  }

  for (const [page, rule, fields, update, expected] of UPDATES) {
    last = page || last;
    it(`${last}: ${rule}`, async () => {
      await put(fields);
      const updated = held.updateOne({ _id: 1 as never }, update);
      await expectRule(
        updated.then(() => held.findOne({ _id: 1 as never }, { ...TYPED, projection: { _id: 0 } })),
        expected,
      );
    });
  }
});
