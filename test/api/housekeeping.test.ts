import { expect } from 'chai';
import mongoose from 'mongoose';
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
});
