import { inspect } from 'node:util';
import { expect } from 'chai';
import { type Collection, Decimal128, type Document, type IndexDescription, Long } from 'mongodb';
import { errorOf, useDatabase } from './database.ts';
import { random } from './random.ts';

const INDEXES: IndexDescription[] = [
  { key: { a: 1 } },
  { key: { a: -1, b: 1 } },
  { key: { b: 1, c: -1, a: 1 } },
  { key: { c: 1 }, sparse: true },
  { key: { 'd.x': 1, b: -1 } },
  { key: { 'd.x': 1, 'd.y': 1 } },
  { key: { b: -1 }, partialFilterExpression: { a: { $gt: 2 } } },
  { key: { tags: 1, a: 1 } },
  { key: { place: 1 } },
  { key: { a: 1, place: -1 } },
];

describe('indexes of the embedded database', () => {
  const { collection } = useDatabase();

  async function expectDuplicate(action: Promise<unknown>, keyPattern: Document, keyValue: Document): Promise<void> {
    const error = await errorOf(action);
    expect(error.message).to.match(/^E11000 duplicate key error collection: /);
    expect(error).to.deep.include({ code: 11000, keyPattern, keyValue });
  }

  it('reports the index and the key of a duplicate', async () => {
    const held = await collection([{ mail: 'a@b.c' }, { mail: 'd@e.f' }]);
    await held.createIndex({ mail: 1 }, { unique: true });
    await expectDuplicate(held.insertOne({ mail: 'a@b.c' }), { mail: 1 }, { mail: 'a@b.c' });
    await expectDuplicate(
      held.updateOne({ mail: 'd@e.f' }, { $set: { mail: 'a@b.c' } }),
      { mail: 1 },
      { mail: 'a@b.c' },
    );
    expect(await held.countDocuments({ mail: 'd@e.f' })).to.equal(1);
  });

  it('treats a missing field as null in a unique index', async () => {
    const held = await collection([{ x: 1 }]);
    await held.createIndex({ key: 1 }, { unique: true });
    await expectDuplicate(held.insertOne({ key: null }), { key: 1 }, { key: null });
  });

  it('treats equal numbers of different types as duplicates', async () => {
    const held = await collection([{ key: 1 }]);
    await held.createIndex({ key: 1 }, { unique: true });
    await errorOf(held.insertOne({ key: Long.fromNumber(1) }));
    await errorOf(held.insertOne({ key: Decimal128.fromString('1.0') }));
    await held.insertOne({ key: '1' });
  });

  it('enforces compound unique indexes, also over array elements', async () => {
    const held = await collection([{ a: 1, list: [1, 2] }]);
    await held.createIndex({ a: 1, list: 1 }, { unique: true });
    await expectDuplicate(held.insertOne({ a: 1, list: [3, 2] }), { a: 1, list: 1 }, { a: 1, list: 2 });
    await held.insertMany([
      { a: 2, list: [3, 2] },
      { a: 1, list: [4, 4] },
    ]);
  });

  it('enforces uniqueness of keys longer than the store’s limit', async () => {
    const long = 'x'.repeat(5000);
    const held = await collection([{ key: `${long}a` }, { key: `${long}b` }]);
    await held.createIndex({ key: 1 }, { unique: true });
    await errorOf(held.insertOne({ key: `${long}a` }));
    expect(await held.countDocuments({ key: `${long}b` })).to.equal(1);
    expect((await held.find({ key: { $gt: `${long}a` } }, { sort: { key: 1 } }).toArray()).length).to.equal(1);
  });

  it('leaves documents outside sparse and partial indexes unconstrained', async () => {
    const held = await collection([{ n: 1 }, { n: 2 }]);
    await held.createIndex({ sparse: 1 }, { unique: true, sparse: true });
    await held.createIndex({ active: 1 }, { unique: true, partialFilterExpression: { state: 'open' } });
    await held.insertMany([
      { active: 1, state: 'closed' },
      { active: 1, state: 'closed' },
      { active: 1, state: 'open', sparse: 1 },
    ]);
    await expectDuplicate(held.insertOne({ active: 1, state: 'open' }), { active: 1 }, { active: 1 });
    await expectDuplicate(held.updateOne({ n: 1 }, { $set: { sparse: 1 } }), { sparse: 1 }, { sparse: 1 });
    expect(await held.countDocuments({ sparse: null })).to.equal(4);
    expect(await held.countDocuments({ active: 1 })).to.equal(3);
  });

  it('refuses a unique index over duplicate documents', async () => {
    const held = await collection([{ a: 1 }, { a: 1 }]);
    expect(await errorOf(held.createIndex({ a: 1 }, { unique: true }))).to.include({ code: 11000 });
    expect((await held.indexes()).map(({ name }) => name)).to.deep.equal(['_id_']);
    await held.insertOne({ a: 1 });
  });

  it('creates an index once, lists indexes and drops one', async () => {
    const held = await collection([{ a: 1 }]);
    expect(await held.createIndex({ a: 1, b: -1 })).to.equal('a_1_b_-1');
    expect(await held.createIndex({ a: 1, b: -1 })).to.equal('a_1_b_-1');
    await held.createIndex({ at: 1 }, { expireAfterSeconds: 60, name: 'ttl' });
    expect(await held.indexes()).to.deep.equal([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
      { v: 2, key: { at: 1 }, name: 'ttl', expireAfterSeconds: 60 },
    ]);
    await held.dropIndex('ttl');
    expect((await held.indexes()).length).to.equal(2);
  });

  const WRONG: [string, number, (held: Collection) => Promise<unknown>][] = [
    ['dropping what is not there', 27, (held) => held.dropIndex('none')],
    ['dropping _id', 72, (held) => held.dropIndex('_id_')],
    ['the same keys under another name', 85, (held) => held.createIndex({ a: 1 }, { name: 'other' })],
    ['the same name for other keys', 86, (held) => held.createIndex({ b: 1 }, { name: 'a_1' })],
    [
      'two arrays in one entry',
      171,
      (held) => held.createIndex({ x: 1, y: 1 }).then(() => held.insertOne({ x: [1], y: [1] })),
    ],
    ['the same name with another expiry', 85, (held) => held.createIndex({ a: 1 }, { expireAfterSeconds: 5 })],
    ['the same name as a unique index', 86, (held) => held.createIndex({ a: 1 }, { unique: true })],
    ['the same name as a sparse index', 86, (held) => held.createIndex({ a: 1 }, { sparse: true })],
    [
      'the same name as a partial index',
      86,
      (held) => held.createIndex({ a: 1 }, { partialFilterExpression: { b: 1 } }),
    ],
    ['an expiry of several fields', 67, (held) => held.createIndex({ x: 1, z: 1 }, { expireAfterSeconds: 1 })],
  ];
  for (const [title, code, action] of WRONG)
    it(`refuses ${title} with ${code}`, async () => {
      const held = await collection([{ a: 1 }]);
      await held.createIndex({ a: 1 });
      expect(await errorOf(action(held))).to.include({ code });
    });

  const NOT_PARTIAL: Document[] = [
    { a: { $ne: 1 } },
    { a: { $nin: [1] } },
    { a: { $not: { $gt: 1 } } },
    { a: { $exists: false } },
    { a: { $size: 1 } },
    { a: { $elemMatch: { b: 1 } } },
    { a: /x/ },
    { a: { $regex: 'x' } },
    { $nor: [{ a: 1 }] },
    { b: 1, $and: [{ a: { $ne: 1 } }] },
  ];
  for (const partialFilterExpression of NOT_PARTIAL)
    it(`refuses an index of what ${inspect(partialFilterExpression, { depth: 4 })} finds with 67`, async () => {
      const held = await collection();
      expect(await errorOf(held.createIndex({ b: 1 }, { partialFilterExpression }))).to.include({ code: 67 });
    });

  it('creates a unique index beside a plain one of the same keys', async () => {
    const held = await collection([{ a: 1 }]);
    await held.createIndex({ a: 1 });
    await held.createIndex({ a: 1 }, { unique: true, name: 'once' });
    expect(await errorOf(held.insertOne({ a: 1 }))).to.include({ code: 11000 });
  });

  it('finds, sorts and changes with indexes what it does without', async function () {
    this.timeout(600_000);
    const { below: next, pick } = random(7);
    const scalar = (): unknown =>
      pick<() => unknown>([
        () => next(6),
        () => pick(['p', 'q', 'pq']),
        () => null,
        () => new Date(next(4)),
        () => next(12) / 2,
        () => Long.fromNumber(next(6)),
      ])();
    const document = (id: number): Document => {
      const doc: Document = { _id: id, a: next(6), place: (id * 37) % 151 };
      if (next(4)) doc.b = scalar();
      if (next(2)) doc.c = scalar();
      if (next(3))
        doc.d = next(2) ? { x: scalar(), y: next(3) } : [{ x: next(4), y: next(3) }, { x: next(4) }, next(3)];
      if (next(3)) doc.tags = next(3) ? [next(4), next(4)] : pick<unknown>([[], 2, null]);
      return doc;
    };
    const condition = (): unknown =>
      pick<() => unknown>([
        scalar,
        scalar,
        () => ({ $gt: scalar() }),
        () => ({ $lte: next(5) }),
        () => ({ $gte: next(3), $lt: 3 + next(3) }),
        () => ({ $in: [scalar(), scalar(), next(4)] }),
        () => ({ $ne: next(4) }),
        () => ({ $exists: next(2) === 1 }),
        () => /^p/,
        () => ({ $not: { $gt: next(4) } }),
      ])();
    const field = (): string => pick(['a', 'b', 'c', 'd.x', 'd.y', 'tags', '_id', 'tags.0']);
    const filter = (depth = 0): Document => {
      const made: Document = {};
      for (let left = 1 + next(3); left > 0; left--) made[field()] = condition();
      if (depth < 1 && next(4) === 0) made.$or = [filter(1), filter(1)];
      return made;
    };
    const docs = Array.from({ length: 150 }, (_, i) => document(i));
    const [plain, indexed] = [await collection(docs), await collection(docs.slice(0, 75))];
    await indexed.createIndexes(INDEXES);
    await indexed.insertMany(docs.slice(75));
    for (let round = 0; round < 250; round++) {
      const query = filter();
      const byPlace = { place: pick([1, -1]) };
      const sort: Document = pick([
        { [field()]: pick([1, -1]), [field()]: pick([1, -1]), _id: 1 },
        byPlace,
        { a: pick([1, -1]), ...byPlace },
      ]);
      if (next(4) === 0) query.place = { $in: [next(151), next(151), next(151), next(151)] };
      const options = { sort, skip: pick([0, 0, 2]), limit: pick([0, 0, 5]) } as object;
      const found = async (held: Collection) => held.find(query, options).toArray();
      expect(await found(indexed), JSON.stringify({ query, options })).to.deep.equal(await found(plain));
      if (round % 5 > 0) continue;
      const changes = pick<Document>([
        { $set: { a: next(6), c: scalar() } },
        { $unset: { b: 1 } },
        { $set: { tags: [next(4)], 'd.y': 1 } },
      ]);
      const id = next(150) as never;
      for (const held of [plain, indexed])
        await held.updateOne({ _id: id, d: { $not: { $type: ['array', 'int'] } } }, changes);
    }
  });
});
