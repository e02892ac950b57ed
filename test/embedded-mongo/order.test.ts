import { expect } from 'chai';
import { Binary, Long, ObjectId } from 'mongodb';
import { useDatabase } from './database.ts';

/** Smallest first, as BSON compares. */
const ASCENDING: unknown[] = [
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  Long.MIN_VALUE,
  -1.5,
  0,
  0.1,
  1,
  Long.fromString('9007199254740992'),
  Long.fromString('9007199254740993'),
  9007199254740994,
  Number.POSITIVE_INFINITY,
  '',
  'a',
  'ab',
  'b',
  'é',
  '\ufffd',
  '😀',
  {},
  { a: 1 },
  { a: 1, b: 1 },
  { a: 2 },
  { b: 0 },
  { a: 'x' },
  new Binary(Buffer.from('b')),
  new Binary(Buffer.from('aa')),
  new ObjectId('000000000000000000000001'),
  new ObjectId('ffffffffffffffffffffffff'),
  false,
  true,
  new Date(-1),
  new Date(0),
];

describe('sort order of the embedded database', () => {
  const { collection } = useDatabase();

  for (const direction of [1, -1] as const)
    for (const indexed of [false, true])
      it(`sorts all types ${direction > 0 ? 'up' : 'down'}${indexed ? ' by an index' : ''}`, async () => {
        const docs = ASCENDING.map((v, rank) => ({ rank, v }));
        const shuffled = docs.map((_, i) => docs[(i * 17) % docs.length] as (typeof docs)[number]);
        expect(new Set(shuffled).size).to.equal(docs.length);
        const held = await collection(shuffled);
        if (indexed) await held.createIndex({ v: 1 });
        const ranks = (await held.find({}, { sort: { v: direction } }).toArray()).map(({ rank }) => rank);
        const expected = docs.map(({ rank }) => rank);
        expect(ranks).to.deep.equal(direction > 0 ? expected : expected.reverse());
      });

  it('returns insertion order without a sort', async () => {
    const held = await collection([5, 3, 9, 1].map((n) => ({ _id: n as never })));
    expect((await held.find().toArray()).map(({ _id }) => _id)).to.deep.equal([5, 3, 9, 1]);
  });

  it('sorts an array by its smallest element ascending, by its largest descending', async () => {
    const held = await collection([
      { k: 'a', v: [5, 1] },
      { k: 'b', v: 3 },
      { k: 'c', v: [] },
      { k: 'd', v: [2, 9] },
    ]);
    const keys = async (direction: 1 | -1) =>
      (await held.find({}, { sort: { v: direction } }).toArray()).map(({ k }) => k).join('');
    expect(await keys(1)).to.equal('cadb');
    expect(await keys(-1)).to.equal('dabc');
  });

  it('sorts by several fields, skips and limits', async () => {
    const held = await collection([1, 2, 3, 4, 5, 6].map((n) => ({ n, odd: n % 2 })));
    const found = await held
      .find({}, { sort: { odd: -1, n: -1 }, skip: 1, limit: 3, projection: { _id: 0, n: 1 } })
      .toArray();
    expect(found).to.deep.equal([{ n: 3 }, { n: 1 }, { n: 6 }]);
  });
});
