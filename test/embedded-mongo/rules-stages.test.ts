import type { Collection, Document } from 'mongodb';
import { useDatabase } from './database.ts';
import { expectRule, fails, int, long, TYPED } from './rules.ts';

const DOCS: Document[] = [
  { _id: 1, g: 'a', n: 5, list: [1, 2], deep: { x: 1, y: 2 }, docs: [{ q: 1, r: 1 }, 3, [{ q: 2 }]], to: 2 },
  { _id: 2, g: 'b', n: 2.5, list: [], deep: { x: 3 }, to: [1, 3] },
  { _id: 3, g: 'a', n: 'x', list: null, to: null },
  { _id: 4, g: null, n: long(7), list: 9, to: [] },
];

/** A page of the manual (reference/operator/aggregation/...), the rule, the stages, and what they give or end in. */
type Rule = [page: string, rule: string, pipeline: Document[], expected: unknown];

const FIRST = { $match: { _id: 1 } };
const SORT = { $sort: { _id: 1 } };

/** The values of one field. */
const ids = (...list: number[]) => list.map((_id) => ({ _id }));
const ID = { $project: { _id: 1 } };

const STAGES: Rule[] = [
  ['pipeline', 'of nothing: all documents', [], DOCS],
  ['', 'a stage of two fields', [{ $match: {}, $sort: { _id: 1 } }], fails(40323)],
  ['', 'a stage without fields', [{}], fails(40323)],
  ['', 'an unknown stage', [{ $dance: 1 }], fails(238)],
  ['match', 'a filter', [{ $match: { n: { $gt: 3 } } }, ID], ids(1, 4)],
  ['', 'two in turn', [{ $match: { g: 'a' } }, { $match: { n: 5 } }, ID], ids(1)],
  ['', 'after another stage', [{ $addFields: { m: '$n' } }, { $match: { m: 5 } }, ID], ids(1)],
  ['', 'no document', [{ $match: 1 }], fails(15959)],
  ['sort', 'up, null first', [{ $sort: { g: 1, _id: -1 } }, ID], ids(4, 3, 1, 2)],
  ['', 'after another stage', [{ $addFields: { m: '$n' } }, { $sort: { m: -1 } }, ID], ids(3, 4, 1, 2)],
  ['', 'no document', [{ $sort: 1 }], fails(15973)],
  ['', 'no fields', [{ $sort: {} }], fails(15976)],
  ['', 'no direction', [{ $sort: { a: 'x' } }], fails(15974)],
  ['', 'another direction', [{ $sort: { a: 2 } }], fails(15975)],
  ['skip', 'some', [SORT, { $skip: 3 }, ID], ids(4)],
  ['', 'none', [SORT, { $skip: 0 }, ID], ids(1, 2, 3, 4)],
  ['', 'after a limit', [SORT, { $limit: 3 }, { $skip: 2 }, ID], ids(3)],
  ['', 'below zero', [{ $skip: -1 }], fails(5107200)],
  ['limit', 'some', [SORT, { $limit: 2 }, ID], ids(1, 2)],
  ['', 'after another stage', [{ $unwind: '$list' }, SORT, { $limit: 2 }, ID], ids(1, 1)],
  ['', 'zero', [{ $limit: 0 }], fails(15958)],
  ['', 'below zero', [{ $limit: -1 }], fails(5107201)],
  ['', 'no number', [{ $limit: 'x' }], fails(5107201)],
  ['count', 'documents', [{ $count: 'n' }], [{ n: int(4) }]],
  ['', 'none', [{ $match: { _id: 9 } }, { $count: 'n' }], []],
  ['', 'no name', [{ $count: '' }], fails(40157)],
  ['', 'no text', [{ $count: 1 }], fails(40156)],
  ['', 'a path', [{ $count: '$n' }], fails(40158)],
  ['', 'a dot', [{ $count: 'a.b' }], fails(40160)],
  [
    'project',
    'some fields and _id, in their order',
    [FIRST, { $project: { n: 1, g: true } }],
    [{ _id: 1, g: 'a', n: 5 }],
  ],
  ['', 'without _id', [FIRST, { $project: { _id: 0, n: 1 } }], [{ n: 5 }]],
  ['', 'without some', [FIRST, { $project: { list: 0, deep: 0, docs: 0, to: 0 } }], [{ _id: 1, g: 'a', n: 5 }]],
  ['', '_id alone', [FIRST, { $project: { _id: 1 } }], [{ _id: 1 }]],
  ['', 'a path', [FIRST, { $project: { _id: 0, 'deep.x': 1 } }], [{ deep: { x: 1 } }]],
  ['', 'a path as a document', [FIRST, { $project: { _id: 0, deep: { y: 1 } } }], [{ deep: { y: 2 } }]],
  ['', 'a path through an array', [FIRST, { $project: { _id: 0, 'docs.q': 1 } }], [{ docs: [{ q: 1 }, [{ q: 2 }]] }]],
  [
    '',
    'without a path',
    [FIRST, { $project: { docs: { q: 0 }, deep: 0, list: 0, to: 0 } }],
    [{ _id: 1, g: 'a', n: 5, docs: [{ r: 1 }, 3, [{}]] }],
  ],
  ['', 'a computed field comes last', [FIRST, { $project: { _id: 0, m: '$n', g: 1 } }], [{ g: 'a', m: 5 }]],
  ['', 'a computed field in the place of another', [FIRST, { $project: { _id: 0, n: '$g' } }], [{ n: 'a' }]],
  ['', 'a text is computed', [FIRST, { $project: { _id: 0, n: 'x' } }], [{ n: 'x' }]],
  ['', 'of an array', [FIRST, { $project: { _id: 0, n: ['$n', '$gone'] } }], [{ n: [5, null] }]],
  ['', 'a missing value leaves the field out', [FIRST, { $project: { _id: 0, g: 1, m: '$gone' } }], [{ g: 'a' }]],
  ['', 'a computed path', [FIRST, { $project: { _id: 0, 'deep.z': '$n' } }], [{ deep: { z: 5 } }]],
  ['', 'inclusion and exclusion', [{ $project: { a: 1, b: 0 } }], fails(31254)],
  ['', 'exclusion and inclusion', [{ $project: { a: 0, b: 1 } }], fails(31253)],
  ['', 'a path and its parent', [{ $project: { 'a.b': 1, a: 1 } }], fails(31250)],
  ['', 'a path below a field', [{ $project: { a: 1, 'a.b': 1 } }], fails(31249)],
  ['', 'no fields', [{ $project: {} }], fails(51272)],
  ['', 'an empty document', [{ $project: { a: {} } }], fails(51270)],
  ['', 'an empty name', [{ $project: { 'a..b': 1 } }], fails(40352)],
  ['addFields', 'a new field comes last', [FIRST, ID, { $addFields: { m: 1, l: '$_id' } }], [{ _id: 1, m: 1, l: 1 }]],
  [
    '',
    'an old one keeps its place',
    [FIRST, { $project: { g: 1, n: 1 } }, { $set: { g: '$n' } }],
    [{ _id: 1, g: 5, n: 5 }],
  ],
  [
    '',
    'all see the document as it was',
    [FIRST, { $project: { n: 1 } }, { $set: { n: 1, m: '$n' } }],
    [{ _id: 1, n: 1, m: 5 }],
  ],
  ['', 'a path makes documents', [FIRST, ID, { $set: { 'a.b': 1 } }], [{ _id: 1, a: { b: 1 } }]],
  [
    '',
    'a path into a scalar replaces it',
    [FIRST, { $project: { n: 1 } }, { $set: { 'n.m': 1 } }],
    [{ _id: 1, n: { m: 1 } }],
  ],
  [
    '',
    'a path into an array: each element',
    [FIRST, { $project: { list: 1 } }, { $set: { 'list.q': 0 } }],
    [{ _id: 1, list: [{ q: 0 }, { q: 0 }] }],
  ],
  [
    '',
    'a document is merged',
    [FIRST, { $project: { deep: 1 } }, { $set: { deep: { y: 9 } } }],
    [{ _id: 1, deep: { x: 1, y: 9 } }],
  ],
  ['', 'an empty document is a value', [FIRST, ID, { $set: { a: {} } }], [{ _id: 1, a: {} }]],
  ['', '$$REMOVE takes a field away', [FIRST, { $project: { n: 1 } }, { $set: { n: '$$REMOVE' } }], [{ _id: 1 }]],
  ['', 'no document', [{ $addFields: 1 }], fails(40272)],
  ['unset', 'is refused', [{ $unset: 'g' }], fails(238)],
  [
    'unwind',
    'each element; what is empty is left out',
    [SORT, { $unwind: '$list' }, { $project: { list: 1 } }],
    [
      { _id: 1, list: 1 },
      { _id: 1, list: 2 },
      { _id: 4, list: 9 },
    ],
  ],
  [
    '',
    'what is empty is kept',
    [
      { $match: { _id: { $lt: 4, $gt: 1 } } },
      SORT,
      { $unwind: { path: '$list', preserveNullAndEmptyArrays: true } },
      { $project: { list: 1 } },
    ],
    [{ _id: 2 }, { _id: 3, list: null }],
  ],
  ['', 'the place of an element', [{ $unwind: { path: '$list', includeArrayIndex: 'i' } }], fails(238)],
  ['', 'no $', [{ $unwind: 'list' }], fails(28818)],
  ['', 'no path', [{ $unwind: {} }], fails(28812)],
  ['', 'no text', [{ $unwind: { path: 1 } }], fails(28808)],
  ['', 'no document', [{ $unwind: 1 }], fails(15981)],
  ['', 'preserve that is no boolean', [{ $unwind: { path: '$a', preserveNullAndEmptyArrays: 1 } }], fails(28809)],
  [
    'group',
    'by a field; missing and null are one group',
    [{ $project: { to: 0 } }, { $group: { _id: '$to', n: { $sum: 1 } } }],
    [{ _id: null, n: 4 }],
  ],
  ['', 'by nothing', [{ $group: { _id: null, n: { $count: {} } } }], [{ _id: null, n: 4 }]],
  [
    '',
    'by a document',
    [{ $group: { _id: { g: '$g', no: '$gone' } } }, { $sort: { _id: 1 } }],
    [{ _id: { g: null } }, { _id: { g: 'a' } }, { _id: { g: 'b' } }],
  ],
  [
    '',
    'numbers are equal across their types',
    [
      { $set: { k: { $cond: [{ $eq: ['$_id', 1] }, long(1), 1] } } },
      { $group: { _id: '$k', n: { $sum: 1 } } },
      { $project: { _id: 0 } },
    ],
    [{ n: 4 }],
  ],
  ['', 'of no documents', [{ $match: { _id: 9 } }, { $group: { _id: null, n: { $sum: 1 } } }], []],
  ['', 'no document', [{ $group: 1 }], fails(15947)],
  ['', 'without _id', [{ $group: { n: { $sum: 1 } } }], fails(15955)],
  ['', 'a field that is no accumulator', [{ $group: { _id: 1, n: 1 } }], fails(40234)],
  ['', 'two accumulators', [{ $group: { _id: 1, n: { $sum: 1, $avg: 1 } } }], fails(40238)],
  ['', 'an unknown accumulator', [{ $group: { _id: 1, n: { $dance: 1 } } }], fails(238)],
  ['', 'a dot in the name', [{ $group: { _id: 1, 'a.b': { $sum: 1 } } }], fails(40235)],
  ['', 'a $ in the name', [{ $group: { _id: 1, $a: { $sum: 1 } } }], fails(40236)],
  ['', 'several operands', [{ $group: { _id: 1, a: { $sum: ['$n', 1] } } }], fails(40237)],
  [
    'lookup',
    'a field',
    [
      FIRST,
      { $lookup: { from: 'SELF', localField: 'to', foreignField: '_id', as: 'u' } },
      { $project: { 'u._id': 1 } },
    ],
    [{ _id: 1, u: [{ _id: 2 }] }],
  ],
  [
    '',
    'each element of an array',
    [
      { $match: { _id: 2 } },
      { $lookup: { from: 'SELF', localField: 'to', foreignField: '_id', as: 'u' } },
      { $project: { 'u._id': 1 } },
    ],
    [{ _id: 2, u: [{ _id: 1 }, { _id: 3 }] }],
  ],
  [
    '',
    'null, and a missing or empty field, are null',
    [
      { $match: { _id: 4 } },
      { $lookup: { from: 'SELF', localField: 'to', foreignField: 'g', as: 'u' } },
      { $project: { 'u._id': 1 } },
    ],
    [{ _id: 4, u: [{ _id: 4 }] }],
  ],
  [
    '',
    'nothing',
    [FIRST, { $lookup: { from: 'none', localField: 'to', foreignField: '_id', as: 'a.b' } }, { $project: { a: 1 } }],
    [{ _id: 1, a: { b: [] } }],
  ],
  ['', 'without as', [{ $lookup: { from: 'x', localField: 'a', foreignField: 'b' } }], fails(9)],
  ['', 'without a field', [{ $lookup: { from: 'x', localField: 'a', as: 'b' } }], fails(9)],
  [
    '',
    'an unknown option',
    [{ $lookup: { from: 'x', localField: 'a', foreignField: 'b', as: 'c', x: 'y' } }],
    fails(9),
  ],
];

/** The accumulator over the values, in order. `null` is stored, a missing one is not there. */
describe('embedded database rules of stages', () => {
  const { collection } = useDatabase();
  let held: Collection;

  before(async () => {
    held = await collection(DOCS);
  });

  let last = '';
  for (const [page, rule, pipeline, expected] of STAGES) {
    last = page || last;
    it(`${last}: ${rule}`, () => {
      const stages = pipeline.map((stage) =>
        stage.$lookup?.from === 'SELF' ? { $lookup: { ...stage.$lookup, from: held.collectionName } } : stage,
      );
      return expectRule(held.aggregate(stages, TYPED).toArray(), expected);
    });
  }
});
