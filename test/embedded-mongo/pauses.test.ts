import { expect } from 'chai';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { eventually } from '../helpers/eventually.ts';
import { errorOf, type ServerError, useDatabase } from './database.ts';

const MANY = 25_000;
const TRIES = 10;

/** Whether one of several races is won: on a busy machine this process may be too late to take part. */
async function winsOnce(race: (attempt: number) => Promise<boolean>): Promise<boolean> {
  for (let attempt = 1; attempt <= TRIES; attempt++) if (await race(attempt)) return true;
  return false;
}

describe('long operations of the embedded database', () => {
  const { db, uri, collection } = useDatabase();
  let held: Collection;

  before(async () => {
    held = await collection(Array.from({ length: MANY }, (_, n) => numbered(n)));
  });

  const nothing = { text: /no such words/ };
  const byText = { text: 1, n: -1 } as const;
  const numbered = (n: number) => ({ n, text: `number ${n}`, group: n % 7 });
  const half = Array.from({ length: MANY / 2 }, (_, index) => numbered(MANY / 2 + index));
  /** The last of each prepares another try. */

  const LONG: [string, (all: Collection) => Promise<unknown>, unknown, ((all: Collection) => Promise<unknown>)?][] = [
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
    ['an index build', (all) => all.createIndex(byText), 'text_1_n_-1', (all) => all.dropIndex('text_1_n_-1')],
    [
      'an update of all',
      (all) => all.updateMany({}, { $inc: { seen: 1 } }).then(({ modifiedCount }) => modifiedCount),
      MANY,
    ],
    [
      'a removal of many',
      (all) => all.deleteMany({ n: { $gte: MANY / 2 } }).then(({ deletedCount }) => deletedCount),
      MANY / 2,
      (all) => all.insertMany(half.map((each) => ({ ...each }))),
    ],
    [
      'dropping an index',
      (all) => all.dropIndex('text_1_n_-1').then(({ ok }) => ok),
      1,
      (all) => all.createIndex(byText),
    ],
  ];

  for (const [title, run, expected, again] of LONG)
    it(`answers others during ${title}`, async () => {
      const { _id } = (await held.findOne({}, { sort: { _id: 1 } })) as Document;
      const answers: number[] = [];
      const isServed = await winsOnce(async (attempt) => {
        if (attempt > 1) await again?.(held);
        let isOver = false;
        let answered = 0;
        const result = run(held).finally(() => {
          isOver = true;
        });
        for (; !isOver; answered++) await held.findOne({ _id });
        expect(await result).to.deep.equal(expected);
        answers.push(answered);
        return answered > 5;
      });
      expect(isServed, `answers during each try: ${answers}`).to.equal(true);
    });

  it('ends a long update at maxTimeMS, partly done at most', async () => {
    const change = held.updateMany({ slow: { $exists: false } }, { $set: { slow: true } }, { maxTimeMS: 60 });
    expect(await errorOf(change)).to.include({ code: 50, codeName: 'MaxTimeMSExpired' });
    expect(await held.countDocuments({ slow: true })).to.be.below(MANY / 2);
  });

  it('stops working for a client that has disconnected', async () => {
    const all = await held.countDocuments();
    const isStopped = await winsOnce(async (attempt) => {
      const left = `left${attempt}`;
      const client = await new MongoClient(uri()).connect();
      const change = client
        .db(held.dbName)
        .collection(held.collectionName)
        .updateMany({}, { $set: { [left]: true } })
        .catch(() => undefined);
      await eventually('the first change', () => held.findOne({ [left]: true }));
      await client.close(true);
      await change;
      let changed = -1;
      await eventually('no more changes', async () => {
        const before = changed;
        changed = await held.countDocuments({ [left]: true });
        return changed === before;
      });
      expect(changed).to.be.within(1, all);
      return changed < all;
    });
    expect(isStopped).to.equal(true);
  });

  it('stops reading for a killed cursor', async () => {
    const filter = { $or: [{ n: { $lt: 3 } }, nothing] };
    const isStopped = await winsOnce(async () => {
      const found = await db().command({ find: held.collectionName, filter, batchSize: 2 }, { promoteLongs: false });
      const read = db()
        .command({ getMore: found.cursor.id, collection: held.collectionName })
        .then(
          () => null,
          ({ code }: ServerError) => code,
        );
      await held.findOne({ n: 0 });
      await db().command({ killCursors: held.collectionName, cursors: [found.cursor.id] });
      const code = await read;
      expect(code).to.be.oneOf([null, 237]);
      return code === 237;
    });
    expect(isStopped).to.equal(true);
  });

  it('answers others while it drops a collection, which can be created again at once', async () => {
    const isServed = await winsOnce(async () => {
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
      return answered > 0;
    });
    expect(isServed).to.equal(true);
  });

  it('fails a read whose index is dropped, instead of returning fewer documents', async () => {
    const other = await collection(Array.from({ length: MANY / 2 }, (_, n) => ({ n, text: `number ${n}` })));
    const isFailed = await winsOnce(async () => {
      await other.createIndex({ n: 1 });
      const read = other
        .find({ n: { $gte: 0 } }, { projection: { n: 1 }, batchSize: MANY })
        .toArray()
        .then(
          ({ length }) => length,
          ({ code }: ServerError) => -code,
        );
      await other.findOne({ n: 0 });
      await other.dropIndex('n_1');
      const outcome = await read;
      expect(outcome).to.be.oneOf([-175, MANY / 2]);
      return outcome === -175;
    });
    expect(isFailed).to.equal(true);
  });
});
