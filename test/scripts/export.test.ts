import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  Binary,
  BSONRegExp,
  Code,
  type Db,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  MongoClient,
  ObjectId,
  Timestamp,
  UUID,
} from 'mongodb';
import { type S3Sandbox, startS3Sandbox } from '../../src/integrations/sandbox/s3.ts';
import { createStore } from '../../src/platform/storage/create-store.ts';
import { runCommand } from '../helpers/command.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const EVERY_TYPE = [
  { _id: 1, int: new Int32(7), long: Long.fromString('9007199254740993'), double: new Double(1), zero: new Double(-0) },
  { _id: 2, nan: Number.NaN, infinite: Number.NEGATIVE_INFINITY, decimal: Decimal128.fromString('1.10') },
  { _id: 3, date: new Date(-1), far: new Date('+012345-06-07T00:00:00Z'), text: 'Ä\u2028"\\\n😀', empty: '' },
  { _id: 4, bytes: new Binary(Buffer.from([0, 255]), 128), uuid: new UUID(), regex: new BSONRegExp('^a.b', 'imx') },
  {
    _id: 5,
    min: new MinKey(),
    max: new MaxKey(),
    stamp: new Timestamp({ t: 4_000_000_000, i: 7 }),
    code: new Code('x'),
  },
  { _id: new ObjectId(), list: [[], {}, null, true, [{ deep: [1, Long.fromNumber(2)] }]], nothing: null },
  { _id: { a: 1, b: 'two' }, $money: 1, 'a.b': 2 },
];

