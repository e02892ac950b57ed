import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from './database.ts';
import { dispatcher } from './dispatch.ts';
import { startExpiry } from './expire.ts';
import { lockHere } from './lock.ts';
import { serve } from './server.ts';
import { isOfFailedCommit } from './store.ts';

interface Options {
  data: string;
  socket?: string;
  port: number;
  expireEveryMs: number;
}

const USAGE = 'usage: embedded-mongo --data DIR [--port N | --socket PATH] [--ttl-interval SECONDS]';

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      socket: { type: 'string' },
      port: { type: 'string', default: '0' },
      'ttl-interval': { type: 'string', default: '60' },
    },
  });
  const port = Number(values.port);
  const seconds = Number(values['ttl-interval']);
  if (!values.data || !Number.isInteger(port) || port < 0 || port > 65535 || !(seconds > 0)) throw new Error(USAGE);
  return {
    data: resolve(values.data),
    socket: values.socket && resolve(values.socket),
    port,
    expireEveryMs: seconds * 1000,
  };
}

function fail(message: string): never {
  process.stderr.write(`embedded-mongo: ${message}\n`);
  process.exit(1);
}

/** Starts the database; prints one line of JSON when it accepts connections. */
async function main(): Promise<void> {
  const options = readOptions();
  mkdirSync(options.data, { recursive: true, mode: 0o700 });
  // Sockets have short paths at most: from inside the folder, the lock's path is short wherever the folder lies.
  process.chdir(options.data);
  const release = await lockHere();
  if (!release) fail(`the data folder ${options.data} is in use by another process`);
  // For a failed commit LMDB also rejects promises of its own that nobody else can reach; its writers have their errors.
  process.on('unhandledRejection', (reason) => isOfFailedCommit(reason) || fail(String(reason)));
  const db = openDatabase(options.data, (error) => fail(`a commit failed: ${error}`));
  const listening = serve(dispatcher(db));
  listening.server.once('error', (error) => {
    release();
    fail(error.message);
  });
  const stopExpiry = startExpiry(db, options.expireEveryMs, (error) =>
    process.stderr.write(`embedded-mongo: expiry: ${error}\n`),
  );
  listening.server.listen(options.socket ? { path: options.socket } : { host: '127.0.0.1', port: options.port }, () => {
    const address = listening.server.address() as AddressInfo | string;
    const place = typeof address === 'string' ? encodeURIComponent(address) : `127.0.0.1:${address.port}`;
    process.stdout.write(`${JSON.stringify({ ready: true, uri: `mongodb://${place}` })}\n`);
  });

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    stopExpiry();
    await listening.close();
    await db.close();
    release();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
