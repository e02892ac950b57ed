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

describe('maxTimeMS in the embedded database', () => {
  const { db, collection } = useDatabase();
  let held: string;

  before(async () => {
    held = (await collection(Array.from({ length: 20_000 }, (_, n) => ({ n, text: `number ${n}` })))).collectionName;
  });

  it('ends a slower scan, sort, count, distinct and update with MaxTimeMSExpired', async () => {
    const all = db().collection(held);
    const maxTimeMS = 1;
    expect(await errorOf(all.findOne({ text: /no such words/ }, { maxTimeMS }))).to.include(EXPIRED);
    expect(await errorOf(all.find({}, { sort: { text: -1 }, limit: 1, maxTimeMS }).toArray())).to.include(EXPIRED);
    expect(await errorOf(all.countDocuments({ text: /no such words/ }, { maxTimeMS }))).to.include(EXPIRED);
    expect(await errorOf(all.distinct('text', {}, { maxTimeMS }))).to.include(EXPIRED);
    expect(await errorOf(all.updateMany({}, { $set: { seen: true } }, { maxTimeMS }))).to.include({ code: 50 });
    // As in MongoDB, what was written before the limit stays.
    expect(await all.countDocuments({ seen: true })).to.be.below(20_000);
  });

  it('ends an aggregation that multiplies documents', async () => {
    const one = await collection([{ n: 1 }]);
    const sum = [...EXPLOSION, { $group: { _id: null, sum: { $sum: '$a' } } }];
    expect(await errorOf(one.aggregate(sum, { maxTimeMS: 1 }).toArray())).to.include(EXPIRED);
  });

  it('answers within the limit, also over several batches; 0 means no limit', async () => {
    const all = db().collection(held);
    expect((await all.find({}, { batchSize: 500, maxTimeMS: 600_000 }).toArray()).length).to.equal(20_000);
    expect(await all.countDocuments({ text: /no such words/ }, { maxTimeMS: 0 })).to.equal(0);
  });

  it('refuses a limit that is not a time', async () => {
    expect(await errorOf(db().command({ find: held, maxTimeMS: -1 }))).to.have.property('code');
    expect(await errorOf(db().command({ find: held, maxTimeMS: 'soon' }))).to.include({ code: 14 });
  });
});
