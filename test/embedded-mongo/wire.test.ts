import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'bson';
import { expect } from 'chai';
import { type Document, MongoClient } from 'mongodb';
import { tempFolder } from '../helpers/temp-folder.ts';
import { type Spawned, spawnDatabase } from './database.ts';
import { answerOf, header, message, openSocket, receive } from './raw-client.ts';

const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;

/** A message whose sender takes several answers. */
function exhausting(body: Document): Buffer {
  const bytes = message(body);
  bytes.writeUInt32LE(EXHAUST_ALLOWED, 16);
  return bytes;
}

function query(body: Document): Buffer {
  const rest = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from('admin.$cmd\0'),
    Buffer.from([0, 0, 0, 0, 255, 255, 255, 255]),
    serialize(body),
  ]);
  return Buffer.concat([header(rest.length, 2004), rest]);
}

describe('wire protocol of the embedded database', () => {
  let folder: string;
  let spawned: Spawned;

  before(async () => {
    folder = await tempFolder();
    spawned = await spawnDatabase(folder);
  });
  after(async () => {
    await spawned.end();
    await rm(folder, { recursive: true });
  });

  const open = () => openSocket(spawned.uri);

  it("refuses BSON's undefined by name", async () => {
    const socket = await open();
    const insert = message({ insert: 'x', documents: [{ a: null }], $db: 'y' });
    insert[insert.indexOf(Buffer.from([10, 97, 0]))] = 6;
    socket.write(insert);
    const body = deserialize((await receive(socket)).subarray(21));
    expect(body).to.include({ ok: 0, code: 238 });
    expect(body.errmsg).to.include('undefined');
    socket.destroy();
  });

  it('answers the legacy hello that drivers send first', async () => {
    const socket = await open();
    socket.write(query({ ismaster: 1, helloOk: true }));
    const reply = await receive(socket);
    expect(reply.readInt32LE(8)).to.equal(77);
    expect(reply.readInt32LE(12)).to.equal(1);
    const body = deserialize(reply.subarray(36));
    expect(body).to.include({
      ok: 1,
      ismaster: true,
      helloOk: true,
      maxWireVersion: 21,
      logicalSessionTimeoutMinutes: 30,
    });
    expect(body).to.not.have.any.keys('setName', 'compression', 'msg');
    socket.destroy();
  });

  it('answers a client that watches it again and again, each answer to the one before', async () => {
    const socket = await open();
    socket.write(message({ hello: 1, $db: 'admin' }));
    const { topologyVersion } = await answerOf(socket);
    socket.write(exhausting({ hello: 1, topologyVersion, maxAwaitTimeMS: 1, $db: 'admin' }));
    let before = 77;
    for (let count = 0; count < 3; count++) {
      const reply = await receive(socket);
      expect(reply.readInt32LE(8), 'what it answers').to.equal(before);
      expect(reply.readUInt32LE(16), 'its flags').to.equal(MORE_TO_COME);
      expect(deserialize(reply.subarray(21))).to.deep.include({ ok: 1, topologyVersion });
      before = reply.readInt32LE(4);
    }
    socket.destroy();
  });

  it('answers anything else once, also to a client that would take more', async () => {
    const socket = await open();
    for (const [body, ok] of [
      [{ ping: 1, $db: 'admin' }, 1],
      [{ hello: 1, $db: 'admin' }, 1],
      [{ insert: 'w', documents: [{ a: 1 }], topologyVersion: 1, $db: 'once' }, 0],
      [{ hello: 1, topologyVersion: 1, maxAwaitTimeMS: -1, $db: 'admin' }, 0],
    ] as const) {
      socket.write(exhausting(body));
      const reply = await receive(socket);
      expect(reply.readUInt32LE(16)).to.equal(0);
      expect(deserialize(reply.subarray(21)).ok).to.equal(ok);
    }
    socket.write(message({ distinct: 'w', key: 'a', $db: 'once' }));
    expect(await answerOf(socket)).to.deep.equal({ values: [], ok: 1 });
    socket.destroy();
  });

  it('answers a message split over packets, and two in one packet', async () => {
    const socket = await open();
    const ping = message({ ping: 1, $db: 'admin' });
    socket.write(ping.subarray(0, 3));
    socket.write(ping.subarray(3, 20));
    socket.write(ping.subarray(20));
    expect(deserialize((await receive(socket)).subarray(21)).ok).to.equal(1);
    socket.write(
      Buffer.concat([
        message({ insert: 'w', documents: [{ a: 1 }], $db: 'wire' }, 2),
        message({ distinct: 'w', key: 'a', $db: 'wire' }),
      ]),
    );
    expect(deserialize((await receive(socket)).subarray(21))).to.deep.equal({ values: [1], ok: 1 });
    socket.destroy();
  });

  it('closes a connection with another protocol, and serves the others', async () => {
    for (const rubbish of [
      Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      Buffer.alloc(64),
      Buffer.concat([header(8, 2012), Buffer.alloc(8)]),
      message({ ping: 1 }).fill(0xff, 21),
    ]) {
      const socket = await open();
      socket.on('error', () => undefined);
      const closed = once(socket, 'close');
      socket.write(rubbish);
      await closed;
    }
    const client = await new MongoClient(spawned.uri).connect();
    expect(await client.db('admin').command({ ping: 1 })).to.include({ ok: 1 });
    await client.close();
  });

  it('answers buildInfo, serverStatus and listCollections', async () => {
    const client = await new MongoClient(spawned.uri).connect();
    await client.db('told').collection('one').insertOne({ a: 1 });
    expect(await client.db('admin').command({ buildInfo: 1 })).to.have.property('version');
    expect(await client.db('admin').command({ serverStatus: 1 })).to.have.property('process', 'embedded-mongo');
    expect((await client.db('told').listCollections().toArray()).map(({ name }) => name)).to.deep.equal(['one']);
    await client.db('told').dropDatabase();
    expect(await client.db('told').listCollections().toArray()).to.deep.equal([]);
    await client.close();
  });

  it('listens on a unix socket', async () => {
    const path = join(folder, 'own.sock');
    const other = await tempFolder();
    const onSocket = await spawnDatabase(other, ['--socket', path]);
    expect(onSocket.uri).to.equal(`mongodb://${encodeURIComponent(path)}`);
    const client = await new MongoClient(onSocket.uri).connect();
    expect(await client.db('admin').command({ ping: 1 })).to.include({ ok: 1 });
    await client.close();
    expect(await onSocket.end()).to.equal(0);
    await rm(other, { recursive: true });
  });
});
