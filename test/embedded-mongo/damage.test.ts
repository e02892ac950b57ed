import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, open as openFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type Document, MongoClient } from 'mongodb';
import { openRaw } from '../../src/embedded-mongo/store.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { errorOf, spawnDatabase, spawnMain } from './database.ts';

/** `DAMAGE_TRIES=1000 npx mocha test/embedded-mongo/damage.test.ts` damages more pages. */
const TRIES = Number(process.env.DAMAGE_TRIES ?? 250);
const DOCUMENTS = 200;
const RESTORE = 'npm run restore';
const WORKER = fileURLToPath(new URL('./damage-tries.ts', import.meta.url));

describe('a damaged file of the embedded database', function () {
  this.timeout(600_000);
  let folder: string;
  let file: string;
  let wanted: Document[];

  /** Runs work with a client on the folder, from start to end. */
  async function use<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
    const spawned = await spawnDatabase(folder);
    const client = await new MongoClient(spawned.uri).connect();
    try {
      return await work(client);
    } finally {
      await client.close();
      await spawned.end();
    }
  }

  /** What it says when it can't start. */
  async function refusal(): Promise<string> {
    const child = await spawnMain(['--data', folder]);
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
    });
    const exit = await once(child, 'exit');
    expect(exit, said).to.deep.equal([1, null]);
    return said;
  }

  const readAll = (client: MongoClient) => client.db('kept').collection('docs').find().sort({ _id: 1 }).toArray();

  before(async () => {
    folder = await tempFolder();
    file = join(folder, 'data.mdb');
    await use(async (client) => {
      const docs = client.db('kept').collection<{ _id: number; n: number }>('docs');
      await docs.createIndexes([{ key: { mail: 1 }, unique: true }, { key: { tags: 1, n: -1 } }]);
      const some = (from: number) =>
        Array.from({ length: DOCUMENTS }, (_, i) => ({
          _id: from + i,
          mail: `${i * 7919}@example.org ${from}`,
          tags: [i % 5, `t${i % 7}`],
          n: i,
          text: 'x'.repeat(i % 50 === 49 ? 9000 : i),
        }));
      await docs.insertMany(some(0));
      await docs.deleteMany({ n: { $gte: 150 } });
      await copyFile(file, `${file}-earlier`);
      await docs.insertMany(some(10_000));
      await docs.updateMany({ n: { $lt: 20 } }, { $inc: { n: 1 } });
      wanted = await readAll(client);
    });
    await copyFile(file, `${file}-good`);
  });
  afterEach(() => copyFile(`${file}-good`, file));
  after(() => rm(folder, { recursive: true }));

  it(`answers nothing wrong in ${TRIES} tries of damaging a page at random`, async () => {
    const args = ['--import', 'tsx', WORKER, file, `${file}-earlier`, String(TRIES), '20261123'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const sums = JSON.parse(stdout) as { refused: number; whole: number; wrong: string[] };
    expect(sums.wrong).to.deep.equal([]);
    expect(sums.refused + sums.whole).to.equal(TRIES);
    expect(sums.refused).to.be.above(TRIES / 2);
  });

  it('is refused with a message when truncated, empty or no database', async () => {
    await truncate(file, 40 * 4096);
    expect(await refusal())
      .to.include('damaged')
      .and.include(RESTORE);
    await truncate(file, 0);
    expect(await refusal())
      .to.include('cut short')
      .and.include(RESTORE);
    await writeFile(file, 'SQLite format 3\0'.repeat(4096));
    expect(await refusal())
      .to.include('does not begin as a file of this database')
      .and.include(RESTORE);
  });

  it('fails a read of a record that was damaged while the database ran', async () => {
    const error = await use(async (client) => {
      const open = await openFile(file, 'r+');
      const bytes = await readFile(file);
      const text = `${'x'.repeat(100)}\0`;
      for (let at = bytes.indexOf(text); at > 0; at = bytes.indexOf(text, at + 1)) await open.write('y', at);
      await open.close();
      return errorOf(readAll(client));
    });
    expect(error.message).to.include('damaged').and.include(RESTORE);
  });

  it('in the first format gets checksums at the first start, and keeps all records', async () => {
    const good = openRaw(`${file}-good`);
    const old = openRaw(`${file}-old`);
    for (const { key, value } of good.getRange({}))
      if (key.length > 1 && !key.subarray(0, 5).equals(Buffer.from([0, 0, 0, 0, 2])))
        old.put(key, value.subarray(0, -4));
    await old.flushed;
    await Promise.all([good.close(), old.close()]);
    await copyFile(`${file}-old`, file);
    for (let round = 0; round < 2; round++) expect(await use(readAll)).to.deep.equal(wanted);
    expect(await use((client) => client.db('kept').collection('docs').countDocuments())).to.equal(wanted.length);
    await truncate(file, 40 * 4096);
    expect(await refusal()).to.include(RESTORE);
  });
});
