import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import type { JobStatus } from '../../src/platform/job-queue.ts';
import { createQueue } from '../../src/platform/queue/create-queue.ts';
import { testLog } from '../helpers/app-config.ts';
import { useDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { killProcess, startProgram } from '../helpers/test-process.ts';
import { CRASH_TIMING, type Trace, tracedJob } from '../helpers/traced-job.ts';

const JOBS = 40;
/** A worker is killed when so many lines have come from all of them. */
const KILLS = [2, 9, 20, 38];

describe('the job queue under kill -9', function () {
  this.timeout(600_000);
  const db = useDatabase();
  const workers = new Set<ChildProcess>();
  let lines = 0;
  let kills = 0;

  async function startWorker(): Promise<void> {
    const child = await startProgram('queue', { args: [db().uri] });
    workers.add(child);
    child.once('exit', () => workers.delete(child));
    createInterface({ input: child.stdout }).on('line', () => {
      lines += 1;
      if (kills < KILLS.length && lines >= (KILLS[kills] ?? 0)) {
        kills += 1;
        child.kill('SIGKILL');
        void startWorker();
      }
    });
  }

  after(async () => {
    await Promise.all([...workers].map(killProcess));
  });

  it('loses no job, has no effect twice, and runs every follow-up', async () => {
    const queue = await createQueue({ db: db(), log: testLog(), ...CRASH_TIMING });
    const all = await Promise.all(Array.from({ length: JOBS }, (_, n) => queue.enqueue(tracedJob, { n })));
    await startWorker();
    await startWorker();
    const traces = db().connection.db?.collection<Trace>('traces');
    const numbers = async (what: Trace['what']) =>
      ((await traces?.find({ what }).toArray()) ?? []).map(({ n }) => n).sort((a, b) => a - b);
    const each = Array.from({ length: JOBS }, (_, n) => n);

    await eventually('every end', async () => (await numbers('end')).length >= JOBS);
    expect(kills).to.equal(KILLS.length);
    expect(await numbers('effect')).to.deep.equal(each);
    expect(await numbers('end')).to.deep.equal(each);
    const states = await Promise.all(all.map(({ id }) => queue.status(id)));
    expect(states.map((status: JobStatus | null) => status?.state)).to.deep.equal(each.map(() => 'done'));
    // A job is begun again only where its worker was killed on it.
    const repeated = (await numbers('begun')).length - JOBS;
    expect(repeated)
      .to.be.at.least(1)
      .and.at.most(KILLS.length * tracedJob.concurrency);
  });
});
