// Prints how many durable inserts and indexed finds a second the database answers to concurrent clients.
// Uses the server that MONGODB_URI names, or else the embedded database on a temporary folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';

const SECONDS = 3;
const CLIENTS = 64;
const DOCUMENTS = 20_000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'bench-database-'));

async function start() {
  const main = ['--import', 'tsx', 'src/embedded-mongo/main.ts', '--data', folder];
  const child = spawn(process.execPath, main, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { uri: JSON.parse(line).uri, child };
}

/** Runs an action on all clients for some seconds; how often a second it was done. */
async function rate(action) {
  const started = performance.now();
  const until = started + SECONDS * 1000;
  let done = 0;
  const work = async () => {
    for (; performance.now() < until; done++) await action();
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return Math.round((done * 1000) / (performance.now() - started));
}

const { uri, child } = process.env.MONGODB_URI ? { uri: process.env.MONGODB_URI } : await start();
const client = await new MongoClient(uri, { maxPoolSize: CLIENTS }).connect();
const db = client.db(`bench_${process.pid}`);
try {
  const inserted = db.collection('inserted');
  await inserted.createIndex({ at: 1 });
  const durable = { writeConcern: { w: 1, j: true } };
  const inserts = await rate(() => inserted.insertOne({ at: new Date(), name: 'a clip', bytes: 123_456 }, durable));
  console.log(`durable inserts a second, ${CLIENTS} at once: ${inserts}`);

  const found = db.collection('found');
  await found.createIndex({ key: 1 });
  await found.insertMany(Array.from({ length: DOCUMENTS }, (_, key) => ({ key, text: 'x'.repeat(200) })));
  const finds = await rate(() => found.findOne({ key: Math.floor(Math.random() * DOCUMENTS) }));
  console.log(`indexed finds a second, ${CLIENTS} at once: ${finds}`);
} finally {
  await db.dropDatabase();
  await client.close();
  if (child) {
    child.kill();
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true });
}
