import { expect } from 'chai';
import type { Document } from 'mongodb';
import { errorOf, useDatabase } from './database.ts';

/** A million documents out of each one. */
const TEN = [...Array(10).keys()];
const EXPLOSION: Document[] = [...'abcdef'].flatMap((name) => [
  { $addFields: { [name]: TEN } },
  { $unwind: `$${name}` },
]);
const EXPIRED = { code: 50, codeName: 'MaxTimeMSExpired' };

describe('embedded database: maxTimeMS', () => {
  const { db, collection } = useDatabase();
  let held: string;

  before(async () => {
    held = (await collection(Array.from({ length: 20_000 }, (_, n) => ({ n, text: `number ${n}` })))).collectionName;
  });

  it('ends a scan, a sort, a count, distinct values and an update that take longer', async () => {
    const all = db().collection(held);
    const maxTimeMS = 1;
    expect(await errorOf(all.findOne({ text: /no such words/ }, { maxTimeMS }))).to.include(EXPIRED);
    expect(await errorOf(all.find({}, { sort: { text: -1 }, limit: 1, maxTimeMS }).toArray())).to.include(EXPIRED);
    expect(await errorOf(all.countDocuments({ text: /no such words/ }, { maxTimeMS }))).to.include(EXPIRED);
    expect(await errorOf(all.distinct('text', {}, { maxTimeMS }))).to.include(EXPIRED);
    expect(await errorOf(all.updateMany({}, { $set: { seen: true } }, { maxTimeMS }))).to.include({ code: 50 });
    expect(await all.countDocuments({ seen: true })).to.equal(0);
  });

  it('ends an aggregation that makes many documents of one', async () => {
    const one = await collection([{ n: 1 }]);
    const sum = [...EXPLOSION, { $group: { _id: null, sum: { $sum: '$a' } } }];
    expect(await errorOf(one.aggregate(sum, { maxTimeMS: 1 }).toArray())).to.include(EXPIRED);
  });

  it('answers what takes less, over several batches too, and anything where it is 0', async () => {
    const all = db().collection(held);
    expect((await all.find({}, { batchSize: 500, maxTimeMS: 600_000 }).toArray()).length).to.equal(20_000);
    expect(await all.countDocuments({ text: /no such words/ }, { maxTimeMS: 0 })).to.equal(0);
  });

  it('refuses a time that is none', async () => {
    expect(await errorOf(db().command({ find: held, maxTimeMS: -1 }))).to.have.property('code');
    expect(await errorOf(db().command({ find: held, maxTimeMS: 'soon' }))).to.include({ code: 14 });
  });
});
