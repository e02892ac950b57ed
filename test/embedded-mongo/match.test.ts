import { expect } from 'chai';
import { type Document, Double, Long, ObjectId } from 'mongodb';
import { errorOf, useDatabase } from './database.ts';

const HEX = new ObjectId('0123456789abcdef01234567');

const DOCS: Document[] = [
  { _id: 1, n: 1, s: 'apple', tags: ['red', 'round'], at: new Date(1000), deep: { x: 1, y: 2 } },
  { _id: 2, n: Long.fromNumber(2), s: 'Banana', tags: [], at: new Date(2000), deep: { y: 2, x: 1 } },
  {
    _id: 3,
    n: new Double(3),
    s: null,
    tags: ['red'],
    list: [
      { q: 1, r: 9 },
      { q: 5, r: 2 },
    ],
  },
  { _id: 4, n: new Double(4.5), list: [{ q: 5 }, 7], tags: 'red' },
  { _id: 5, n: [1, 9], id: HEX, nested: [[1, 2], [3]] },
  { _id: 6, n: Number.NaN, deep: null, list: [] },
];

/** What a filter finds, by `_id`. */
const CASES: [string, Document, number[]][] = [
  ['an int, a long and a double are equal as numbers', { n: { $in: [1, 2, 3] } }, [1, 2, 3, 5]],
  ['a long finds an int', { n: Long.fromNumber(1) }, [1, 5]],
  ['NaN equals NaN', { n: Number.NaN }, [6]],
  ['ranges hold within one type', { n: { $gt: 1 } }, [2, 3, 4, 5]],
  ['a range over a string finds no number', { n: { $gt: 'a' } }, []],
  ['each bound may be met by another element', { n: { $gt: 5, $lt: 3 } }, [5]],
  ['null finds null and missing', { s: null }, [3, 4, 5, 6]],
  ['$ne null', { s: { $ne: null } }, [1, 2]],
  ['$exists', { s: { $exists: true } }, [1, 2, 3]],
  ['$exists false', { s: { $exists: false } }, [4, 5, 6]],
  ['key order counts in equality', { deep: { x: 1, y: 2 } }, [1]],
  ['a path into a document', { 'deep.x': 1 }, [1, 2]],
  ['a path that ends in a scalar is missing', { 'deep.x': null }, [3, 4, 5, 6]],
  ['elements of an array', { tags: 'red' }, [1, 3, 4]],
  ['a whole array, in its order', { tags: ['red', 'round'] }, [1]],
  ['array order counts', { tags: ['round', 'red'] }, []],
  ['an element of a nested array', { nested: [1, 2] }, [5]],
  ['$size', { tags: { $size: 0 } }, [2]],
  ['$nin', { tags: { $nin: ['red'] } }, [2, 5, 6]],
  ['$not', { n: { $not: { $gt: 1 } } }, [1, 6]],
  ['$elemMatch on documents', { list: { $elemMatch: { q: 5, r: 2 } } }, [3]],
  ['without it elements may share the conditions', { 'list.q': 1, 'list.r': 2 }, [3]],
  ['$elemMatch on values', { n: { $elemMatch: { $gt: 5, $lt: 10 } } }, [5]],
  ['an index in a path', { 'list.0.q': 5 }, [4]],
  ['null in documents of an array', { 'list.r': null }, [1, 2, 4, 5]],
  ['$regex with options', { s: { $regex: '^b', $options: 'i' } }, [2]],
  ['a regular expression in $in', { s: { $in: [/^app/, 'Banana'] } }, [1, 2]],
  ['$type by name', { n: { $type: 'long' } }, [2]],
  ['$type number', { n: { $type: 'number' } }, [1, 2, 3, 4, 5, 6]],
  ['$type array sees the whole', { tags: { $type: 'array' } }, [1, 2, 3]],
  ['ObjectId', { id: HEX }, [5]],
  ['dates', { at: { $gte: new Date(1500) } }, [2]],
  ['$or, $and, $nor', { $or: [{ _id: 1 }, { $and: [{ _id: { $gt: 2 } }, { $nor: [{ _id: { $gt: 3 } }] }] }] }, [1, 3]],
  ['$expr', { $expr: { $eq: ['$deep.x', 1] } }, [1, 2]],
  ['names of the prototype find nothing', { constructor: { $exists: true } }, []],
  ['nor does a path through them', { '__proto__.toString': { $exists: true } }, []],
];

describe('matching in the embedded database', () => {
  const { collection } = useDatabase();
  let find: (filter: Document) => Promise<number[]>;

  before(async () => {
    const docs = await collection(DOCS);
    find = async (filter) => (await docs.find(filter, { sort: { _id: 1 } }).toArray()).map(({ _id }) => Number(_id));
  });

  for (const [title, filter, ids] of CASES)
    it(title, async () => {
      expect(await find(filter)).to.deep.equal(ids);
    });

  const WRONG: [string, Document][] = [
    ['$in without an array', { n: { $in: 1 } }],
    ['an empty $or', { $or: [] }],
    ['$size below 0', { n: { $size: -1 } }],
  ];
  for (const [title, filter] of WRONG)
    it(`refuses ${title} with BadValue`, async () => {
      expect(await errorOf(find(filter))).to.include({ code: 2 });
    });
});
