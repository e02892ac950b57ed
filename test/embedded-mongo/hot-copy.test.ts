import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Db, type Document, MongoClient } from 'mongodb';
import { copyEmbedded } from '../../src/backup/embedded-copy.ts';
import { indexFaults } from '../crash/whole-store.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { errorOf, spawnDatabase } from './database.ts';

const WRITERS = 8;
/** `HOT_COPIES=100 npx mocha test/embedded-mongo/hot-copy.test.ts` makes more of them. */
const COPIES = Number(process.env.HOT_COPIES ?? 25);
/** Pairs of a writer that stay; few, as each copy is read whole. */
const KEPT = 20;
/** Documents of 8 MB that are deleted before. */
const FREE = 6;
/** So many of the copies are also opened by a server and read through it. */
const READ_EVERY = 10;

describe('copies of the embedded database under load', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await tempFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it(`gives ${COPIES} intact copies of ${COPIES} under ${WRITERS} writers, each with all earlier acknowledged writes`, async function () {
    this.timeout(600_000);
    const spawned = await spawnDatabase(join(folder, 'live'));
    const client = await new MongoClient(spawned.uri).connect();
    const db = client.db('copied');
    await db
      .collection('pairs')
      .createIndexes([{ key: { writer: 1, n: 1, half: 1 }, unique: true }, { key: { text: 1 } }]);
    // Free pages make the file long: reading it byte by byte takes so long that such a copy is of several moments.
    for (let n = 0; n < FREE; n++) await db.collection('free').insertOne({ bytes: Buffer.alloc(8_000_000) });
    await db.collection('free').drop();
    const acknowledged = new Map<number, number>();
    let isOver = false;

    /** Counts first, then writes both halves in one command, then deletes the oldest pair. */
    const write = async (writer: number): Promise<void> => {
      const [pairs, counters] = [db.collection('pairs'), db.collection<Document>('counters')];
      for (let n = 1; !isOver; n++) {
        await counters.updateOne({ _id: writer as never }, { $inc: { n: 1 } }, { upsert: true });
        const half = { writer, n, text: 'x'.repeat(1 + ((n * 97) % 3000)) };
        await pairs.insertMany([
          { ...half, half: 0 },
          { ...half, half: 1 },
        ]);
        await pairs.deleteMany({ writer, n: n - KEPT });
        acknowledged.set(writer, n);
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));

    try {
      const isDeleting = async () => acknowledged.size === WRITERS && Math.min(...acknowledged.values()) > KEPT;
      await eventually('every writer to delete what is old', isDeleting);
      for (let copy = 0; copy < COPIES; copy++) {
        const before = new Map(acknowledged);
        const to = join(folder, 'copy');
        await mkdir(to);
        await copyEmbedded(join(folder, 'live'), join(to, 'data.mdb'), spawned.uri);
        if (copy % READ_EVERY === 0) await expectWhole(to, before);
        const { faults } = await indexFaults(to);
        expect(faults).to.deep.equal([]);
        await rm(to, { recursive: true });
      }
      isOver = true;
      await writers;
      expect((await errorOf(copyEmbedded(join(folder, 'live'), join(folder, 'own')))).message).to.include(
        'has it open',
      );
      // A copy that turns the commits of the database itself back shows as an acknowledged write that is gone.
      for (const [writer, n] of acknowledged)
        expect(await stateOf(db, writer)).to.deep.equal({ counted: n, found: pairsOf(n - KEPT + 1, n) });
    } finally {
      isOver = true;
      await writers;
      await client.close();
      await spawned.end();
    }
    expect(Math.min(...acknowledged.values())).to.be.above(KEPT);
  });
});

async function expectWhole(folder: string, acknowledged: Map<number, number>): Promise<void> {
  const spawned = await spawnDatabase(folder);
  const client = await new MongoClient(spawned.uri).connect();
  const db = client.db('copied');
  try {
    for (const [writer, n] of acknowledged) expectPossible(await stateOf(db, writer), n);
  } finally {
    await client.close();
    await spawned.end();
  }
}

interface State {
  counted: number;
  /** The halves of pairs, as `n.half`. */
  found: string[];
}

async function stateOf(db: Db, writer: number): Promise<State> {
  const counter = await db.collection<Document>('counters').findOne({ _id: writer as never });
  const options = { projection: { n: 1, half: 1 }, sort: { n: 1, half: 1 } } as const;
  const halves = await db.collection('pairs').find({ writer }, options).toArray();
  return { counted: Number(counter?.n), found: halves.map(({ n, half }) => `${n}.${half}`) };
}

/** The copy was made before the pair was inserted, before the oldest one was deleted, or after both. */
function expectPossible({ counted, found }: State, acknowledged: number): void {
  expect(counted).to.be.at.least(acknowledged);
  const oldest = counted - KEPT;
  const both = pairsOf(oldest, counted);
  // A command that takes longer than a turn is written in two transactions, and a copy may lie between them.
  const between = [both.slice(0, -1), both.slice(1)];
  const possible = [pairsOf(oldest, counted - 1), both, pairsOf(oldest + 1, counted), ...between].map(String);
  expect(possible).to.include(String(found));
}

function pairsOf(first: number, last: number): string[] {
  const from = Math.max(first, 1);
  return Array.from({ length: last - from + 1 }, (_, i) => from + i).flatMap((n) => [`${n}.0`, `${n}.1`]);
}
