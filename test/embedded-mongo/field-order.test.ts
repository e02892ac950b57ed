import { expect } from 'chai';
import type { Collection, Document } from 'mongodb';
import { errorOf, useDatabase } from './database.ts';

/** What MongoDB keeps in order, and this database refuses rather than turn around. */
const REFUSED: [string, (held: Collection) => Promise<unknown>][] = [
  ['an insert with a text before a number', (held) => held.insertOne({ m: pairs(['a', 1], ['5', 2]) })],
  ['an insert with a larger number first', (held) => held.insertOne({ m: pairs(['7', 1], ['5', 2]) })],
  ['an insert in an array', (held) => held.insertOne({ list: [{ m: pairs(['a', 1], ['0', 2]) }] })],
  ['an insert with a number beside _id', (held) => held.insertOne({ 5: 1 })],
  ['an update with such a value', (held) => held.updateOne({}, { $set: { m: pairs(['b', 1], ['1', 2]) } })],
  ['$set of a number after a text', (held) => held.updateOne({}, { $set: { 'text.5': 1 } })],
  ['$set of a smaller number', (held) => held.updateOne({}, { $set: { 'map.2': 1 } })],
  ['an update by a pipeline', (held) => held.updateOne({}, [{ $set: { 'text.1': 1 } }])],
  ['an upsert', (held) => held.updateOne({ 'x.a': 1, 'x.5': 2 }, { $set: { y: 1 } }, { upsert: true })],
  ['a replacement', (held) => held.replaceOne({}, { 3: 'x' })],
  ['a sort', (held) => held.find({}, { sort: pairs(['b', 1], ['1', 1]) as never }).toArray()],
];

/** The driver sends a map in its own order. */
function pairs(...fields: [string, number][]): Map<string, number> {
  return new Map(fields);
}

describe('numeric field names in the embedded database', () => {
  const { collection } = useDatabase();
  const DOC: Document = { _id: 1, text: { a: 1, b: 2 }, map: { 3: 'x', 9: 'y' }, list: [{ n: 1 }, { n: 2 }] };

  before(function () {
    if (process.env.MONGODB_URI) this.skip();
  });

  for (const [title, action] of REFUSED)
    it(`refuses ${title} by name and changes nothing`, async () => {
      const held = await collection([DOC]);
      const error = await errorOf(action(held));
      expect(error).to.include({ code: 238 });
      expect(error.message).to.include('whole number');
      expect(await held.find().toArray()).to.deep.equal([DOC]);
    });

  it('accepts them where their order is kept, and as array indexes', async () => {
    const held = await collection([DOC]);
    await held.updateOne(
      {},
      { $set: { 'map.12': 'z', 'map.3': 'w', 'list.1.n': 5, 'new.7': 1 }, $unset: { 'map.9': 1 } },
    );
    expect(await held.findOne({ 'map.3': 'w', 'list.0.n': 1 })).to.deep.equal({
      _id: 1,
      text: { a: 1, b: 2 },
      map: { 3: 'w', 12: 'z' },
      list: [{ n: 1 }, { n: 5 }],
      new: { 7: 1 },
    });
    await held.insertOne({ m: { 1: 'a', 2: 'b', x: 'c', '007': 'd', '4294967295': 'e' } });
    expect(await held.countDocuments({ 'm.2': 'b' })).to.equal(1);
  });
});
