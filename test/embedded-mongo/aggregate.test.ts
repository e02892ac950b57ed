import { expect } from 'chai';
import { Decimal128, type Document, Long } from 'mongodb';
import { errorOf, useDatabase } from './database.ts';

const ORDERS = [
  { _id: 1, user: 'a', cents: 100, items: ['x', 'y'], at: new Date(Date.UTC(2026, 0, 5)) },
  { _id: 2, user: 'b', cents: 250, items: [], at: new Date(Date.UTC(2026, 0, 6)) },
  { _id: 3, user: 'a', cents: 50, at: new Date(Date.UTC(2026, 1, 7)) },
];

describe('aggregation in the embedded database', () => {
  const { collection } = useDatabase();
  let run: (...pipeline: Document[]) => Promise<Document[]>;
  let users: string;

  before(async () => {
    const orders = await collection(ORDERS);
    users = (
      await collection([
        { _id: 'a' as never, name: 'Ann' },
        { _id: 'b' as never, name: 'Bob' },
      ])
    ).collectionName;
    run = (...pipeline) => orders.aggregate(pipeline).toArray();
  });

  it('runs $match, $group, $sort and $limit', async () => {
    const totals = {
      _id: '$user',
      cents: { $sum: '$cents' },
      n: { $sum: 1 },
      most: { $max: '$cents' },
      least: { $min: '$cents' },
      mean: { $avg: '$cents' },
      ids: { $push: '$_id' },
      first: { $first: '$_id' },
    };
    expect(
      await run(
        { $match: { cents: { $gte: 50 } } },
        { $sort: { _id: 1 } },
        { $group: totals },
        { $sort: { cents: -1 } },
        { $limit: 1 },
      ),
    ).to.deep.equal([{ _id: 'b', cents: 250, n: 1, most: 250, least: 250, mean: 250, ids: [2], first: 2 }]);
    expect(await run({ $group: { _id: null, cents: { $sum: '$cents' } } })).to.deep.equal([{ _id: null, cents: 400 }]);
  });

  it('groups by a document, equal values together', async () => {
    const by = { user: '$user', many: { $gt: ['$cents', 120] } };
    expect(await run({ $group: { _id: by, n: { $count: {} } } }, { $sort: { _id: 1 } })).to.deep.equal([
      { _id: { user: 'a', many: false }, n: 2 },
      { _id: { user: 'b', many: true }, n: 1 },
    ]);
  });

  it('joins by $lookup with fields', async () => {
    const names = await run(
      { $lookup: { from: users, localField: 'user', foreignField: '_id', as: 'u' } },
      { $unwind: '$u' },
      { $sort: { _id: 1 } },
      { $project: { name: '$u.name' } },
    );
    expect(names).to.deep.equal([
      { _id: 1, name: 'Ann' },
      { _id: 2, name: 'Bob' },
      { _id: 3, name: 'Ann' },
    ]);
  });

  it('runs $project and $addFields', async () => {
    expect(
      await run(
        { $match: { _id: 1 } },
        { $addFields: { 'extra.euros': { $divide: ['$cents', 100] } } },
        { $project: { items: 0, at: 0 } },
      ),
    ).to.deep.equal([{ _id: 1, user: 'a', cents: 100, extra: { euros: 1 } }]);
    expect(
      await run(
        { $match: { _id: 1 } },
        { $project: { _id: 0, big: { $cond: [{ $gt: ['$cents', 90] }, 'yes', 'no'] } } },
      ),
    ).to.deep.equal([{ big: 'yes' }]);
  });

  it('unwinds arrays, with and without empty ones', async () => {
    expect((await run({ $unwind: '$items' })).map(({ items }) => items)).to.deep.equal(['x', 'y']);
    expect(
      (
        await run({ $unwind: { path: '$items', preserveNullAndEmptyArrays: true } }, { $sort: { _id: 1, items: 1 } })
      ).map(({ items }) => items),
    ).to.deep.equal(['x', 'y', undefined, undefined]);
  });

  it('returns $count, and nothing for no documents', async () => {
    expect(await run({ $count: 'n' })).to.deep.equal([{ n: 3 }]);
    expect(await run({ $match: { _id: 99 } }, { $count: 'n' })).to.deep.equal([]);
  });

  it('compares in expressions as BSON does, and keeps types', async () => {
    const held = await collection([
      {
        a: { x: 1, y: 2 },
        b: { y: 2, x: 1 },
        long: Long.fromString('9007199254740993'),
        decimal: Decimal128.fromString('1.10'),
      },
    ]);
    const project = {
      _id: 0,
      same: { $eq: ['$a', '$b'] },
      lists: {
        $eq: [
          [1, 2],
          [2, 1],
        ],
      },
      long: 1,
      decimal: 1,
    };
    const [doc] = await held.aggregate([{ $project: project }], { promoteLongs: false }).toArray();
    expect(doc).to.deep.include({ same: false, lists: false, long: Long.fromString('9007199254740993') });
    expect(String(doc?.decimal)).to.equal('1.10');
  });

  it('fails a division by zero', async () => {
    expect(await errorOf(run({ $project: { a: { $divide: [1, 0] } } }))).to.include({ code: 2 });
  });
});
