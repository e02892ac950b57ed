// Prints the table of the README: what the database takes for usual and for hard queries at several sizes, in milliseconds where
// nothing else is said. Own memory is what the process holds without the file, of which the kernel maps as much as it likes.
// Nothing else should run meanwhile; 1,000,000 documents take several minutes.
//
//   npm run bench:database
//   npm run bench:database -- --sizes 10000
//
// Uses the server that MONGODB_URI names, without restart and memory, or else the embedded database on a temporary folder.
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { buildServer } from '../build/server.mjs';
import { withServerOn } from '../run/with-database.mjs';
import { median } from './measure.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BATCH = 1000;
const FINDS = 300;
const CLIENTS = 64;
const MANY_KEYS = 8000;
const GROUPS = 10;
const SORTS_AT_ONCE = 12;
const SAMPLE_MS = 100;

const { values } = parseArgs({ options: { sizes: { type: 'string', default: '10000,100000,1000000' } } });
const sizes = values.sizes.split(',').map(Number);
if (!sizes.every((size) => Number.isInteger(size) && size >= BATCH)) {
  console.error(`--sizes are whole numbers from ${BATCH} on, such as 10000,100000`);
  process.exit(2);
}

/** In the order in which they are measured; several may bear one name. */
const rows = [];
if (!process.env.MONGODB_URI) await buildServer({ root: ROOT });
for (const size of sizes) {
  const column = process.env.MONGODB_URI ? await onServer(process.env.MONGODB_URI, size) : await onEmbedded(size);
  for (const [i, [what, value]] of column.entries()) {
    rows[i] ??= { what, values: [] };
    rows[i].values.push(value);
  }
}
print();

/** All measures on a database of its own, which is started again at the end. */
async function onEmbedded(size) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-database-'));
  let pid = 0;
  const onPids = (pids) => {
    pid = pids.at(-1) ?? 0;
  };
  try {
    const column = await withServerOn({ root: ROOT, folder, onPids }, async (uri) => {
      const memory = highestOwnMemory(pid);
      const measured = await onServer(uri, size);
      measured.push(['own memory at most, MB', megabytes(memory.stop())]);
      measured.push(['file, MB', megabytes(statSync(join(folder, 'database/data.mdb')).size)]);
      return measured;
    });
    const started = performance.now();
    await withServerOn({ root: ROOT, folder, onPids }, async (uri) => {
      await withClient(uri, (db) => db.command({ ping: 1 }));
      column.push(['start, with a check of the whole file', Math.round(performance.now() - started)]);
      column.push(['own memory after it, MB', megabytes(ownMemory(pid))]);
    });
    return column;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function onServer(uri, size) {
  return withClient(uri, (db, other) => measureAll(db, other, size));
}

async function withClient(uri, work) {
  const options = { maxPoolSize: CLIENTS, socketTimeoutMS: 600_000 };
  const [client, beside] = await Promise.all([1, 2].map(() => new MongoClient(uri, options).connect()));
  const name = `bench_${process.pid}`;
  try {
    return await work(client.db(name), beside.db(name));
  } finally {
    if (process.env.MONGODB_URI) await client.db(name).dropDatabase();
    await Promise.all([client.close(), beside.close()]);
  }
}

async function measureAll(db, other, size) {
  const docs = db.collection('docs');
  await docs.createIndexes([{ key: { key: 1 }, unique: true }, { key: { group: 1, at: 1 } }]);
  const column = [];
  const add = async (what, action) => column.push([what, await timed(action)]);
  const slow = async (what, action) => {
    const beside = latencies(other.collection('docs'), size);
    await add(what, action);
    column.push(['&emsp;a find by key meanwhile, p99', await beside.stop()]);
  };

  await add('insert all, 1,000 a batch', () => insertAll(docs, size));
  column.push([
    `durable inserts a second, ${CLIENTS} at once`,
    await rate(() => db.collection('single').insertOne({ at: 1 })),
  ]);
  column.push([`finds by key a second, ${CLIENTS} at once`, await rate(() => docs.findOne({ key: anyKey(size) }))]);
  column.push(['find by key, median', await medianOf(() => docs.findOne({ key: anyKey(size) }))]);
  await add('count all', () => docs.countDocuments({}));
  await add('sort by index, limit 20', () => docs.find({ group: 4 }).sort({ at: -1 }).limit(20).toArray());
  await add('count a tenth by index', () => docs.countDocuments({ group: 3 }));
  await slow('find without index', () => docs.find({ text: 'nobody' }).toArray());
  await slow('sort without index, limit 20', () => docs.find({}).sort({ mixed: 1 }).limit(20).toArray());
  const sortAll = async () => {
    const cursor = docs.find({}).sort({ mixed: 1 }).batchSize(1);
    await cursor.next().finally(() => cursor.close());
  };
  await slow('sort without index or limit', sortAll);
  await slow(`${SORTS_AT_ONCE} such sorts at once`, () => Promise.all(Array.from({ length: SORTS_AT_ONCE }, sortAll)));
  const keys = Array.from({ length: MANY_KEYS }, (_, i) => (i * 7) % size);
  await add('`$in` of 8,000, by index', () => docs.find({ key: { $in: keys } }, { projection: { key: 1 } }).toArray());
  await slow('`$in` of 8,000, without index', () =>
    docs.find({ mixed: { $in: keys } }, { projection: { key: 1 } }).toArray(),
  );
  await slow('group all', () => docs.aggregate([{ $group: { _id: '$group', sum: { $sum: '$mixed' } } }]).toArray());
  await slow('`updateMany`, all', () => docs.updateMany({}, { $inc: { mixed: 1 } }));
  await slow('`deleteMany`, half', () => docs.deleteMany({ group: { $lt: GROUPS / 2 } }));
  return column;
}

async function insertAll(docs, size) {
  for (let from = 0; from < size; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, size - from) }, (_, i) => documentOf(from + i));
    await docs.insertMany(batch, { ordered: false });
  }
}

