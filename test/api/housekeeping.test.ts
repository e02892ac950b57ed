import { expect } from 'chai';
import mongoose from 'mongoose';
import { inTurn } from '../../src/app/housekeeping.ts';
import { startWorker } from '../../src/app/start-worker.ts';
import type { JobDocument } from '../../src/platform/queue/job-document.ts';
import { testConfig, testLog } from '../helpers/app-config.ts';
import { eventually } from '../helpers/eventually.ts';

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
