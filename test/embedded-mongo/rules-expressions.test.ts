import { type Collection, type Document, ObjectId } from 'mongodb';
import { useDatabase } from './database.ts';
import { decimal, double, expectRule, fails, int, long, MISSING, TYPED } from './rules.ts';

const AT = new Date(Date.UTC(2026, 1, 3, 4, 5, 6, 7));

const DOC = {
  _id: 1,
  n: 5,
  big: 2147483647,
  long: long(5),
  max: long('9223372036854775807'),
  half: 2.5,
  money: decimal('1.10'),
  s: 'aBcÄ',
  empty: '',
  yes: true,
  no: false,
  nothing: null,
  zero: 0,
  list: [1, 2, 3],
  none: [],
  docs: [{ q: 1 }, { q: 2, r: 3 }, 7, [{ q: 9 }]],
  deep: { a: { b: 'x' } },
  at: AT,
  id: new ObjectId('0123456789abcdef01234567'),
};

/** Written so that the document is not taken for a promise. */
const THEN = ['then', 1];
const by = (given: Document) => Object.fromEntries([...Object.entries(given), THEN, ['else', 2]]);

/** A page of the manual (reference/operator/aggregation/...), the rule, the expression, its value or error. */
type Rule = [page: string, rule: string, expression: unknown, expected: unknown];

