import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import { tempFolder } from '../helpers/temp-folder.ts';
import { endingWithThis, pathOf } from '../helpers/test-process.ts';

export interface Spawned {
  uri: string;
  process: ChildProcess;
  /** Ends it with a signal and waits until it is gone; resolves with its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

let folderOfSockets: Promise<string> | undefined;

/** A database that is killed leaves its socket. */
function sockets(): Promise<string> {
  folderOfSockets ??= tempFolder();
  return folderOfSockets;
}

/** Starts the embedded database with these arguments. The caller may read its output and errors. */
export async function spawnMain(args: string[]): Promise<ChildProcess> {
  // As in scripts/run/database.mjs.
  const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: '131072', TMPDIR: await sockets() };
  const child = spawn(process.execPath, [await pathOf('database'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return endingWithThis(child);
}

/** Starts the embedded database on a folder and waits for its line of JSON. */
export async function spawnDatabase(folder: string, args: string[] = []): Promise<Spawned> {
  const child = await spawnMain(['--data', folder, ...args]);
  const errors: string[] = [];
  child.stderr?.on('data', (chunk) => errors.push(String(chunk)));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const first = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(() => undefined),
  ]);
  if (first === undefined) throw new Error(`the database did not start: ${errors.join('')}`);
  const { uri } = JSON.parse(first) as { ready: true; uri: string };
  return {
    uri,
    process: child,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, 'exit');
      }
      return child.exitCode;
    },
  };
}

let shared: Promise<{ client: MongoClient; uri: string; stop(): Promise<void> }> | undefined;

async function openShared() {
  const given = process.env.MONGODB_URI;
  const spawned = given ? undefined : await spawnDatabase(await tempFolder());
  const uri = spawned?.uri ?? (given as string);
  const client = await new MongoClient(uri).connect();
  return {
    client,
    uri,
    async stop() {
      await client.close();
      await spawned?.end();
    },
  };
}

after(async () => (await shared)?.stop());

let made = 0;

/** A separate database on the server of `MONGODB_URI`, or on one started for the run. */
export function useDatabase(): { db(): Db; uri(): string; collection(docs?: Document[]): Promise<Collection> } {
  let current: { db: Db; uri: string } | undefined;
  before(async () => {
    shared ??= openShared();
    const { client, uri } = await shared;
    current = { db: client.db(`vidday_test_${process.pid}_${++made}`), uri };
  });
  after(async () => {
    await current?.db.dropDatabase();
  });
  const open = () => current as { db: Db; uri: string };
  return {
    db: () => open().db,
    uri: () => open().uri,
    async collection(docs = []) {
      const collection = open().db.collection(`c${++made}`);
      if (docs.length > 0) await collection.insertMany(docs);
      return collection;
    },
  };
}

export interface ServerError {
  code: number;
  codeName: string;
  message: string;
  keyPattern?: Document;
  keyValue?: Document;
}

/** The error an action ends in; fails where it does not. */
export async function errorOf(action: Promise<unknown>): Promise<ServerError> {
  try {
    await action;
  } catch (error) {
    return error as ServerError;
  }
  throw new Error('expected an error');
}
