import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from '../../src/embedded-mongo/database.ts';
import type { Store } from '../../src/embedded-mongo/store.ts';

// `node damage-tries.ts FILE EARLIER TRIES SEED` damages a closed database file again and again, opens it and reads all of
// it. EARLIER is the same file at an earlier time. Prints how often it was refused, was whole, and answered something else.

const PAGE = 4096;
const ALL = { low: Buffer.from([0, 0, 0, 0]), high: Buffer.alloc(8, 255) };
const [path = '', earlierPath = '', tries = '0', seed = '1'] = process.argv.slice(2);
const earlier = readFileSync(earlierPath);
// Commits write the first two pages in turn: the newer one names the last page.
const written = readFileSync(path);
const pages = 1 + Math.max(...[0, PAGE].map((meta) => written.readUInt32LE(meta + 24 + 120)));
truncateSync(path, pages * PAGE);
const good = readFileSync(path);
let state = Number(seed);

/** Mulberry32: the same tries for the same seed. */
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

const DAMAGES: ((page: Buffer, at: number) => void)[] = [
  (page) => void page.set(page.map(() => random(256))),
  (page) => page.fill(0),
  (page) => page.fill(random(256), random(PAGE)),
  (page) => flip(page, 1),
  (page) => flip(page, 1),
  (page) => flip(page.subarray(0, 64), 1),
  (page) => flip(page, 20),
  (page) => good.copy(page, 0, random(pages) * PAGE),
  (page) => good.copy(page, 24, random(pages) * PAGE + 24),
  // A write that was lost. Of the first two pages that is a commit that was lost, which a file can't show.
  (page, at) => void (at >= 2 * PAGE && earlier.copy(page, 0, at)),
];

function flip(page: Buffer, bits: number): void {
  for (let i = 0; i < bits; i++) {
    const at = random(page.length);
    page.writeUInt8((page[at] as number) ^ (1 << random(8)), at);
  }
}

function put(page: Buffer, at: number): void {
  const fd = openSync(path, 'r+');
  writeSync(fd, page, 0, PAGE, at);
  closeSync(fd);
}

/** All records read in order, and each by its key. */
function readAll(store: Store, keys: Buffer[]): string {
  const hash = createHash('sha256');
  for (const { key, value } of store.scan(ALL)) hash.update(key).update(value);
  for (const key of keys) hash.update(store.get(key) ?? 'none');
  return hash.digest('hex');
}

async function read(): Promise<{ all: string; keys: Buffer[] }> {
  const db = await openDatabase(dirname(path), (error) => {
    throw error;
  });
  try {
    const keys = known ?? Array.from(db.store.scan(ALL), ({ key }) => key);
    const counts = db.catalog.all().map((held) => `${held.ns} ${db.documents.count(held)}`);
    return { all: `${counts.sort()} ${readAll(db.store, keys)}`, keys };
  } finally {
    await db.store.close();
  }
}

let known: Buffer[] | undefined;
const wanted = await read();
known = wanted.keys;
const sums = { refused: 0, whole: 0, wrong: [] as string[] };
for (let attempt = 0; attempt < Number(tries); attempt++) {
  const [at, kind] = [random(pages) * PAGE, random(DAMAGES.length + 1)];
  const page = Buffer.from(good.subarray(at, at + PAGE));
  DAMAGES[kind]?.(page, at);
  put(page, at);
  if (kind === DAMAGES.length) truncateSync(path, at);
  const answer = await read().then(
    ({ all }) => all,
    (error: Error) => (/damaged \(/.test(error.message) ? undefined : `${error.stack}`),
  );
  if (answer === undefined) sums.refused++;
  else if (answer === wanted.all) sums.whole++;
  else sums.wrong.push(`try ${attempt}, kind ${kind}, page ${at / PAGE}: ${answer}`);
  if (answer === undefined && kind < DAMAGES.length) put(good.subarray(at, at + PAGE), at);
  else writeFileSync(path, good);
}
process.stdout.write(JSON.stringify(sums));
