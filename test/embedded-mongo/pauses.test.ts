import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { type Collection, type Document, MongoClient, ObjectId } from 'mongodb';
import { indexFaults, strayRecords } from '../crash/whole-store.ts';
import { eventually } from '../helpers/eventually.ts';
import { errorOf, spawnDatabase, temporaryFolder, useDatabase } from './database.ts';

const MANY = 25_000;

describe('long operations of the embedded database', () => {
  const { db, uri, collection } = useDatabase();
  let held: Collection;

  before(async () => {
    held = await collection(Array.from({ length: MANY }, (_, n) => ({ n, text: `number ${n}`, group: n % 7 })));
  });

  const nothing = { text: /no such words/ };
  const LONG: [string, (all: Collection) => Promise<unknown>, unknown][] = [
    ['a find without an index', (all) => all.findOne(nothing), null],
    ['a count', (all) => all.countDocuments(nothing), 0],
    ['distinct values', (all) => all.distinct('group', { n: { $gte: 0 } }), [0, 1, 2, 3, 4, 5, 6]],
    [
      'a sort',
      (all) =>
        all
          .find({}, { sort: { text: -1 }, limit: 1 })
          .map(({ n }) => n)
          .toArray(),
      [9999],
    ],
    [
      'a sort of all',
      (all) =>
        all
          .find({}, { sort: { text: 1 }, batchSize: MANY, projection: { n: 1 } })
          .toArray()
          .then(({ length }) => length),
      MANY,
    ],
    [
      'an update of one',
      (all) => all.updateOne(nothing, { $set: { n: 0 } }).then(({ matchedCount }) => matchedCount),
      0,
    ],
    ['an index build', (all) => all.createIndex({ text: 1, n: -1 }), 'text_1_n_-1'],
    [
      'an update of all',
      (all) => all.updateMany({}, { $set: { seen: 1 } }).then(({ modifiedCount }) => modifiedCount),
      MANY,
    ],
    [
      'a removal of many',
      (all) => all.deleteMany({ n: { $gte: MANY / 2 } }).then(({ deletedCount }) => deletedCount),
      MANY / 2,
    ],
    ['dropping an index', (all) => all.dropIndex('text_1_n_-1').then(({ ok }) => ok), 1],
  ];
  for (const [title, run, expected] of LONG)
    it(`answers others during ${title}`, async () => {
      const { _id } = (await held.findOne({}, { sort: { _id: 1 } })) as Document;
      let isOver = false;
      let answered = 0;
      const result = run(held).finally(() => {
        isOver = true;
      });
      for (; !isOver; answered++) await held.findOne({ _id });
      expect(await result).to.deep.equal(expected);
      expect(answered).to.be.above(5);
    });

  it('ends a long update at maxTimeMS, partly done at most', async () => {
    const change = held.updateMany({ slow: { $exists: false } }, { $set: { slow: true } }, { maxTimeMS: 60 });
    expect(await errorOf(change)).to.include({ code: 50, codeName: 'MaxTimeMSExpired' });
    expect(await held.countDocuments({ slow: true })).to.be.below(MANY / 2);
  });

  it('stops working for a client that has disconnected', async () => {
    const client = await new MongoClient(uri()).connect();
    const change = client
      .db(held.dbName)
      .collection(held.collectionName)
      .updateMany({}, { $set: { left: true } })
      .catch(() => undefined);
    await eventually('the first change', () => held.findOne({ left: true }));
    await client.close(true);
    await change;
    let before = -1;
    const changed = () => held.countDocuments({ left: true });
    await eventually('no more changes', async () => {
      const now = await changed();
      const isStill = now === before;
      before = now;
      return isStill;
    });
    expect(before).to.be.within(1, (await held.countDocuments()) - 1);
  });

  it('stops reading for a killed cursor', async () => {
    const filter = { $or: [{ n: { $lt: 3 } }, nothing] };
    const found = await db().command({ find: held.collectionName, filter, batchSize: 2 }, { promoteLongs: false });
    const read = errorOf(db().command({ getMore: found.cursor.id, collection: held.collectionName }));
    await held.findOne({ n: 0 });
    await db().command({ killCursors: held.collectionName, cursors: [found.cursor.id] });
    expect(await read).to.include({ code: 237 });
  });

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
    const folder = await temporaryFolder();
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

  it('answers others while it drops a collection, which can be created again at once', async () => {
    const other = await collection(Array.from({ length: MANY / 2 }, (_, n) => ({ n })));
    let isOver = false;
    let answered = 0;
    const dropped = other.drop().finally(() => {
      isOver = true;
    });
    await held.findOne({ n: 0 });
    await other.insertOne({ n: -1 });
    for (; !isOver; answered++) expect(await other.countDocuments({ n: { $lt: 5 } })).to.equal(1);
    expect(await dropped).to.equal(true);
    expect(answered).to.be.above(0);
  });

  it('completes a drop that a killed process began', async () => {
    const folder = await temporaryFolder();
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

  it('fails a read whose index is dropped, instead of returning fewer documents', async () => {
    const other = await collection(Array.from({ length: MANY / 2 }, (_, n) => ({ n, text: `number ${n}` })));
    await other.createIndex({ n: 1 });
    const read = errorOf(other.find({ n: { $gte: 0 }, ...nothing }).toArray());
    await other.findOne({ n: 0 });
    await other.dropIndex('n_1');
    expect(await read).to.include({ code: 175 });
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
