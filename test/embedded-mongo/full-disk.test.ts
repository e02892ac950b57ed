import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Collection, MongoClient } from 'mongodb';
import { limitFiles } from '../helpers/file-limit.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { type Spawned, spawnDatabase } from './database.ts';

const FULL = 14031;

describe('the embedded database on a full disk', () => {
  let folder: string;
  let spawned: Spawned;
  let client: MongoClient;
  let docs: Collection<{ _id: number; n?: number; text?: string; tags?: string[] }>;

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  const fillUp = async () => {
    const { size } = await stat(join(folder, 'data.mdb'));
    limitFiles(spawned.process.pid ?? 0, size + 64 * 1024);
    let id = 1000;
    while ((await codeOf(docs.insertOne({ _id: ++id, text: 'x'.repeat(20_000) }))) === 0);
  };
  const makeRoom = () => limitFiles(spawned.process.pid ?? 0, null);

  beforeEach(async () => {
    folder = await tempFolder();
    spawned = await spawnDatabase(folder);
    client = await new MongoClient(spawned.uri).connect();
    docs = client.db('full').collection('docs');
    await docs.insertMany(Array.from({ length: 50 }, (_, n) => ({ _id: n, n })));
  });
  afterEach(async () => {
    await client.close();
    await spawned.end();
    await rm(folder, { recursive: true });
  });

  it('fails several writers with OutOfDiskSpace, and still reads and deletes', async () => {
    await fillUp();
    const kept = await docs.countDocuments();
    const text = 'x'.repeat(100_000);
    const codes = await Promise.all([1, 2, 3, 4].map((n) => codeOf(docs.insertOne({ _id: n * 100_000, text }))));
    expect(codes).to.deep.equal([FULL, FULL, FULL, FULL]);
    expect(await docs.countDocuments()).to.equal(kept);
    expect((await docs.deleteOne({ _id: 3 })).deletedCount).to.equal(1);
    expect(await docs.findOne({ _id: 3 })).to.equal(null);
    expect(spawned.process.exitCode).to.equal(null);
  });

  it('accepts writes again once there is room, and keeps acknowledged ones over a restart', async () => {
    await fillUp();
    makeRoom();
    expect(await codeOf(docs.insertOne({ _id: 5000, text: 'x'.repeat(500_000) }))).to.equal(0);
    const kept = await docs.countDocuments();
    await client.close();
    await spawned.end('SIGKILL');
    spawned = await spawnDatabase(folder);
    client = await new MongoClient(spawned.uri).connect();
    expect(await client.db('full').collection('docs').countDocuments()).to.equal(kept);
  });

  it('does not keep an index whose commit failed', async () => {
    const tags = Array.from({ length: 2500 }, (_, n) => `${n}${'x'.repeat(1000)}`);
    for (let id = 100; id < 105; id++) await docs.insertOne({ _id: id, tags });
    await fillUp();
    const indexes = [{ key: { tags: 1 }, name: 'tags_1' }];
    expect(await codeOf(client.db('full').command({ createIndexes: 'docs', indexes }))).to.equal(FULL);
    expect((await docs.indexes()).length).to.equal(1);
    makeRoom();
    await client.db('full').command({ createIndexes: 'docs', indexes });
    expect(await docs.countDocuments({ tags: tags[7] })).to.equal(5);
  });

  it('deletes one by one in a file without a free page, then accepts others', async () => {
    await fillUp();
    const kept = await docs.countDocuments();
    for (let id = 0; id < 50; id++) expect((await docs.deleteOne({ _id: id })).deletedCount).to.equal(1);
    expect(await codeOf(docs.updateOne({ _id: 1001 }, { $set: { text: 'y'.repeat(20_000) } }))).to.equal(0);
    expect(await codeOf(docs.insertOne({ _id: 6000, text: 'x'.repeat(20_000) }))).to.equal(FULL);
    makeRoom();
    expect(await codeOf(docs.insertOne({ _id: 6000, text: 'x'.repeat(20_000) }))).to.equal(0);
    expect(await docs.countDocuments()).to.equal(kept - 49);
  });
});
