import { expect } from 'chai';
import { Binary, type Collection, type Document, type IndexDescription, Long, ObjectId } from 'mongodb';
import { errorOf, useDatabase } from './database.ts';
import { random } from './random.ts';

const { seed, below, pick } = random();

/** Keys are cut at 1,500 bytes: lengths around it, also where other fields go first or follow, and far beyond. */
const LENGTHS = [0, 1, 700, 1400, 1480, 1488, 1490, 1495, 1496, 1497, 1498, 1499, 1500, 1501, 1530, 1980, 5000];

const text = (): string => `${pick(['x', 'x', 'y', 'é', '\0'])}${'x'.repeat(pick(LENGTHS))}${pick(['', '', 'a', 'b'])}`;

const SCALARS: (() => unknown)[] = [
  text,
  text,
  text,
  () => below(4),
  () => below(8) / 2,
  () => null,
  () => new Date(below(3)),
  () =>
    Long.fromString(pick(['9007199254740993', '9007199254740992', '-9007199254740993', '9223372036854775807', '2'])),
  () => ({ x: text() }),
  () => ({ x: below(2), y: text() }),
  () => new Binary(Buffer.alloc(pick([3, 1490, 1600]), below(2))),
  () => new ObjectId('0123456789abcdef0123456'.concat(String(below(3)))),
  () => pick([true, false]),
];
const scalar = (): unknown => pick(SCALARS)();
const list = (): unknown => pick<() => unknown>([() => [], () => [scalar()], () => [text(), scalar(), below(3)]])();

const condition = (value: () => unknown): unknown =>
  pick<() => unknown>([
    value,
    value,
    value,
    () => ({ [pick(['$gt', '$gte', '$lt', '$lte', '$ne'])]: scalar() }),
    () => ({ $gte: text(), $lt: text() }),
    () => ({ [pick(['$in', '$in', '$nin'])]: [value(), scalar(), value(), null].slice(below(2), 2 + below(3)) }),
    () => ({ $exists: pick([true, false]) }),
    () => new RegExp(`^${text().replace('\0', 'x')}`),
  ])();

const INDEXES: IndexDescription[] = [
  { key: { a: 1 } },
  { key: { a: -1 }, sparse: true },
  { key: { a: 1, b: 1 } },
  { key: { a: -1, b: 1 } },
  { key: { a: 1, b: -1, c: 1 } },
  { key: { 'd.x': 1, a: -1 } },
  { key: { b: 1, a: 1 }, partialFilterExpression: { c: { $gte: 2 } } },
  { key: { b: -1, c: 1 }, sparse: true },
];

describe('long keys in the embedded database', () => {
  const { collection } = useDatabase();

  it('finds a short second field behind a long first one in a compound index', async () => {
    const held = await collection([{ a: 'x'.repeat(1490), b: 5 }]);
    await held.createIndex({ a: 1, b: 1 });
    expect(await held.find({ a: 'x'.repeat(1490), b: 5 }).toArray()).to.have.length(1);
  });

  it('finds, updates and deletes by two values that exceed a key together', async () => {
    const held = await collection();
    await held.createIndex({ a: 1, b: 1 });
    const both = { a: 'x'.repeat(1400), b: 'y'.repeat(1400) };
    expect((await held.updateOne(both, { $set: { n: 1 } }, { upsert: true })).upsertedCount).to.equal(1);
    expect(await held.countDocuments({ ...both, n: 1 })).to.equal(1);
    expect((await held.deleteMany(both)).deletedCount).to.equal(1);
  });

  for (const arrays of [false, true])
    it(`answers by every index as by a scan, ${arrays ? 'with' : 'without'} arrays (seed ${seed})`, async () => {
      const value = arrays ? () => (below(3) ? scalar() : list()) : scalar;
      const kept: unknown[] = [];
      const document = (id: number): Document => {
        const doc: Document = { _id: id, c: below(5) };
        if (below(5)) doc.a = value();
        // Only one field of an index may hold an array.
        if (below(5)) doc.b = scalar();
        if (below(3)) doc.d = arrays && below(2) ? [{ x: text() }, { x: below(3) }] : { x: scalar() };
        if (Array.isArray(doc.d) && Array.isArray(doc.a)) delete doc.d;
        kept.push(doc.a, doc.b);
        return doc;
      };
      const docs = Array.from({ length: 120 }, (_, id) => document(id));
      const plain = await collection(docs);
      const indexed: Collection[] = [];
      for (const index of INDEXES) {
        const held = await collection(docs.slice(0, 60));
        await held.createIndexes([index]);
        await held.insertMany(docs.slice(60));
        indexed.push(held);
      }
      const known = (): unknown => (below(4) ? (pick(kept) ?? null) : scalar());
      for (let round = 0; round < 60; round++) {
        const filter: Document = {
          a: condition(known),
          b: condition(known),
          c: { $gte: below(3) },
          'd.x': condition(scalar),
        };
        for (const field of ['a', 'b', 'c', 'd.x']) if (below(2)) delete filter[field];
        const sort = { [pick(['a', 'b', 'c', 'd.x'])]: pick([1, -1]), [pick(['a', 'b', 'c'])]: pick([1, -1]), _id: 1 };
        const options = { sort, limit: pick([0, 0, 3]), skip: pick([0, 0, 1]), projection: { _id: 1 } } as object;
        const found = async (held: Collection) => (await held.find(filter, options).toArray()).map(({ _id }) => _id);
        const expected = await found(plain);
        const answers = await Promise.all(indexed.map(found));
        for (const [i, answer] of answers.entries())
          if (String(answer) !== String(expected))
            expect.fail(`${JSON.stringify({ index: INDEXES[i], filter, sort })}: ${answer} instead of ${expected}`);
        if (round % 6) continue;
        const change = { $set: { [pick(['b', 'c'])]: below(2) ? text() : below(5) } };
        const ids = { ...filter, _id: { $lt: below(120) as never } };
        const results = await Promise.all(
          [plain, ...indexed].map((held) =>
            round % 12 ? held.updateMany(ids, change) : held.deleteMany({ ...ids, c: 3 }),
          ),
        );
        for (const result of results) expect(result, JSON.stringify({ ids, change })).to.deep.equal(results[0]);
      }
    });

  it(`refuses equal long values in a unique index, and accepts those that differ after the cut (seed ${seed})`, async () => {
    for (const key of [{ a: 1 }, { a: 1, b: -1 }] as Record<string, 1 | -1>[]) {
      const held = await collection();
      await held.createIndex(key, { unique: true });
      const taken = new Set<string>();
      for (let round = 0; round < 60; round++) {
        const doc = { a: text(), b: pick(['', text()]) };
        const mark = JSON.stringify('b' in key ? [doc.a, doc.b] : doc.a);
        if (!taken.has(mark)) await held.insertOne(doc);
        else expect(await errorOf(held.insertOne(doc))).to.include({ code: 11000 });
        taken.add(mark);
      }
      expect(await held.countDocuments()).to.equal(taken.size);
    }
  });
});
