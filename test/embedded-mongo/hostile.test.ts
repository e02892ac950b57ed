import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { serialize } from 'bson';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { type Spawned, spawnDatabase } from './database.ts';
import { answerOf, header, message, openSocket, rawMessage, receive } from './raw-client.ts';

const MEGABYTE = 1024 * 1024;
const MAX_RESIDENT = 300 * MEGABYTE;

describe('hostile clients of the embedded database', function () {
  this.timeout(600_000);
  let folder: string;
  let spawned: Spawned;
  let client: MongoClient;
  const sockets: Socket[] = [];

  before(async () => {
    folder = await tempFolder();
    spawned = await spawnDatabase(folder);
    client = await new MongoClient(spawned.uri).connect();
    const large = client.db('hostile').collection('large');
    for (let i = 0; i < 20; i++) await large.insertOne({ n: i, blob: Buffer.alloc(MEGABYTE, i) });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    expect(await client.db('admin').command({ ping: 1 })).to.include({ ok: 1 });
    expect(peak()).to.be.below(MAX_RESIDENT);
  });
  after(async () => {
    await client.close();
    expect(await spawned.end()).to.equal(0);
    await rm(folder, { recursive: true });
  });

  /** The most memory that the process has ever held, in bytes. */
  function peak(): number {
    const status = readFileSync(`/proc/${spawned.process.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
  }

  async function open(): Promise<Socket> {
    const socket = await openSocket(spawned.uri);
    sockets.push(socket);
    return socket;
  }

  /** Until the database reads no more of what was sent, or has read it all. */
  async function settled(): Promise<void> {
    let before = -1;
    await eventually('the sockets to rest', async () => {
      for (let i = 0; i < 10; i++) await client.db('admin').command({ ping: 1 });
      const unread = sockets.reduce((sum, socket) => sum + socket.writableLength, 0);
      const isResting = unread === before;
      before = unread;
      return isResting;
    });
  }

  const readLarge = () => message({ find: 'large', batchSize: 100, $db: 'hostile' });

  it('cost little memory when they read none of 60 answers, on one connection or on 60', async () => {
    const one = (await open()).pause();
    for (let i = 0; i < 60; i++) one.write(readLarge());
    for (let i = 0; i < 60; i++) (await open()).pause().write(readLarge());
    await settled();
    expect((await client.db('hostile').collection('large').find().toArray()).length).to.equal(20);
  });

  it('share the memory for sorts, and release it', async () => {
    const large = client.db('hostile').collection('large');
    const cursors = Array.from({ length: 12 }, () => large.find({}, { sort: { n: -1 }, batchSize: 1 }));
    const ends = await Promise.all(
      cursors.map((cursor) =>
        cursor.next().then(
          () => 0,
          ({ code }) => code,
        ),
      ),
    );
    expect(ends.filter((code) => code === 0).length).to.be.within(4, 5);
    expect(new Set(ends)).to.deep.equal(new Set([0, 292]));
    await Promise.all(cursors.map((cursor) => cursor.close()));
    const again = Array.from({ length: 4 }, () => large.find({}, { sort: { n: -1 }, batchSize: 1 }));
    for (const cursor of again) expect((await cursor.next())?.blob.length()).to.equal(MEGABYTE);
    await Promise.all(again.map((cursor) => cursor.close()));
  });

  it('leave no cursor behind when they disconnect', async () => {
    const openCursors = async () => (await client.db('admin').command({ serverStatus: 1 })).metrics.cursor.open.total;
    await eventually('the cursors of others to end', async () => (await openCursors()) === 0);
    const socket = await open();
    socket.write(message({ find: 'large', batchSize: 1, $db: 'hostile' }));
    await receive(socket);
    expect(await openCursors()).to.equal(1);
    socket.destroy();
    await eventually('the cursor to end', async () => (await openCursors()) === 0);
  });

  it('delay no message of others with 12 unfinished messages of 48 MB', async () => {
    const part = Buffer.alloc(MEGABYTE);
    for (let i = 0; i < 12; i++) {
      const socket = await open();
      socket.write(header(48_000_000 - 16, 2013));
      for (let sent = 0; sent < 45; sent++) socket.write(part);
    }
    await settled();
    const inserted = await client.db('hostile').collection('small').insertOne({ blob: part });
    expect(inserted.acknowledged).to.equal(true);
  });

  it('are disconnected when they send no valid message', async () => {
    const length = (bytes: number) => {
      const wrong = message({ ping: 1, $db: 'admin' });
      wrong.writeInt32LE(bytes, 0);
      return wrong;
    };
    const sequence = (bytes: number) => {
      const section = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from('documents\0'), serialize({ a: 1 })]);
      section.writeInt32LE(bytes, 1);
      return section;
    };
    const body = Buffer.concat([Buffer.from([0]), serialize({ insert: 'small', $db: 'hostile' })]);
    const endless = sequence(26);
    endless.writeInt32LE(0, 15);
    for (const wrong of [
      ...[0, 15, -1, 48_000_001, 0x7fffffff].map(length),
      ...[0, 4, -5, 27, 0x7fffffff].map((bytes) => rawMessage(Buffer.concat([body, sequence(bytes)]))),
      rawMessage(Buffer.concat([body, endless])),
      rawMessage(Buffer.from([7, 5, 0, 0, 0, 0])),
      rawMessage(Buffer.alloc(0)),
    ]) {
      const socket = await open();
      const closed = once(socket, 'close');
      socket.resume().write(wrong);
      await closed;
    }
  });

  it('get an error for documents too deep and invalid UTF-8, and stay connected', async () => {
    const socket = await open();
    const insert = (doc: Buffer) =>
      rawMessage(
        Buffer.concat([
          Buffer.from([0]),
          serialize({ insert: 'small', $db: 'hostile' }),
          Buffer.from([1]),
          lengthOf(4 + 10 + doc.length),
          Buffer.from('documents\0'),
          doc,
        ]),
      );
    const text = serialize({ text: 'abc' });
    const codes: unknown[] = [];
    for (const doc of [
      deep(150),
      deep(250),
      deep(100_000),
      Buffer.from(text).fill(0xff, text.length - 5, text.length - 2),
    ]) {
      socket.write(insert(doc));
      codes.push((await answerOf(socket)).code);
    }
    expect(codes).to.deep.equal([undefined, 15, 15, 22]);
  });

  it('free their places when a thousand of them disconnect', async () => {
    await Promise.all(
      Array.from({ length: 990 }, async (_, i) => {
        const socket = await open();
        socket.write(message({ ping: 1, $db: 'admin' }).subarray(0, i % 30));
      }),
    );
    expect(await client.db('admin').command({ ping: 1 })).to.include({ ok: 1 });
    const beyond = await Promise.all(Array.from({ length: 40 }, open));
    await eventually(
      'the last ones to be closed',
      async () => beyond.filter(({ destroyed }) => destroyed).length >= 20,
    );
  });
});

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(bytes);
  return length;
}

/** A document in a document, and so on; put together from the inside, as it is too deep for an encoder. */
function deep(levels: number): Buffer {
  const inner = Buffer.from([5, 0, 0, 0, 0]);
  const bytes = Buffer.alloc(inner.length + levels * 8);
  for (let level = 0; level < levels; level++) {
    const at = level * 7;
    bytes.writeInt32LE(bytes.length - level * 8, at);
    bytes.write('\x03a\0', at + 4, 'latin1');
  }
  inner.copy(bytes, levels * 7);
  return bytes;
}