describe('npm run export and npm run import', function () {
  this.timeout(600_000);
  let client: MongoClient;
  let uri: string;

  /** `[exit code, what it said]` */
  async function run(verb: string, args: string[], env: Record<string, string>): Promise<[unknown, string]> {
    const command = runCommand('data.mjs', [verb, ...args], env.VAR_DIR ?? (await tempFolder()), env);
    return [await command.ended, command.said()];
  }

  const databaseOf = (address: string): Db => client.db(new URL(address).pathname.slice(1));

  /** Each document as its bytes, and the indexes. */
  async function contentOf(db: Db): Promise<unknown> {
    const raw = await db
      .collection('types')
      .find({}, { raw: true, sort: { _id: 1 } })
      .toArray();
    const bytes = raw.map((each) => Buffer.from(each as unknown as Uint8Array).toString('hex'));
    return { bytes, indexes: await db.collection('types').listIndexes().toArray() };
  }

  before(async () => {
    uri = await newDatabaseUri();
    client = await new MongoClient(uri).connect();
    const types = databaseOf(uri).collection<{ _id: unknown }>('types');
    await types.insertMany(EVERY_TYPE as never);
    await types.createIndex(
      { int: 1, text: -1 },
      { unique: true, partialFilterExpression: { int: { $exists: true } } },
    );
    await types.createIndex({ date: 1 }, { expireAfterSeconds: 2_000_000_000 });
    await databaseOf(uri).collection('empty').createIndex({ a: 1 });
  });

  after(() => client.close());

  it('keep every type to the byte, and indexes, through Extended JSON as mongoexport writes it', async () => {
    const folder = join(await tempFolder(), 'out');
    const [code, said] = await run('export', [folder], { MONGODB_URI: uri });
    expect(code, said).to.equal(0);
    expect(readdirSync(folder).sort()).to.deep.equal([
      'empty.json',
      'empty.metadata.json',
      'types.json',
      'types.metadata.json',
    ]);
    expect(statSync(join(folder, 'types.json')).mode & 0o777).to.equal(0o600);
    const lines = readFileSync(join(folder, 'types.json'), 'utf8').split('\n');
    expect(lines[0]).to.include('"long":{"$numberLong":"9007199254740993"}');
    expect(lines[2]).to.include('{"$date":{"$numberLong":"-1"}}');

    const to = await newDatabaseUri();
    expect(await run('import', [folder], { MONGODB_URI: to })).to.deep.equal([
      0,
      `${EVERY_TYPE.length} documents of 2 collections imported.\n`,
    ]);
    expect(await contentOf(databaseOf(to))).to.deep.equal(await contentOf(databaseOf(uri)));
    expect((await databaseOf(to).collection('empty').indexes()).length).to.equal(2);
  });

  it('refuse a database with documents; --add is repeatable and names what unique indexes refuse', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'types.json'), '{"_id":1,"mail":"a"}\n{"_id":2,"mail":"b"}\n');
    const to = await newDatabaseUri();
    const types = databaseOf(to).collection<{ _id: number }>('types');
    await types.createIndex({ mail: 1 }, { unique: true });
    await types.insertMany([
      { _id: 2, mail: 'b' },
      { _id: 3, mail: 'a' },
    ] as never);
    const [code, said] = await run('import', [folder], { MONGODB_URI: to });
    expect([code, said]).to.satisfy(() => code === 1 && said.includes('not empty'), said);
    const [added, words] = await run('import', [folder, '--add'], { MONGODB_URI: to });
    expect(added).to.equal(1);
    expect(words).to.include('0 documents of 1 collections imported; 1 were there already.');
    expect(words).to.match(/^types: 1 was not imported: a unique index/m);
    expect(await types.countDocuments()).to.equal(2);
  });

  it('move a data folder’s embedded database into another folder', async () => {
    const [from, to, out] = [await tempFolder(), await tempFolder(), join(await tempFolder(), 'out')];
    const folder = await tempFolder();
    await writeFile(join(folder, 'notes.json'), '{"_id":1,"text":"kept"}\n');
    expect((await run('import', [folder], { VAR_DIR: from }))[0]).to.equal(0);
    expect((await run('export', [out], { VAR_DIR: from }))[0]).to.equal(0);
    expect(readFileSync(join(out, 'notes.json'), 'utf8')).to.equal('{"_id":{"$numberInt":"1"},"text":"kept"}\n');
    expect((await run('import', [out], { VAR_DIR: to }))[0]).to.equal(0);
    expect((await run('import', [out], { VAR_DIR: to }))[1]).to.include('not empty');
  });

  it('complete a restore that was interrupted between its renames', async () => {
    const [varDir, folder, out] = [await tempFolder(), await tempFolder(), join(await tempFolder(), 'out')];
    await writeFile(join(folder, 'notes.json'), '{"_id":1,"text":"restored"}\n');
    expect((await run('import', [folder], { VAR_DIR: varDir }))[0]).to.equal(0);
    for (const name of ['restoring', 'files']) await mkdir(join(varDir, name));
    await writeFile(join(varDir, 'restoring/restore.json'), '{"kept":"replaced-then"}');
    await rename(join(varDir, 'database'), join(varDir, 'restoring/database'));
    await mkdir(join(varDir, 'restoring/files'));
    await writeFile(join(varDir, 'files/old.txt'), '');
    expect((await run('export', [out], { VAR_DIR: varDir }))[0]).to.equal(0);
    expect(readFileSync(join(out, 'notes.json'), 'utf8')).to.include('restored');
    expect(existsSync(join(varDir, 'restoring'))).to.equal(false);
    expect(readdirSync(join(varDir, 'files'))).to.deep.equal([]);
    expect(existsSync(join(varDir, 'replaced-then/files/old.txt'))).to.equal(true);
  });

  describe('with MONGODB_URI and S3', () => {
    let sandbox: S3Sandbox;
    const sandboxes: S3Sandbox[] = [];
    afterEach(() => Promise.all(sandboxes.splice(0).map((each) => each.close())));
    const KEYS = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'us-east-1' };

    async function s3(): Promise<Record<string, string>> {
      sandbox = await startS3Sandbox({ ...KEYS, bucket: 'backups', folder: await tempFolder() });
      sandboxes.push(sandbox);
      return {
        STORAGE: 's3',
        S3_ENDPOINT: sandbox.endpoint,
        S3_BUCKET: 'backups',
        S3_ACCESS_KEY_ID: KEYS.accessKeyId,
        S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      };
    }

    function storeOf(endpoint: string) {
      return createStore({ storage: { kind: 's3', endpoint, bucket: 'backups', forcePathStyle: true, ...KEYS } });
    }

    it('restore documents to the byte and files into another database and bucket, and keep what --replace replaces', async () => {
      const from = await s3();
      await (await storeOf(sandbox.endpoint)).write('films/a.mp4', Buffer.alloc(500_000, 7));
      const archive = join(await tempFolder(), 'all.zip');
      const [code, said] = await run('backup', [archive], { MONGODB_URI: uri, ...from });
      expect(code, said).to.equal(0);
      expect(said).to.include('Files: 1');

      const env = { MONGODB_URI: await newDatabaseUri(), ...(await s3()) };
      const [restored, words] = await run('restore', [archive], env);
      expect(restored, words).to.equal(0);
      expect(await contentOf(databaseOf(env.MONGODB_URI))).to.deep.equal(await contentOf(databaseOf(uri)));
      const records = databaseOf(env.MONGODB_URI).collection<{ _id: string }>('migrations');
      expect(await records.countDocuments({ _id: /^restored:/ })).to.equal(1);
      const store = await storeOf(sandbox.endpoint);
      expect((await store.stat('films/a.mp4'))?.bytes).to.equal(500_000);

      expect((await run('restore', [archive], env))[1]).to.include('not empty');
      await databaseOf(env.MONGODB_URI).collection('types').deleteMany({});
      expect((await run('restore', [archive, '--replace'], env))[0]).to.equal(0);
      expect(await contentOf(databaseOf(env.MONGODB_URI))).to.deep.equal(await contentOf(databaseOf(uri)));
      const names = (await databaseOf(env.MONGODB_URI).listCollections().toArray()).map(({ name }) => name);
      expect(names.filter((name) => name.startsWith('restoring'))).to.deep.equal([]);
      expect(names.some((name) => /^replaced-.*\.types$/.test(name))).to.equal(true);
    });
  });
});
