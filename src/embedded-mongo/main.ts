import { chmodSync, mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { startExpiry } from './changes.ts';
import { openDatabase } from './database.ts';
import { dispatcher } from './dispatch.ts';
import { clearSocket, lockHere, socketPath } from './lock.ts';
import { openLogin, passwordOf, USER } from './scram.ts';
import { MAX_CONNECTIONS, serve } from './server.ts';
import { isOfFailedCommit } from './store.ts';

const USAGE = `usage: embedded-mongo --data DIR [--socket PATH | --port N] [--ttl-interval SECONDS]
  By default it listens on database.sock in DIR. With --port it listens on loopback, 0 is any free port, and asks for
  the password of EMBEDDED_MONGO_PASSWORD, or else for the one in DIR/password, which is made at the first start.`;
function readOptions() {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      socket: { type: 'string' },
      port: { type: 'string' },
      'ttl-interval': { type: 'string', default: '60' },
    },
  });
  const port = values.port === undefined ? undefined : Number(values.port);
  const isPort = port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535);
  const seconds = Number(values['ttl-interval']);
  if (!values.data || !isPort || !(seconds > 0)) throw new Error(USAGE);
  const data = resolve(values.data);
  const socket = values.socket === undefined ? socketPath(data) : resolve(values.socket);
  return { data, socket, port, expireEveryMs: seconds * 1000 };
}

function fail(message: string): never {
  process.stderr.write(`embedded-mongo: ${message}\n`);
  process.exit(1);
}

/** Starts the database; prints one line of JSON when it accepts connections. */
async function main(): Promise<void> {
  const options = readOptions();
  // What refused sorts leave behind would otherwise be collected when it is several times as much as is in use.
  setFlagsFromString('--heap-growing-percent=30');
  process.umask(0o077);
  // A file at its limit (`ulimit -f`) is an error of the write, as on a full disk.
  process.on('SIGXFSZ', () => {});
  mkdirSync(options.data, { recursive: true });
  chmodSync(options.data, 0o700);
  // Sockets have short paths at most: from inside the folder, the lock's path is short wherever the folder lies.
  process.chdir(options.data);
  const release = await lockHere();
  if (!release) fail(`the data folder ${options.data} is in use by another process`);
  // For a failed commit LMDB also rejects promises of its own that no one can reach; its writers have their errors.
  process.on('unhandledRejection', (reason) => isOfFailedCommit(reason) || fail(String(reason)));
  const db = await openDatabase(options.data, (error) => fail(`a commit failed: ${error}`));
  const { socket, port } = options;
  const password = port === undefined ? undefined : passwordOf('password', process.env.EMBEDDED_MONGO_PASSWORD);
  const listening = serve(dispatcher(db), password === undefined ? undefined : openLogin(password));
  listening.server.once('error', (error) => {
    release();
    fail(error.message);
  });
  const onError = (error: unknown) => process.stderr.write(`embedded-mongo: expiry: ${error}\n`);
  const stopExpiry = startExpiry(db, options.expireEveryMs, onError);
  if (port === undefined) clearSocket(socket, options.data);
  // All clients may come at once; the kernel refuses those that don't fit among the waiting ones.
  const backlog = MAX_CONNECTIONS;
  listening.server.listen(port === undefined ? { path: socket, backlog } : { host: '127.0.0.1', port, backlog }, () => {
    const address = listening.server.address() as AddressInfo | string;
    const place =
      typeof address === 'string'
        ? encodeURIComponent(address)
        : `${USER}:${encodeURIComponent(password as string)}@127.0.0.1:${address.port}`;
    process.stdout.write(`${JSON.stringify({ ready: true, uri: `mongodb://${place}` })}\n`);
  });

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    stopExpiry();
    await listening.close();
    await db.store.close();
    release();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
