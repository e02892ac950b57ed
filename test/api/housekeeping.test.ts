import { utimes } from 'node:fs/promises';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { housekeepingJobs, inTurn } from '../../src/app/housekeeping.ts';
import { startWorker } from '../../src/app/start-worker.ts';
import { noteRestored } from '../../src/platform/migrations/records.ts';
import { platform } from '../../src/platform/platform.ts';
import type { JobDocument } from '../../src/platform/queue/job-document.ts';
import { testConfig, testLog } from '../helpers/app-config.ts';
import { eventually } from '../helpers/eventually.ts';
import { useStarted } from '../helpers/use-started.ts';

describe('recurring maintenance jobs', () => {
  it('exist once for all workers, and are due again after each run', async () => {
    const config = await testConfig();
    const first = await startWorker({ config, log: testLog() });
    const second = await startWorker({ config, log: testLog() });
    const jobs = mongoose.connection.collection<JobDocument>('jobs');
    const pauses = { rescue: 60_000, 'clean-up': 3_600_000 };
    for (const [type, every] of Object.entries(pauses)) {
      const [job, ...more] = await eventually(`the run of ${type}`, async () => {
        const found = await jobs.find({ type }).toArray();
        return found.length > 0 && found.every(({ runAt }) => runAt.getTime() > Date.now() + every / 2) && found;
      });
      expect(job).to.include({ state: 'queued', attempt: 0, error: null, every });
      expect(more).to.deep.equal([]);
    }
    await first.close();
    await mongoose.connection.dropDatabase();
    await second.close();
  });

  it('run every step, also beside one that takes too long', async () => {
    const ran: string[] = [];
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const steps = [
      async () => ran.push('first'),
      () => slow,
      async () => ran.push('beside it'),
      async () => ran.push('last'),
    ];
    const context = { jobId: '', attempt: 1, signal: new AbortController().signal, progress: async () => undefined };
    const round = inTurn(steps, 40).run({}, context);
    await eventually('the steps behind the slow one', async () => ran.includes('last'));
    expect(ran).to.deep.equal(['first', 'beside it', 'last']);
    finish();
    await round;
  });
});

describe('the clean-up of files that nothing names', () => {
  const DAY = 24 * 3_600_000;
  const KEYS = ['originals/gone/clip', 'prepared/gone/segment/clip.json'];
  useStarted('worker', async () => startWorker({ config: await testConfig(), log: testLog() }));

  it('leaves alone what is older than the database, and for 30 days what is older than a restore', async () => {
    const { queue, store } = platform();
    const times = mongoose.connection.collection<{ _id: string; at: Date }>('migrations');

    /** Which files are left after a clean-up, of these that are two days old and one that is not. */
    async function left(): Promise<string[]> {
      const then = new Date(Date.now() - 2 * DAY);
      for (const key of KEYS) {
        await store.write(key, Buffer.from('{}'));
        await utimes(await store.local(key, ''), then, then);
      }
      await store.write('originals/gone/new', Buffer.from(''));
      const { id } = await queue.enqueue(housekeepingJobs.cleanUp, {});
      await eventually('the clean-up', async () => (await queue.status(id))?.state === 'done');
      const found: string[] = [];
      for await (const { key } of store.list('')) found.push(key);
      return found;
    }

    expect(await left(), 'in a new database').to.have.members([...KEYS, 'originals/gone/new']);
    const { matchedCount } = await times.updateOne({ _id: 'begun' }, { $set: { at: new Date(Date.now() - 3 * DAY) } });
    expect(matchedCount).to.equal(1);
    expect(await left(), 'in an older one').to.deep.equal(['originals/gone/new']);
    await noteRestored(mongoose.connection.getClient().db());
    expect(await left(), 'after a restore').to.have.members([...KEYS, 'originals/gone/new']);
    await times.updateOne({ _id: /^restored:/ }, { $set: { at: new Date(Date.now() - 31 * DAY) } });
    expect(await left(), 'a month later').to.deep.equal(['originals/gone/new']);
    await times.deleteOne({ _id: 'begun' });
    expect(await left(), 'in one from before this was recorded').to.deep.equal(['originals/gone/new']);
  });
});
