import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { expect } from 'chai';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { tempFolder } from '../helpers/temp-folder.ts';
import { spawnDatabase, spawnMain } from './database.ts';

const WRITERS = 16;
const ROUNDS = 3;

describe('process of the embedded database', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await tempFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('refuses a second process for its folder, and releases it at the end', async () => {
    const first = await spawnDatabase(folder);
    const second = await spawnMain(['--data', folder]);
    let said = '';
    second.stderr?.on('data', (chunk) => {
      said += String(chunk);
    });
    expect(await once(second, 'exit')).to.deep.equal([1, null]);
    expect(said).to.include('in use by another process');
    expect(await first.end('SIGTERM')).to.equal(0);
    expect((await readdir(folder)).filter((name) => name.endsWith('.sock'))).to.deep.equal([]);
    const third = await spawnDatabase(folder);
    expect(await third.end('SIGINT')).to.equal(0);
  });

  it('explains wrong options', async () => {
    const child = await spawnMain(['--port', 'x']);
    expect(await once(child, 'exit')).to.deep.equal([1, null]);
  });

  it('keeps documents, indexes and number types over a restart', async () => {
    const first = await spawnDatabase(folder);
    const before = await new MongoClient(first.uri).connect();
    const held = before.db('kept').collection('x');
    await held.createIndex({ list: 1 });
    await held.createIndex({ mail: 1 }, { unique: true, sparse: true });
    await held.insertMany([{ mail: 'a' }, { list: [1, 2] }]);
    await before.close();
    await first.end();
    const second = await spawnDatabase(folder);
    const client = await new MongoClient(second.uri).connect();
    const again = client.db('kept').collection('x');
    expect((await again.indexes()).length).to.equal(3);
    expect(await again.countDocuments({ list: 2 })).to.equal(1);
    expect(await again.insertOne({ mail: 'a' }).catch(({ code }) => code)).to.equal(11000);
    await again.insertOne({ last: true });
    expect((await again.find().toArray()).at(-1)).to.include({ last: true });
    await client.close();
    await second.end();
  });

  it('rolls back a refused write, but not concurrent ones', async () => {
    const spawned = await spawnDatabase(folder);
    const client = await new MongoClient(spawned.uri).connect();
    const db = client.db('undone');
    const conflicting = [
      { key: { a: 1 }, name: 'same' },
      { key: { b: 1 }, name: 'same' },
    ];
    for (let round = 0; round < 10; round++) {
      const writes = Array.from({ length: 5 }, (_, i) => db.collection(`kept${round}-${i}`).insertOne({ i }));
      const refused = Array.from({ length: 5 }, (_, i) =>
        db
          .command({ createIndexes: `refused${round}-${i}`, indexes: conflicting })
          .catch(({ code }: { code: number }) => code),
      );
      expect(new Set(await Promise.all(refused))).to.deep.equal(new Set([86]));
      await Promise.all(writes);
    }
    const held = await db.listCollections().toArray();
    expect(held.map(({ name }) => name).filter((name) => !name.startsWith('kept'))).to.deep.equal([]);
    expect(held.length).to.equal(50);
    for (const { name } of held) expect(await db.collection(name).countDocuments()).to.equal(1);
    await client.close();
    await spawned.end();
  });

  it('deletes expired documents, and no others', async () => {
    const spawned = await spawnDatabase(folder, ['--ttl-interval', '0.05']);
    const client = await new MongoClient(spawned.uri).connect();
    const held = client.db('ttl').collection('x');
    await held.createIndex({ at: 1 }, { expireAfterSeconds: 10 });
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
    await held.insertMany([
      { n: 1, at: ago(11) },
      { n: 2, at: ago(-60) },
      { n: 3, at: 'text' },
      { n: 4 },
      { n: 5, at: [ago(-60), ago(60)] },
    ]);
    const numbers = async () => (await held.find({}, { sort: { n: 1 } }).toArray()).map(({ n }) => n);
    while ((await numbers()).length > 3);
    expect(await numbers()).to.deep.equal([2, 3, 4]);
    await client.db('ttl').command({ collMod: 'x', index: { keyPattern: { at: 1 }, expireAfterSeconds: 0 } });
    expect((await held.indexes())[1]).to.include({ expireAfterSeconds: 0 });
    await client.close();
    await spawned.end();
  });

  it('keeps every acknowledged write when killed under load', async function () {
    this.timeout(600_000);
    const inserted = new Set<string>();
    const counted = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const spawned = await spawnDatabase(folder);
      const client = await new MongoClient(spawned.uri, {
        retryWrites: false,
        serverSelectionTimeoutMS: 300,
      }).connect();
      const held = client.db('crash').collection<Document>('x');
      if (round === 0)
        await held.createIndexes([
          { key: { writer: 1, n: -1 } },
          { key: { tags: 1 } },
          { key: { name: 1 }, unique: true, sparse: true },
        ]);
      await expectWhole(held as unknown as Collection, inserted, counted);
      const enough = 100 + Math.floor(Math.random() * 500);
      let done = 0;
      const write = async (writer: number): Promise<void> => {
        for (let n = 0; ; n++) {
          const name = `${round}-${writer}-${n}`;
          await held.insertOne({ name, writer, n, tags: [n % 3, n % 5] });
          inserted.add(name);
          const counter = await held.findOneAndUpdate(
            { _id: writer as never },
            { $inc: { hits: 1 } },
            { upsert: true, returnDocument: 'after' },
          );
          counted.set(writer, counter?.hits);
          if (++done === enough) spawned.process.kill('SIGKILL');
        }
      };
      await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      await spawned.end('SIGKILL');
      await client.close();
    }
    const spawned = await spawnDatabase(folder);
    const client = await new MongoClient(spawned.uri).connect();
    await expectWhole(client.db('crash').collection('x'), inserted, counted);
    await client.close();
    await spawned.end();
  });
});

/** All that was acknowledged is there, and each index tells what looking at every document tells. */
async function expectWhole(held: Collection, inserted: Set<string>, counted: Map<number, number>): Promise<void> {
  const docs = await held.find({}, { sort: { $natural: 1 } as never }).toArray();
  const names = new Set(docs.map(({ name }) => name));
  expect([...inserted].filter((name) => !names.has(name))).to.deep.equal([]);
  const counters = new Map(docs.filter(({ hits }) => hits !== undefined).map(({ _id, hits }) => [Number(_id), hits]));
  for (const [writer, hits] of counted) expect(counters.get(writer)).to.be.at.least(hits);
  const written = docs.filter(({ writer }) => writer !== undefined);
  expect(await held.countDocuments({ writer: { $gte: 0 } })).to.equal(written.length);
  expect(await held.countDocuments({ name: { $gte: '' } })).to.equal(written.length);
  expect(await held.countDocuments({ tags: 2 })).to.equal(written.filter(({ tags }) => tags.includes(2)).length);
  const byIndex = await held.find({ writer: 3 }, { sort: { n: -1 } }).toArray();
  const byHand = written.filter(({ writer }) => writer === 3).map(({ n }) => n);
  expect(byIndex.map(({ n }) => n)).to.deep.equal(byHand.sort((a, b) => b - a));
}
