import { expect } from 'chai';
import { type Document, Int32, Long, type UpdateFilter } from 'mongodb';
import { errorOf, useDatabase } from './database.ts';

interface Case {
  title: string;
  from: Document;
  update: Document | Document[];
  to: Document;
  filter?: Document;
}

const CASES: Case[] = [
  {
    title: '$set makes the documents on its way',
    from: { a: 1 },
    update: { $set: { 'b.c': 2 } },
    to: { a: 1, b: { c: 2 } },
  },
  { title: '$set of an unchanged _id', from: { a: 1 }, update: { $set: { _id: 1, a: 2 } }, to: { a: 2 } },
  {
    title: '$set past the end of an array',
    from: { a: [1] },
    update: { $set: { 'a.3': 4 } },
    to: { a: [1, null, null, 4] },
  },
  {
    title: '$unset',
    from: { a: 1, b: { c: 1, d: 2 } },
    update: { $unset: { a: '', 'b.c': '', 'x.y': '' } },
    to: { b: { d: 2 } },
  },
  {
    title: '$unset of an element leaves null',
    from: { a: [1, 2] },
    update: { $unset: { 'a.0': 1 } },
    to: { a: [null, 2] },
  },
  { title: '$inc', from: { a: 1 }, update: { $inc: { a: 2, b: 1.5 } }, to: { a: 3, b: 1.5 } },
  { title: '$min and $max', from: { a: 5, b: 5 }, update: { $min: { a: 3 }, $max: { b: 9 } }, to: { a: 3, b: 9 } },
  { title: '$push', from: { a: [1] }, update: { $push: { a: 2, b: 3 } }, to: { a: [1, 2], b: [3] } },
  {
    title: '$push with $each and $slice',
    from: { a: [5, 1] },
    update: { $push: { a: { $each: [3, 2], $slice: -3 } } },
    to: { a: [1, 3, 2] },
  },
  {
    title: '$addToSet',
    from: { a: [1, { x: 1 }] },
    update: { $addToSet: { a: { $each: [1, { x: 1 }, 2] } } },
    to: { a: [1, { x: 1 }, 2] },
  },
  {
    title: '$pull by value and by condition',
    from: { a: [1, 2, 1], b: [1, 5, 9] },
    update: { $pull: { a: 1, b: { $gte: 5 } } },
    to: { a: [2], b: [1] },
  },
  {
    title: '$pull of documents',
    from: { a: [{ q: 1, r: 1 }, { q: 2 }] },
    update: { $pull: { a: { q: 1 } } },
    to: { a: [{ q: 2 }] },
  },
  {
    title: '$ is the element that matched',
    from: { a: [{ q: 1 }, { q: 2 }] },
    filter: { 'a.q': 2 },
    update: { $set: { 'a.$.r': 7 } },
    to: { a: [{ q: 1 }, { q: 2, r: 7 }] },
  },
  {
    title: '$ after $elemMatch',
    from: { a: [1, 8, 9] },
    filter: { a: { $elemMatch: { $gt: 7 } } },
    update: { $set: { 'a.$': 0 } },
    to: { a: [1, 0, 9] },
  },
  {
    title: 'a pipeline',
    from: { a: 2, b: 3, c: 1 },
    update: [{ $set: { sum: { $add: ['$a', '$b'] } } }, { $project: { c: 0 } }],
    to: { a: 2, b: 3, sum: 5 },
  },
  {
    title: 'names of the prototype are fields like any',
    from: { a: 1 },
    update: { $set: { 'constructor.prototype.x': 1 } },
    to: { a: 1, constructor: { prototype: { x: 1 } } },
  },
];

