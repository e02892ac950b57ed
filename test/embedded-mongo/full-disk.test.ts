import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Collection, MongoClient } from 'mongodb';
import { limitFiles } from '../helpers/file-limit.ts';
import { type Spawned, spawnDatabase, temporaryFolder } from './database.ts';

const FULL = 14031;
const NUMBERED = { key: { n: 1 }, name: 'n_1' };

describe('embedded database: on a full disk', () => {
  let folder: string;
  let spawned: Spawned;
  let client: MongoClient;
  let docs: Collection<{ _id: number; n?: number; text?: string }>;

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
    folder = await temporaryFolder();
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

  it('answers each of several writers with OutOfDiskSpace and goes on reading and deleting', async () => {
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

  it('takes writes again once there is room, and has all it acknowledged after a restart', async () => {
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

  it('knows no collection and no index of a commit that failed', async () => {
    await fillUp();
    const text = 'x'.repeat(100_000);
    const made = client.db('full').collection<{ _id: number; text: string }>('made');
    const indexes = [NUMBERED];
    const codes = await Promise.all([
      codeOf(client.db('full').command({ createIndexes: 'docs', indexes })),
      codeOf(made.insertOne({ _id: 1, text })),
    ]);
    expect(codes[1]).to.equal(FULL);
    const names = (await client.db('full').listCollections().toArray()).map(({ name }) => name);
    expect(names).to.deep.equal(['docs']);
    makeRoom();
    await made.insertOne({ _id: 1, text });
    expect(await made.countDocuments()).to.equal(1);
    await client.db('full').command({ createIndexes: 'docs', indexes });
    expect(await docs.countDocuments({ n: { $gte: 0 } })).to.equal(50);
  });
});