const RULES: Rule[] = [
  ['aggregation-pipeline, field paths', 'a path', '$deep.a.b', 'x'],
  ['', 'a missing field', '$deep.x.b', MISSING],
  ['', 'a path through an array: the values of its documents', '$docs.q', [1, 2]],
  ['', 'a number in a path is a name', '$list.0', []],
  ['', 'a path through a scalar', '$n.x', MISSING],
  ['', '$ alone', '$', fails(16872)],
  ['', 'an empty name', '$a..b', fails(15998)],
  ['', 'a dot at the end', '$a.', fails(40353)],
  ['', 'a name with $', '$a.$b', fails(16410)],
  ['variables', '$$ROOT', '$$ROOT.n', 5],
  ['', '$$CURRENT', '$$CURRENT.deep.a', { b: 'x' }],
  ['', '$$REMOVE', { a: '$$REMOVE', b: 1 }, { b: 1 }],
  ['', 'an unknown variable', '$$what', fails(238)],
  ['literals', 'a text', 'x', 'x'],
  ['', 'a long', long(7), long(7)],
  ['', 'an array, what is missing is null', ['$n', '$gone', 'x'], [5, null, 'x']],
  ['', 'a document leaves out what is missing', { a: '$n', b: '$gone', c: { d: '$s' } }, { a: 5, c: { d: 'aBcÄ' } }],
  ['', 'an operator beside a field', { a: { $add: [1], b: 1 } }, fails(15983)],
  ['', 'a dot in the name of a field', { x: { 'a.b': 1 } }, fails(16412)],
  ['', 'an unknown operator', { $dance: 1 }, fails(238)],
  ['literal', 'is not computed', { $literal: { $add: [1, 2] } }, { $add: [1, 2] }],
  ['eq', 'an int equals a double', { $eq: ['$n', 5.0] }, true],
  ['', 'a long and a decimal', { $eq: ['$long', decimal('5.0')] }, true],
  ['', 'null is not missing', { $eq: ['$gone', null] }, false],
  [
    '',
    'the order of fields counts',
    {
      $eq: [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    },
    false,
  ],
  ['', 'the order of elements counts', { $eq: ['$list', [3, 2, 1]] }, false],
  ['', 'one operand', { $eq: ['$n'] }, fails(16020)],
  ['', 'an operand that is no array', { $eq: '$n' }, fails(16020)],
  ['ne', 'of equals', { $ne: ['$n', '$long'] }, false],
  ['gt', 'a text is above a number', { $gt: ['', 10 ** 9] }, true],
  ['', 'a missing field is below null', { $gt: [null, '$gone'] }, true],
  ['gte', 'of equals', { $gte: [1, 1] }, true],
  ['lt', 'a number is below a document', { $lt: [1, {}] }, true],
  ['lte', 'of dates', { $lte: ['$at', AT] }, true],
  ['', 'three operands', { $lte: [1, 2, 3] }, fails(16020)],
  ['and', 'of nothing', { $and: [] }, true],
  ['', 'null, 0 and missing are false', { $and: [true, '$nothing'] }, false],
  ['', 'an empty text and an empty array are true', { $and: ['$empty', '$none'] }, true],
  ['', 'a single operand', { $and: '$yes' }, true],
  ['', 'stops at the first that is false', { $and: ['$no', { $divide: ['$n', '$zero'] }] }, false],
  ['or', 'of nothing', { $or: [] }, false],
  ['', 'of 0 and missing', { $or: ['$zero', '$gone'] }, false],
  ['', 'stops at the first that is true', { $or: ['$n', { $divide: ['$n', '$zero'] }] }, true],
  ['not', 'of a value', { $not: ['$n'] }, false],
  ['', 'of null', { $not: '$nothing' }, true],
  ['', 'no operand', { $not: [] }, fails(16020)],
  ['cond', 'by position', { $cond: ['$yes', 1, 2] }, 1],
  ['', 'by name, another branch', { $cond: by({ if: '$gone' }) }, 2],
  ['', 'the branch that is not taken is not computed', { $cond: ['$yes', 1, { $divide: ['$n', '$zero'] }] }, 1],
  ['', 'two operands', { $cond: ['$yes', 1] }, fails(16020)],
  ['', 'without if', { $cond: by({}) }, fails(17080)],
  ['', 'without then', { $cond: { if: 1, else: 2 } }, fails(17081)],
  ['', 'without else', { $cond: Object.fromEntries([['if', 1], THEN]) }, fails(17082)],
  ['', 'an unknown name', { $cond: by({ if: 1, or: 4 }) }, fails(17083)],
  ['ifNull', 'the first that is there', { $ifNull: ['$gone', '$nothing', '$n', 9] }, 5],
  ['', 'the last where none is', { $ifNull: ['$nothing', 'x'] }, 'x'],
  ['', 'a missing last', { $ifNull: ['$nothing', '$gone'] }, MISSING],
  ['', '0 is there', { $ifNull: ['$zero', 1] }, 0],
  ['', 'one operand', { $ifNull: ['$n'] }, fails(1257300)],
  ['add', 'of nothing', { $add: [] }, 0],
  ['', 'ints', { $add: ['$n', 1] }, int(6)],
  ['', 'an int and a long', { $add: ['$n', '$long'] }, long(10)],
  ['', 'an int grows into a long', { $add: ['$big', 1] }, long(2147483648)],
  ['', 'ints that come back stay an int', { $add: ['$big', 1, -1] }, int(2147483647)],
  ['', 'a long grows into a double', { $add: ['$max', 1] }, double(2 ** 63)],
  ['', 'a double', { $add: ['$n', 0.5] }, double(5.5)],
  ['', 'a whole double stays a double', { $add: [double(1), 1] }, double(2)],
  ['', 'a decimal', { $add: ['$money', 1] }, fails(238)],
  ['', 'a date and milliseconds', { $add: ['$at', 1000] }, new Date(AT.getTime() + 1000)],
  ['', 'halves of milliseconds, away from zero', { $add: ['$at', 0.5] }, new Date(AT.getTime() + 1)],
  ['', 'two dates', { $add: ['$at', '$at'] }, fails(16612)],
  ['', 'null', { $add: ['$n', '$nothing'] }, null],
  ['', 'missing', { $add: ['$gone', 1] }, null],
  ['', 'a text', { $add: ['$n', '$s'] }, fails(14)],
  ['', 'null before a text', { $add: ['$nothing', '$s'] }, null],
  ['', 'an array', { $add: ['$list'] }, fails(14)],
  ['subtract', 'ints', { $subtract: ['$n', 7] }, int(-2)],
  ['', 'an int grows into a long', { $subtract: [-2, '$big'] }, long(-2147483649)],
  ['', 'a long grows into a double', { $subtract: ['$max', -1] }, double(2 ** 63)],
  ['', 'a date and a date: a long', { $subtract: ['$at', new Date(AT.getTime() - 5)] }, long(5)],
  ['', 'a date and milliseconds', { $subtract: ['$at', 7] }, new Date(AT.getTime() - 7)],
  ['', 'a number and a date', { $subtract: [7, '$at'] }, fails(14)],
  ['', 'null', { $subtract: ['$nothing', '$s'] }, null],
  ['', 'a text', { $subtract: ['$s', 1] }, fails(14)],
  ['', 'one operand', { $subtract: ['$n'] }, fails(16020)],
  ['multiply', 'of nothing', { $multiply: [] }, 1],
  ['', 'ints', { $multiply: ['$n', 3] }, int(15)],
  ['', 'an int grows into a long', { $multiply: ['$big', 2] }, long(4294967294)],
  ['', 'a long grows into a double', { $multiply: ['$max', 2] }, double(2 ** 64)],
  ['', 'a decimal', { $multiply: ['$money', 2] }, fails(238)],
  ['', 'null', { $multiply: [2, '$gone'] }, null],
  ['', 'a date', { $multiply: ['$at', 2] }, fails(14)],
  ['divide', 'is a double', { $divide: [6, 3] }, double(2)],
  ['', 'of longs', { $divide: ['$long', 2] }, double(2.5)],
  ['', 'by zero', { $divide: ['$n', '$zero'] }, fails(2)],
  ['', 'null', { $divide: ['$nothing', '$zero'] }, null],
  ['', 'a text', { $divide: ['$s', 1] }, fails(14)],
  ['', 'one operand', { $divide: ['$n'] }, fails(16020)],
  ['concat', 'texts', { $concat: ['$s', '-', 'x'] }, 'aBcÄ-x'],
  ['', 'of nothing', { $concat: [] }, ''],
  ['', 'null', { $concat: ['$s', '$gone'] }, null],
  ['', 'a number', { $concat: ['$s', '$n'] }, fails(16702)],
  ['isArray', 'an array', { $isArray: '$list' }, true],
  ['', 'an array as the operand', { $isArray: [['x']] }, true],
  ['', 'a text', { $isArray: '$s' }, false],
  ['', 'two operands', { $isArray: ['$list', 1] }, fails(16020)],
  ['size', 'of an array', { $size: '$list' }, 3],
  ['', 'of an empty one', { $size: '$none' }, 0],
  ['', 'of a missing field', { $size: '$gone' }, fails(17124)],
  ['in', 'an element', { $in: [2, '$list'] }, true],
  ['', 'of another type', { $in: [long(3), '$list'] }, true],
  ['', 'no element', { $in: ['2', '$list'] }, false],
  ['', 'no array', { $in: [1, '$n'] }, fails(40081)],
  ['arrayElemAt', 'from the front', { $arrayElemAt: ['$list', 1] }, 2],
  ['', 'from the end', { $arrayElemAt: ['$list', -1] }, 3],
  ['', 'outside', { $arrayElemAt: ['$list', 9] }, MISSING],
  ['', 'outside before', { $arrayElemAt: ['$list', -9] }, MISSING],
  ['', 'of null', { $arrayElemAt: ['$nothing', 0] }, null],
  ['', 'no array', { $arrayElemAt: ['$n', 0] }, fails(28689)],
  ['', 'no number', { $arrayElemAt: ['$list', 'x'] }, fails(28690)],
  ['', 'no whole number', { $arrayElemAt: ['$list', 1.5] }, fails(28691)],
  ['first (array)', 'the first', { $first: '$list' }, 1],
  ['', 'of an empty array', { $first: '$none' }, MISSING],
  ['', 'of a missing field', { $first: '$gone' }, null],
  ['', 'no array', { $first: '$n' }, fails(28689)],
  ['last (array)', 'the last', { $last: '$list' }, 3],
  ['sum', 'of operands', { $sum: ['$n', 2, '$s'] }, int(7)],
  ['', 'of the elements of an only operand', { $sum: '$list' }, int(6)],
  ['', 'of an only operand in an array', { $sum: ['$list'] }, int(6)],
  ['', 'of arrays among others', { $sum: ['$list', 1] }, int(1)],
  ['', 'of nothing', { $sum: '$gone' }, int(0)],
  ['', 'a long', { $sum: ['$long', '$n'] }, long(10)],
  ['', 'of doubles, without what rounding loses', { $sum: Array(10).fill(0.1) }, double(1)],
  ['avg', 'is a double', { $avg: '$list' }, double(2)],
  ['', 'passes over what is no number', { $avg: ['$n', '$s', null, 6] }, double(5.5)],
  ['', 'of nothing', { $avg: '$none' }, null],
  ['min', 'the least, by type and value', { $min: ['$s', '$half', '$n'] }, double(2.5)],
  ['', 'null is passed over', { $min: ['$nothing', '$n'] }, 5],
  ['', 'of the elements', { $min: '$list' }, 1],
  ['max', 'the largest', { $max: ['$s', '$n'] }, 'aBcÄ'],
  ['', 'an array among others', { $max: ['$list', 1] }, [1, 2, 3]],
  ['', 'of nothing', { $max: '$gone' }, null],
];

describe('embedded database rules of expressions', () => {
  const { collection } = useDatabase();
  let held: Collection;

  before(async () => {
    held = await collection([DOC as Document]);
  });

  let last = '';
  for (const [page, rule, expression, expected] of RULES) {
    last = page || last;
    it(`${last}: ${rule}`, async () => {
      const computed = held
        .aggregate([{ $project: { _id: 0, value: { $ifNull: [null, expression] } } }], TYPED)
        .toArray();
      await expectRule(
        computed.then(([doc]) => doc?.value),
        expected,
      );
    });
  }
});
