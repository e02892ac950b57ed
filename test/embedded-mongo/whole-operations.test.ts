import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { MongoClient, ObjectId } from 'mongodb';
import { indexFaults, strayRecords } from '../crash/whole-store.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { errorOf, spawnDatabase, useDatabase } from './database.ts';

describe('large and interrupted operations of the embedded database', () => {
  const { db, collection } = useDatabase();

  it('builds an index that includes concurrent writes', async () => {
    const other = await collection(Array.from({ length: 5000 }, (_, n) => ({ n })));
    const built = other.createIndex({ n: 1 });
    const writes = [
      other.insertOne({ n: 5000 }),
      other.deleteMany({ n: { $gte: 10, $lt: 20 } }),
      other.updateMany({ n: { $gte: 4000, $lt: 4010 } }, { $inc: { n: 10_000 } }),
    ];
    await Promise.all([built, ...writes]);
    expect(await other.countDocuments({ n: { $gte: 0 } })).to.equal(4991);
    expect(await other.countDocuments({ n: { $gte: 14_000 } })).to.equal(10);
    expect(await other.countDocuments({ n: { $gte: 0, $lt: 30 } })).to.equal(20);
  });

  it('drops a unique index whose build finds a late duplicate', async () => {
    const other = await collection(Array.from({ length: 2000 }, (_, n) => ({ n: n === 1999 ? 0 : n })));
    expect(await errorOf(other.createIndex({ n: 1 }, { unique: true }))).to.include({ code: 11000 });
    expect(await other.indexes()).to.have.length(1);
    await other.insertOne({ n: 1 });
  });

  it('resumes an index build that a killed process began', async () => {
    const folder = await tempFolder();
    const first = await spawnDatabase(folder);
    const client = await new MongoClient(first.uri).connect();
    const begun = client.db('x').collection('y');
    await begun.insertMany(Array.from({ length: 10_000 }, (_, n) => ({ n })));
    const built = begun.createIndex({ n: 1 }).catch(() => undefined);
    await begun.findOne({ n: 0 });
    await first.end('SIGKILL');
    await built;
    await client.close();
    const second = await spawnDatabase(folder);
    const again = await new MongoClient(second.uri).connect();
    const held = again.db('x').collection('y');
    expect(await held.countDocuments({ n: { $gte: 0 } })).to.equal(10_000);
    await held.createIndex({ n: 1 });
    expect(await held.countDocuments({ n: { $gte: 0 } })).to.equal(10_000);
    await again.close();
    await second.end();
    await rm(folder, { recursive: true });
  });

  it('completes a drop that a killed process began', async () => {
    const folder = await tempFolder();
    const first = await spawnDatabase(folder);
    const client = await new MongoClient(first.uri).connect();
    const [begun, kept] = [client.db('x').collection('begun'), client.db('x').collection('kept')];
    for (const held of [begun, kept]) {
      await held.createIndex({ n: 1 });
      await held.insertMany(Array.from({ length: 10_000 }, (_, n) => ({ n })));
    }
    const drops = Promise.allSettled([begun.drop(), kept.dropIndex('n_1')]);
    while ((await client.db('x').listCollections().toArray()).length > 1);
    while ((await kept.indexes()).length > 1);
    await first.end('SIGKILL');
    await drops;
    await client.close();
    const second = await spawnDatabase(folder);
    const again = await new MongoClient(second.uri).connect();
    const held = again.db('x').collection('kept');
    await held.createIndex({ n: -1 });
    expect(await held.countDocuments({ n: { $gte: 0 } })).to.equal(10_000);
    await again.db('x').collection('begun').drop();
    await again.close();
    await second.end();
    const { faults, entries, documents } = await indexFaults(folder);
    expect({ faults, documents, entries }).to.deep.equal({ faults: [], documents: 10_000, entries: 20_000 });
    expect(await strayRecords(folder)).to.equal(0);
    await rm(folder, { recursive: true });
  });

  it('changes each document once even if the update moves it within the index', async () => {
    const other = await collection(Array.from({ length: 3000 }, () => ({ n: 1 })));
    await other.createIndex({ n: 1 });
    expect((await other.updateMany({ n: { $gte: 1 } }, { $inc: { n: 1 } })).modifiedCount).to.equal(3000);
    expect(await other.countDocuments({ n: 2 })).to.equal(3000);
  });

  it('keeps what an update changed before it failed', async () => {
    const other = await collection(Array.from({ length: 3000 }, (_, n) => ({ n: n === 2500 ? 'none' : n })));
    expect(await errorOf(other.updateMany({}, { $inc: { n: 1 } }))).to.include({ code: 14 });
    expect(await other.countDocuments({ n: 2500 })).to.equal(1);
    expect(await other.countDocuments({ n: 2502 })).to.equal(1);
  });

  it('finds 8,000 ids by $in and all others by $nin, with and without an index', async () => {
    const ids = Array.from({ length: 8000 }, () => new ObjectId());
    const other = await collection(ids.map((_id, n) => ({ _id, link: ids[(n * 2) % 8000], n })));
    const wanted = [...ids.slice(0, 4000), ...Array.from({ length: 4000 }, () => new ObjectId())];
    const limit = { maxTimeMS: 6000 };
    const count = async () => [
      await other.countDocuments({ _id: { $in: wanted } }, limit),
      await other.countDocuments({ link: { $in: wanted } }, limit),
      await other.countDocuments({ link: { $nin: wanted } }, limit),
    ];
    expect(await count()).to.deep.equal([4000, 4000, 4000]);
    await other.createIndex({ link: 1 });
    expect(await count()).to.deep.equal([4000, 4000, 4000]);
  });

  it('refuses to sort more than 100 MB in memory, but sorts it by an index or with a limit', async () => {
    const other = await collection();
    const blob = Buffer.alloc(4_000_000);
    for (let n = 0; n < 28; n += 7) await other.insertMany(Array.from({ length: 7 }, (_, i) => ({ n: n + i, blob })));
    const sort = { n: -1 as const };
    const first = async (limit = 0) =>
      (await other.find({}, { sort, limit, batchSize: 1, allowDiskUse: false }).next())?.n;
    expect(await errorOf(first())).to.include({ code: 292 });
    expect(await errorOf(other.aggregate([{ $sort: sort }], { allowDiskUse: false }).next())).to.include({ code: 292 });
    expect(await first(2)).to.equal(27);
    await other.createIndex({ n: 1 });
    expect(await first()).to.equal(27);
  });

  it('counts correctly after inserts, deletions and failures', async () => {
    const other = await collection([{ _id: 1 as never }, { _id: 2 as never }]);
    await errorOf(other.insertMany([{ _id: 3 as never }, { _id: 1 as never }]));
    await other.deleteOne({ _id: 2 as never });
    expect(await other.countDocuments()).to.equal(2);
    expect(await other.countDocuments({}, { skip: 1 })).to.equal(1);
    await other.deleteMany({});
    expect(await other.countDocuments()).to.equal(0);
    expect(await db().collection('none').countDocuments()).to.equal(0);
  });
});