function documentOf(key) {
  return { key, group: key % GROUPS, at: new Date(key * 1000), mixed: (key * 7919) % 1_000_003, text: 'x'.repeat(200) };
}

function anyKey(size) {
  return Math.floor(Math.random() * size);
}

/** Milliseconds, or the name of the refusal. */
async function timed(action) {
  const started = performance.now();
  try {
    await action();
    return round(performance.now() - started);
  } catch (error) {
    return error.codeName ?? error.name;
  }
}

async function medianOf(action) {
  const times = [];
  for (let n = 0; n < FINDS; n++) times.push(await timed(action));
  return round(median(times));
}

/** Finds by key one after the other until it is stopped; how long all but the slowest hundredth took at most. */
function latencies(docs, size) {
  const times = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) times.push(await timed(() => docs.findOne({ key: anyKey(size) })));
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      const sorted = times.filter((time) => typeof time === 'number').sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length * 0.99)] ?? 'none';
    },
  };
}

/** How often a second an action is done by all clients together. */
async function rate(action) {
  const started = performance.now();
  let done = 0;
  const work = async () => {
    for (; performance.now() < started + 1000; done++) await action();
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return Math.round((done * 1000) / (performance.now() - started));
}

function ownMemory(pid) {
  const [, kilobytes = '0'] = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Looks at the memory of a process again and again until it is stopped. */
function highestOwnMemory(pid) {
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, ownMemory(pid));
  }, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return highest;
    },
  };
}

function megabytes(bytes) {
  return Math.round(bytes / 1024 ** 2);
}

function round(value) {
  return value < 10 ? Math.round(value * 100) / 100 : Math.round(value);
}

function print() {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const shown = (value) => (typeof value === 'number' ? value.toLocaleString('en') : `\`${value}\``);
  console.log(`Measured on ${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.versions.node}.\n`);
  console.log(line(['documents', ...sizes.map(shown)]));
  console.log(line(['---', ...sizes.map(() => '---:')]));
  for (const { what, values } of rows) console.log(line([what, ...values.map(shown)]));
}