describe('updates in the embedded database', () => {
  const { collection } = useDatabase();

  for (const { title, from, update, to, filter = {} } of CASES)
    it(title, async () => {
      const docs = await collection([{ _id: 1 as never, ...from }]);
      const result = await docs.updateOne({ _id: 1 as never, ...filter }, update as UpdateFilter<Document>);
      expect(result).to.include({ matchedCount: 1, modifiedCount: 1 });
      expect(await docs.findOne()).to.deep.equal({ _id: 1, ...to });
    });

  it('keeps number types, and turns an int that overflows into a long', async () => {
    const docs = await collection([{ int: new Int32(2147483647), long: Long.fromNumber(1) }]);
    await docs.updateOne({}, { $inc: { int: 1, long: 1 } });
    const doc = await docs.findOne({}, { promoteValues: false });
    expect(doc?.int).to.deep.equal(Long.fromNumber(2147483648));
    expect(doc?.long).to.deep.equal(Long.fromNumber(2));
  });

  it('reports a match without modification for an unchanged document', async () => {
    const docs = await collection([{ a: 1 }]);
    expect(await docs.updateOne({}, { $set: { a: 1 } })).to.include({ matchedCount: 1, modifiedCount: 0 });
  });

  it('replaces all fields except _id', async () => {
    const docs = await collection([{ _id: 1 as never, a: 1, b: 2 }]);
    await docs.replaceOne({ a: 1 }, { c: 3 });
    expect(await docs.findOne()).to.deep.equal({ _id: 1, c: 3 });
  });

  it('$currentDate', async () => {
    const docs = await collection([{ a: 1 }]);
    await docs.updateOne({}, { $currentDate: { at: true } });
    expect((await docs.findOne())?.at).to.be.instanceOf(Date);
  });

  it('updates many documents, and deletes one or many', async () => {
    const docs = await collection([{ a: 1 }, { a: 1 }, { a: 2 }]);
    expect(await docs.updateMany({ a: 1 }, { $inc: { a: 10 } })).to.include({ matchedCount: 2, modifiedCount: 2 });
    expect(await docs.deleteOne({ a: 11 })).to.include({ deletedCount: 1 });
    expect(await docs.deleteMany({})).to.include({ deletedCount: 2 });
  });

  it('upserts the filter’s equalities together with $setOnInsert', async () => {
    const docs = await collection();
    const update = { $inc: { n: 1 }, $setOnInsert: { first: true } };
    const first = await docs.updateOne({ key: 'k', 'deep.x': { $eq: 1 }, n: { $lt: 9 } }, update, { upsert: true });
    expect(first).to.include({ matchedCount: 0, upsertedCount: 1 });
    await docs.updateOne({ key: 'k' }, update, { upsert: true });
    expect(await docs.findOne({ _id: first.upsertedId as never }, { projection: { _id: 0 } })).to.deep.equal({
      key: 'k',
      deep: { x: 1 },
      n: 2,
      first: true,
    });
  });

  it('finds the first by sort order and changes it atomically', async () => {
    const docs = await collection([1, 2, 3].map((priority) => ({ priority, state: 'ready' })));
    const taken = await docs.findOneAndUpdate(
      { state: 'ready' },
      { $set: { state: 'taken' } },
      { sort: { priority: -1 }, returnDocument: 'after', projection: { _id: 0 } },
    );
    expect(taken).to.deep.equal({ priority: 3, state: 'taken' });
    expect(await docs.findOneAndDelete({ state: 'ready' }, { sort: { priority: 1 } })).to.include({ priority: 1 });
    expect(await docs.findOneAndUpdate({ state: 'none' }, { $set: { a: 1 } })).to.equal(null);
    expect(
      await docs.findOneAndUpdate(
        { state: 'new' },
        { $set: { a: 1 } },
        { upsert: true, returnDocument: 'after', projection: { _id: 0 } },
      ),
    ).to.deep.equal({ state: 'new', a: 1 });
  });

  const WRONG: [string, number, Document, Document][] = [
    ['a change of _id', 66, { a: 1 }, { $set: { _id: 2 } }],
    ['two changes of one path', 40, { a: 1 }, { $set: { a: 2 }, $inc: { a: 1 } }],
    ['a change of a path and of its parent', 40, { a: {} }, { $set: { a: {}, 'a.b': 1 } }],
    ['a path through a scalar', 28, { a: 1 }, { $set: { 'a.b': 1 } }],
    ['$inc of a string', 14, { a: 'x' }, { $inc: { a: 1 } }],
    ['$inc by a string', 14, { a: 1 }, { $inc: { a: 'x' } }],
    ['$push to a scalar', 2, { a: 1 }, { $push: { a: 1 } }],
    ['$addToSet to a scalar', 2, { a: 1 }, { $addToSet: { a: 1 } }],
    ['an unknown modifier', 238, { a: 1 }, { $foo: { a: 1 } }],
    ['an empty field name', 56, { a: 1 }, { $set: { 'a..b': 1 } }],
    ['$ without a match of an array', 2, { a: [1] }, { $set: { 'a.$': 1 } }],
  ];
  for (const [title, code, from, update] of WRONG)
    it(`refuses ${title} with ${code} and changes nothing`, async () => {
      const docs = await collection([{ _id: 1 as never, ...from }]);
      expect(await errorOf(docs.updateOne({}, update))).to.include({ code });
      expect(await docs.findOne()).to.deep.equal({ _id: 1, ...from });
    });

  it('counts every one of many concurrent upserts of a key', async () => {
    const docs = await collection();
    await docs.createIndex({ key: 1 }, { unique: true });
    const one = () =>
      docs.findOneAndUpdate({ key: 'k' }, { $inc: { n: 1 } }, { upsert: true, returnDocument: 'after' });
    const seen = await Promise.all(Array.from({ length: 40 }, one));
    expect(seen.map((doc) => doc?.n).sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(await docs.countDocuments()).to.equal(1);
  });
});
