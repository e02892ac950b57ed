import { setTimeout as wait } from 'node:timers/promises';
import { connectDatabase } from '../../src/platform/database/db.ts';
import { createQueue } from '../../src/platform/queue/create-queue.ts';
import { testLog } from './app-config.ts';
import { CRASH_TIMING, type Trace, tracedJob } from './traced-job.ts';

/* A worker of its own process, for tests that kill it: works on traced jobs of the database given as its argument. */

const db = await connectDatabase(process.argv[2] ?? null, testLog());
const traces = db.connection.db?.collection<Trace>('traces');
const queue = await createQueue({ db, log: testLog(), ...CRASH_TIMING });
queue.handle(
  tracedJob,
  async ({ n }, { progress }) => {
    await traces?.insertOne({ n, what: 'begun' });
    process.stdout.write(`begun ${n}\n`);
    for (const step of [1, 2, 3]) {
      await wait(10);
      await progress(step / 4, `step ${step}`);
    }
    await traces?.updateOne({ n, what: 'effect' }, { $set: { n } }, { upsert: true });
  },
  async ({ n }) => {
    await traces?.updateOne({ n, what: 'end' }, { $set: { n } }, { upsert: true });
    process.stdout.write(`ended ${n}\n`);
  },
);
await queue.work();
