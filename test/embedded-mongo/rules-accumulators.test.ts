import type { Document } from 'mongodb';
import { useDatabase } from './database.ts';
import { decimal, double, expectRule, fails, int, long, TYPED } from './rules.ts';

const SORT = { $sort: { _id: 1 } };

/** A page of the manual, the rule, the accumulator, the values of the group, and what they give or end in. */
const ACCUMULATORS: [page: string, rule: string, accumulator: Document, values: unknown[], expected: unknown][] = [
  ['sum', 'ints', { $sum: '$v' }, [1, 2], int(3)],
  ['', 'ints grow into a long', { $sum: '$v' }, [2147483647, 1], long(2147483648)],
  ['', 'longs grow into a double', { $sum: '$v' }, [long('9223372036854775807'), 1], double(2 ** 63)],
  [
    '',
    'longs beyond 53 bits are exact',
    { $sum: '$v' },
    [long('9007199254740993'), long('9007199254740993')],
    long('18014398509481986'),
  ],
  ['', 'doubles keep what rounding loses', { $sum: '$v' }, Array(10).fill(0.1), double(1)],
  ['', 'whole doubles stay doubles', { $sum: '$v' }, [double(1), 2], double(3)],
  ['', 'decimals', { $sum: '$v' }, [decimal('1.10'), 1], fails(238)],
  ['', 'what is no number is passed over', { $sum: '$v' }, [1, 'x', null, [5], undefined], int(1)],
  ['', 'no numbers', { $sum: '$v' }, ['x'], int(0)],
  ['', 'a constant', { $sum: 2 }, [1, 1, 1], int(6)],
  ['', 'infinities', { $sum: '$v' }, [double(Number.POSITIVE_INFINITY), 1], double(Number.POSITIVE_INFINITY)],
  ['avg', 'is a double', { $avg: '$v' }, [1, 3], double(2)],
  ['', 'what is no number is passed over', { $avg: '$v' }, [1, null, 'x', 2], double(1.5)],
  ['', 'no numbers', { $avg: '$v' }, ['x'], null],
  ['min', 'by type and value', { $min: '$v' }, ['a', 3, 2.5], double(2.5)],
  ['', 'null is passed over', { $min: '$v' }, [null, 3], int(3)],
  ['', 'nothing', { $min: '$v' }, [null, undefined], null],
  ['', 'of equals the first', { $min: '$v' }, [long(1), 1], long(1)],
  ['max', 'by type and value', { $max: '$v' }, ['a', 3, true], true],
  ['', 'an array as a whole', { $max: '$v' }, [[1], 3], [1]],
  ['first', 'the first', { $first: '$v' }, [3, 1], int(3)],
  ['', 'a missing one is null', { $first: '$v' }, [undefined, 1], null],
  ['last', 'the last', { $last: '$v' }, [3, 1], int(1)],
  ['', 'a missing one is null', { $last: '$v' }, [1, undefined], null],
  ['push', 'all, with null and without what is missing', { $push: '$v' }, [1, null, undefined, [2]], [1, null, [2]]],
  ['', 'documents', { $push: { w: '$v' } }, [1, undefined], [{ w: 1 }, {}]],
  ['addToSet', 'each value once', { $addToSet: '$v' }, [1, long(1), double(1)], [1]],
  [
    '',
    'an array as a whole',
    { $addToSet: '$v' },
    [
      [1, 2],
      [1, 2],
    ],
    [[1, 2]],
  ],
  ['', 'null, but not what is missing', { $addToSet: '$v' }, [null, undefined], [null]],
  ['count', 'documents', { $count: {} }, [1, null, undefined], int(3)],
  ['', 'an operand', { $count: 1 }, [1], fails(14)],
];

describe('embedded database rules of accumulators', () => {
  const { collection } = useDatabase();

  let last = '';
  for (const [page, rule, accumulator, values, expected] of ACCUMULATORS) {
    last = page || last;
    it(`${last}: ${rule}`, async () => {
      const held = await collection(values.map((v, _id) => (v === undefined ? { _id } : { _id, v })) as Document[]);
      const groups = held.aggregate([SORT, { $group: { _id: null, value: accumulator } }], TYPED).toArray();
      await expectRule(
        groups.then(([group]) => group?.value),
        expected,
      );
    });
  }
});
