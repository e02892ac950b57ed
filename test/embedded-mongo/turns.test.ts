import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { type Collection, MongoClient } from 'mongodb';
import { tempFolder } from '../helpers/temp-folder.ts';
import { type Spawned, spawnDatabase } from './database.ts';

const MANY = 10_000;
const MAX_WORK_MS = 50;
const TRIES = 10;

/** Measured by the time its thread computes, as a busy machine makes all else longer. */
describe('turns of the embedded database', () => {
  let folder: string;
  let spawned: Spawned;
  let clients: MongoClient[];
  let held: Collection;
  let others: Collection;

  before(async () => {
    folder = await tempFolder();
    spawned = await spawnDatabase(folder);
    clients = await Promise.all([1, 2].map(() => new MongoClient(spawned.uri).connect()));
    [held, others] = clients.map((client) => client.db('turns').collection('x')) as [Collection, Collection];
    const texts = Array.from({ length: MANY }, (_, n) => ({ n, mixed: (n * 7919) % 1_000_003, text: 'x'.repeat(200) }));
    await held.insertMany(texts, { ordered: false });
    await held.createIndex({ n: 1 });
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await spawned.end();
    await rm(folder, { recursive: true });
  });

  /** Milliseconds for which the thread that answers has computed since it started. */
  function computed(): number {
    const { pid } = spawned.process;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  }

  /** Milliseconds of work between two answers while something else runs; longer ones are at most a twentieth. */
  async function slow(run: () => Promise<unknown>): Promise<number> {
    let isOver = false;
    const result = run().finally(() => {
      isOver = true;
    });
    const worked: number[] = [];
    for (let before = computed(); !isOver; ) {
      await others.findOne({ n: worked.length % MANY });
      const now = computed();
      worked.push(now - before);
      before = now;
    }
    await result;
    worked.sort((a, b) => a - b);
    return worked[Math.floor(worked.length * 0.95)] ?? 0;
  }

  const LONG: [string, () => Promise<unknown>][] = [
    ['a find without an index', () => held.find({ text: 'nobody' }).toArray()],
    ['a sort of all', () => held.find({}).sort({ mixed: 1 }).batchSize(1).next()],
    ['twelve such sorts', () => Promise.all(Array.from({ length: 12 }, () => held.find().sort({ mixed: 1 }).next()))],
    ['a group of all', () => held.aggregate([{ $group: { _id: '$mixed', sum: { $sum: '$n' } } }]).toArray()],
    ['an $in of 8,000', () => held.find({ n: { $in: Array.from({ length: 8000 }, (_, i) => i) } }).toArray()],
    ['an update of all', () => held.updateMany({}, { $inc: { mixed: 1 } })],
  ];
  for (const [title, run] of LONG)
    it(`answers a find by key after ${MAX_WORK_MS} ms of work at most, during ${title}`, async () => {
      let slowest = await slow(run);
      // On a busy machine this process may come late to ask again, while the other one goes on computing.
      for (let attempt = 1; slowest >= MAX_WORK_MS && attempt < TRIES; attempt++) slowest = await slow(run);
      expect(slowest).to.be.below(MAX_WORK_MS);
    });
});
