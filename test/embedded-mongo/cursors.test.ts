import { expect } from 'chai';
import { errorOf, useDatabase } from './database.ts';

describe('cursors of the embedded database', () => {
  const { db, collection } = useDatabase();
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

  it('returns all documents in batches, in order', async () => {
    const held = await collection(many(1234));
    for (const batchSize of [1, 100, 2000]) {
      const numbers: number[] = [];
      for await (const { n } of held.find(batchSize === 1 ? { n: { $lt: 7 } } : {}, { batchSize })) numbers.push(n);
      expect(numbers).to.deep.equal(Array.from({ length: batchSize === 1 ? 7 : 1234 }, (_, i) => i));
    }
  });

  it('continues through an index while documents are deleted', async () => {
    const held = await collection(many(500));
    await held.createIndex({ n: 1 });
    const cursor = held.find({ n: { $gte: 0 } }, { sort: { n: -1 }, batchSize: 50 });
    expect((await cursor.next())?.n).to.equal(499);
    await held.deleteMany({ n: { $lt: 250 } });
    let seen = 1;
    for await (const _ of cursor) seen++;
    expect(seen).to.be.within(250, 500);
  });

  it('splits batches that exceed one message', async () => {
    const held = await collection();
    for (let i = 0; i < 3; i++)
      await held.insertMany(Array.from({ length: 4 }, () => ({ blob: Buffer.alloc(2_000_000) })));
    expect((await held.find({}, { batchSize: 100 }).toArray()).length).to.equal(12);
  });

  it('refuses getMore on a killed cursor', async () => {
    const held = await collection(many(10));
    const { cursor } = await db().command({ find: held.collectionName, batchSize: 2 }, { promoteLongs: false });
    expect(cursor.firstBatch.length).to.equal(2);
    const killed = await db().command({ killCursors: held.collectionName, cursors: [cursor.id] });
    expect(killed.cursorsKilled.length).to.equal(1);
    expect(await errorOf(db().command({ getMore: cursor.id, collection: held.collectionName }))).to.include({
      code: 43,
    });
  });

  it('honours limit and singleBatch', async () => {
    const held = await collection(many(10));
    expect((await held.find({}, { limit: 3, batchSize: 2 }).toArray()).length).to.equal(3);
    const { cursor } = await db().command({ find: held.collectionName, limit: 3, singleBatch: true });
    expect(Number(cursor.id)).to.equal(0);
  });

  it('returns only projected fields', async () => {
    const held = await collection([{ _id: 1 as never, a: { b: 1, c: 2 }, list: [{ q: 1, r: 2 }, { q: 3 }] }]);
    const shown = async (projection: object) => held.findOne({}, { projection: projection as never });
    expect(await shown({ 'a.b': 1 })).to.deep.equal({ _id: 1, a: { b: 1 } });
    expect(await shown({ _id: 0, 'list.q': 1 })).to.deep.equal({ list: [{ q: 1 }, { q: 3 }] });
    expect(await shown({ a: 0, 'list.r': 0 })).to.deep.equal({ _id: 1, list: [{ q: 1 }, { q: 3 }] });
    expect(await shown({ _id: 0, sum: { $add: ['$a.b', '$a.c'] } })).to.deep.equal({ sum: 3 });
  });

  it('counts, and lists distinct values', async () => {
    const held = await collection([{ v: [1, 2] }, { v: 2 }, { v: null }, {}]);
    expect(await held.distinct('v')).to.have.deep.members([1, 2, null]);
    expect(await held.countDocuments({ v: 2 })).to.equal(2);
    expect(await held.countDocuments()).to.equal(4);
  });
});
