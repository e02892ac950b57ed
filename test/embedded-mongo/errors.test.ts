import { expect } from 'chai';
import { type Collection, type Document, MongoBulkWriteError } from 'mongodb';
import { errorOf, useDatabase } from './database.ts';

describe('errors of the embedded database', () => {
  const { db, collection } = useDatabase();

  it('stops an ordered batch at the first error, and keeps earlier writes', async () => {
    const held = await collection();
    const error = await errorOf(held.insertMany([{ _id: 1 as never }, { _id: 1 as never }, { _id: 2 as never }]));
    expect(error).to.be.instanceOf(MongoBulkWriteError);
    expect((error as unknown as MongoBulkWriteError).insertedCount).to.equal(1);
    expect(await held.countDocuments()).to.equal(1);
  });

  it('continues an unordered batch after an error', async () => {
    const held = await collection();
    const docs = [{ _id: 1 as never }, { _id: 1 as never }, { _id: 2 as never }];
    expect(await errorOf(held.insertMany(docs, { ordered: false }))).to.include({ code: 11000 });
    expect(await held.countDocuments()).to.equal(2);
  });

  it('stores nothing of a document that its second index refuses', async () => {
    const held = await collection([{ a: 1, b: 1 }]);
    await held.createIndex({ a: 1 });
    await held.createIndex({ b: 1 }, { unique: true });
    await errorOf(held.insertOne({ a: 2, b: 1 }));
    expect(await held.countDocuments({ a: 2 })).to.equal(0);
    await errorOf(held.updateMany({}, [{ $set: { c: { $divide: [1, 0] } } }]));
    expect(await held.countDocuments({ c: { $exists: true } })).to.equal(0);
  });

  const WRONG: [string, number, (held: Collection) => Promise<unknown>][] = [
    [
      'a collection that is there already',
      48,
      (held) =>
        db()
          .createCollection(held.collectionName)
          .then(() => db().command({ create: held.collectionName })),
    ],
    ['renaming a collection that does not exist', 26, () => db().collection('none').rename('other')],
    [
      'renaming to the name of another collection',
      48,
      async (held) => {
        await db().collection('taken').insertOne({ a: 1 });
        return held.rename('taken');
      },
    ],
    ['indexes of what is not there', 26, () => db().collection('none').indexes()],
    ['an unknown field of a command', 238, (held) => db().command({ find: held.collectionName, dance: 1 })],
    ['an array as _id', 53, (held) => held.insertOne({ _id: [1] as never })],
    [
      'a document over 16 MB',
      10334,
      async (held) => {
        await held.updateOne({}, { $set: { a: 'x'.repeat(9_000_000) } });
        await held.updateOne({}, { $set: { b: 'x'.repeat(9_000_000) } });
      },
    ],
    ['a bad sort', 2, (held) => db().command({ find: held.collectionName, sort: { a: 3 } })],
    [
      'a projection that includes and excludes',
      31254,
      (held) => held.find({}, { projection: { a: 1, b: 0 } }).toArray(),
    ],
  ];
  for (const [title, code, action] of WRONG)
    it(`answers ${title} with ${code}`, async () => {
      const held = await collection([{ a: 1 }] as Document[]);
      expect(await errorOf(action(held))).to.include({ code });
    });
});
