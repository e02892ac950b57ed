import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import mongoose, { type Connection } from 'mongoose';
import * as z from 'zod';
import { connectDatabase, type Database } from '../../src/platform/database/db.ts';
import { noticeStuckConnection } from '../../src/platform/database/stuck-connection.ts';
import { overLostConnection } from '../../src/platform/db-retry.ts';
import type { Queue } from '../../src/platform/job-queue.ts';
import { createQueue } from '../../src/platform/queue/create-queue.ts';
import type { JobType } from '../../src/shared/job.ts';
import { testLog } from '../helpers/app-config.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { messageOf } from '../helpers/fresh-database.ts';
import { type EmbeddedServer, startEmbedded } from '../helpers/mongo-server.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('the database connection', () => {
  it('names MONGODB_URI when the address is missing', async () => {
    expect(await messageOf(connectDatabase(null, testLog()))).to.include('MONGODB_URI');
  });

  it('opens once in a process, refuses another database, and closes with its last holder', async () => {
    const uri = await newDatabaseUri();
    const [first, second] = [await connectDatabase(uri, testLog()), await connectDatabase(uri, testLog())];
    await first.ping();
    expect(await messageOf(connectDatabase(await newDatabaseUri(), testLog()))).to.include('another database');
    await first.close();
    await first.close();
    await second.ping();
    await second.connection.dropDatabase();
    await second.close();
    expect(await messageOf(second.ping())).not.to.equal('it worked');
  });
});

describe('a database connection that is lost', () => {
  // As long as the driver waits between two looks of its own.
  const LOOK_MS = 500;
  let folder: string;
  let server: EmbeddedServer;
  let connection: Connection;
  let isStuck: boolean;
  let stop: () => void;

  beforeEach(async () => {
    folder = await tempFolder();
    server = await startEmbedded(folder, 0);
    const limits = { heartbeatFrequencyMS: 500, serverSelectionTimeoutMS: 500 };
    connection = await mongoose.createConnection(server.uri, limits).asPromise();
    isStuck = false;
    stop = noticeStuckConnection(connection, server.uri, () => (isStuck = true), LOOK_MS);
  });
  afterEach(async () => {
    stop();
    await connection.close();
    await end(server);
  });

  async function end({ child }: EmbeddedServer): Promise<void> {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Kills the database and starts it again. @param away what happens in between */
  async function startAgain(away: () => Promise<unknown>): Promise<void> {
    const { port } = new URL(server.uri);
    await end(server);
    await away();
    server = await startEmbedded(folder, Number(port));
  }

  const isLost = async () => connection.readyState === mongoose.ConnectionStates.disconnected;

  /** What looks for the database in the driver. */
  function monitorOf(): Monitor {
    const { topology } = connection.getClient() as unknown as { topology: { s: { servers: Map<string, Monitored> } } };
    const [server] = topology.s.servers.values();
    if (!server) throw new Error('The connection has a server');
    return server.monitor;
  }

  it('is still watched after the driver’s monitor has asked over a socket that had just ended', async () => {
    const client = connection.getClient();
    await once(client, 'serverHeartbeatSucceeded');
    const monitor = monitorOf();
    // Where the database can't be watched, the driver (7.9) would wait forever for an answer.
    monitor.connection?.socket.destroy();
    monitor.requestCheck();
    await once(client, 'serverHeartbeatFailed');
    await once(client, 'serverHeartbeatSucceeded');
    await connection.asPromise();
    expect(await isLost()).to.equal(false);
  });

  it('is stuck when it stays lost although the database answers others', async () => {
    // As if the driver had stopped looking for the database.
    await startAgain(async () => {
      await eventually('the loss', isLost);
      monitorOf().close();
    });
    await eventually('that it is stuck', async () => isStuck);
    expect(await isLost()).to.equal(true);
  });

  it('is not stuck while the database is away, nor after its return', async () => {
    await startAgain(async () => {
      await eventually('the loss', isLost);
      await wait(4 * LOOK_MS);
      expect(isStuck).to.equal(false);
    });
    await eventually('the return', async () => connection.readyState === mongoose.ConnectionStates.connected);
    await wait(4 * LOOK_MS);
    expect(isStuck).to.equal(false);
  });
});

interface Monitor {
  connection: { socket: Socket } | null;
  requestCheck(): void;
  close(): void;
}

interface Monitored {
  monitor: Monitor;
}

describe('a database call', () => {
  it('fails when its connection is just closing, and the next one is answered', async () => {
    const sockets: Socket[] = [];
    const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', note);
    const database = await connectDatabase(await newDatabaseUri(), testLog());
    const calls = database.connection.collection<{ _id: string }>('calls');
    await calls.insertOne({ _id: 'first' });
    unsubscribe('net.client.socket', note);

    const open = sockets.filter((socket) => !socket.destroyed);
    for (const socket of open) socket.destroy();
    const call = messageOf(calls.insertOne({ _id: 'second' }));
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
    expect(await Promise.race([call, wait(10_000, 'it waits', { ref: false })])).to.include('closed');

    await eventually('an answer', async () => (await calls.countDocuments()) === 1);
    await database.connection.dropDatabase();
    await database.close();
  });

  it('is retried when its connection closed between two commands', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      .resume()
      .on('error', () => {});
    await once(socket, 'end');
    let calls = 0;
    const answer = await overLostConnection(async () => {
      if (++calls === 1) await promisify(socket.write.bind(socket) as (text: string, done: () => void) => void)('late');
      return 'there';
    });
    expect([answer, calls]).to.deep.equal(['there', 2]);
    server.close();
  });
});

describe('the job queue while the database is killed', function () {
  this.timeout(600_000);
  const type: JobType<{ n: number }> = {
    name: 'test.outage',
    data: z.object({ n: z.number() }),
    attempts: 5,
    timeLimit: 30_000,
    concurrency: 2,
  };
  let server: EmbeddedServer;
  let db: Database;
  let queue: Queue;

  after(async () => {
    await queue?.stop();
    await db?.close();
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  });

  it('waits until it is back, and ends every job once', async () => {
    const folder = await tempFolder();
    server = await startEmbedded(folder, 0);
    const port = Number(new URL(server.uri).port);
    db = await connectDatabase(`${server.uri}/outage`, testLog());
    queue = await createQueue({ db, log: testLog(), pollMs: 20, backoffMs: 10 });
    const runs: number[] = [];
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    queue.handle(type, async ({ n }, { progress }) => {
      runs.push(n);
      await gate;
      await progress(0.5, 'after the outage');
    });
    await queue.work();
    const before = await queue.enqueue(type, { n: 1 });
    await eventually('the first job', async () => runs.length === 1);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    const during = queue.enqueue(type, { n: 2 });
    letGo();
    server = await startEmbedded(folder, port);
    for (const { id } of [before, await during]) {
      const ended = await eventually(
        'the end',
        async () => {
          const status = await queue.status(id);
          return status?.finishedAt ? status : null;
        },
        120_000,
      );
      expect(ended).to.include({ state: 'done', step: 'after the outage' });
    }
    expect(runs).to.have.members([1, 2]);
  });
});
