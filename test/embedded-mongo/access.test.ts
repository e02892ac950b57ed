import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { tempFolder } from '../helpers/temp-folder.ts';
import { errorOf, type Spawned, spawnDatabase } from './database.ts';

describe('access to the embedded database', () => {
  let folder: string;
  let spawned: Spawned | undefined;

  beforeEach(async () => {
    folder = await tempFolder();
  });
  afterEach(async () => {
    await spawned?.end();
    await rm(folder, { recursive: true });
  });

  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

  async function ping(uri: string): Promise<unknown> {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
    try {
      return (await client.db('x').command({ find: 'x' })).ok;
    } finally {
      await client.close();
    }
  }

  it('listens on a unix socket that only its user can open, and on no port', async () => {
    const data = join(folder, 'data');
    spawned = await spawnDatabase(data);
    expect(spawned.uri).to.equal(`mongodb://${encodeURIComponent(join(data, 'database.sock'))}`);
    expect(await ping(spawned.uri)).to.equal(1);
    expect(await modeOf(data)).to.equal('700');
    for (const name of ['data.mdb', 'data.mdb-lock']) expect(await modeOf(join(data, name))).to.equal('600');
    expect(await modeOf(join(data, 'database.sock'))).to.equal('700');
  });

  it('keeps a short socket address for a long path, also after a restart', async () => {
    const data = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    spawned = await spawnDatabase(data);
    const { uri } = spawned;
    expect(await ping(uri)).to.equal(1);
    await spawned.end('SIGKILL');
    spawned = await spawnDatabase(data);
    expect(spawned.uri).to.equal(uri);
    expect(await ping(uri)).to.equal(1);
  });

  it('accepts over TCP the folder’s password or the given one, and no other', async () => {
    spawned = await spawnDatabase(folder, ['--port', '0']);
    const { host, username, password } = new URL(spawned.uri);
    expect(host).to.match(/^127\.0\.0\.1:\d+$/);
    expect(password).to.equal(await readFile(join(folder, 'password'), 'utf8'));
    expect(await modeOf(join(folder, 'password'))).to.equal('600');
    expect(await ping(spawned.uri)).to.equal(1);
    expect(await ping(`${spawned.uri}/any?authMechanism=SCRAM-SHA-256`)).to.equal(1);
    for (const uri of [
      `mongodb://${username}:wrong${password}@${host}`,
      `mongodb://other:${password}@${host}`,
      `mongodb://${username}:@${host}`,
    ])
      expect(await errorOf(ping(uri))).to.include({ code: 18 });
    expect(await errorOf(ping(`mongodb://${host}`))).to.include({ code: 13, codeName: 'Unauthorized' });
    expect(await errorOf(ping(`${spawned.uri}/?authMechanism=SCRAM-SHA-1`))).to.include({ code: 334 });
    await spawned.end();

    process.env.EMBEDDED_MONGO_PASSWORD = 'päss word of my own: 1';
    spawned = await spawnDatabase(folder, ['--port', '0']).finally(() => delete process.env.EMBEDDED_MONGO_PASSWORD);
    expect(new URL(spawned.uri).password).to.equal(encodeURIComponent('päss word of my own: 1'));
    expect(await ping(spawned.uri)).to.equal(1);
  });

  it('copies its file by createBackup for signed-in clients, into a new file of mode 600', async () => {
    spawned = await spawnDatabase(join(folder, 'data'), ['--port', '0']);
    const { uri } = spawned;
    const copy = async (path: unknown, from = uri) => {
      const client = new MongoClient(from, { serverSelectionTimeoutMS: 5000 });
      return client
        .db('x')
        .command({ createBackup: 1, path })
        .finally(() => client.close());
    };
    const to = join(folder, 'copy.mdb');
    const unsigned = await errorOf(copy(to, `mongodb://${new URL(uri).host}`));
    expect(unsigned).to.include({ code: 13, codeName: 'Unauthorized' });
    await writeFile(join(folder, 'there'), 'kept');
    const refused = [undefined, 5, '', 'copy.mdb', join(folder, 'there'), folder, join(folder, 'none', 'copy.mdb')];
    for (const path of refused) expect(await errorOf(copy(path))).to.include({ code: 2 });
    expect(await readFile(join(folder, 'there'), 'utf8')).to.equal('kept');
    expect((await readdir(folder)).sort()).to.deep.equal(['data', 'there']);
    await copy(to);
    expect(await modeOf(to)).to.equal('600');
    expect(await errorOf(copy(to))).to.include({ code: 2 });
  });
});
