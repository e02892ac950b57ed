import { expect } from 'chai';
import mongoose from 'mongoose';
import { AppError } from '../../src/platform/errors.ts';
import { JobPostponed, type JobStatus } from '../../src/platform/job-queue.ts';
import { delayAfter, delayInOutage } from '../../src/platform/queue/backoff.ts';
import { eventually } from '../helpers/eventually.ts';
import { ended, jobType, untilAborted, useQueues } from '../helpers/queues.ts';

describe('retries of the job queue', () => {
  const { open, jobs } = useQueues();

  it('retries after a delay, and fails after the last attempt', async () => {
    const type = jobType({ attempts: 3 });
    const tries: number[] = [];
    const ends: JobStatus[] = [];
    const queue = await open();
    queue.handle(
      type,
      async (_, { attempt }) => {
        tries.push(attempt);
        // As where a mail server hangs up: that is the job's own affair, and no lost database.
        throw Object.assign(new Error('secret words'), { code: 'ECONNRESET' });
      },
      async (_, status) => void ends.push(status),
    );
    await queue.work();
    const { id } = await queue.enqueue(type, { n: 1 });
    const status = await ended(queue, id);
    expect(status).to.include({ state: 'failed', attempt: 3 });
    expect(status.error).to.deep.equal({ code: 'INTERNAL', message: 'Something went wrong on our side' });
    expect(tries).to.deep.equal([1, 2, 3]);
    await eventually('the end', async () => ends.length === 1);
    expect(ends[0]?.state).to.equal('failed');
  });

  it('fails a job that throws a refusal, without a retry', async () => {
    const type = jobType();
    const queue = await open();
    queue.handle(type, async () => {
      throw new AppError('UNREADABLE_MEDIA', { message: 'This is not a video' });
    });
    await queue.work();
    const status = await ended(queue, (await queue.enqueue(type, { n: 1 })).id);
    expect(status).to.include({ state: 'failed', attempt: 1 });
    expect(status.error).to.deep.equal({ code: 'UNREADABLE_MEDIA', message: 'This is not a video' });
  });

  it('postpones a job that can’t go on yet: another takes its place, and no attempt is counted', async () => {
    const type = jobType({ attempts: 1 });
    const runs: number[] = [];
    const queue = await open();
    queue.handle(type, async ({ n }, { attempt }) => {
      runs.push(n);
      expect(attempt).to.equal(1);
      if (n === 1 && !runs.includes(2)) throw new JobPostponed(20);
    });
    const first = await queue.enqueue(type, { n: 1 });
    await queue.work();
    await eventually('it to be postponed twice', async () => runs.length > 1);
    const second = await queue.enqueue(type, { n: 2 });
    const statuses = [await ended(queue, second.id), await ended(queue, first.id)];
    expect(statuses.map(({ state, attempt }) => [state, attempt])).to.deep.equal([
      ['done', 1],
      ['done', 1],
    ]);
    expect(runs.filter((n) => n === 2)).to.have.length(1);
  });

  it('does not count an attempt that lost the database', async () => {
    const type = jobType({ attempts: 1 });
    let runs = 0;
    const queue = await open();
    queue.handle(type, async () => {
      runs += 1;
      if (runs < 4) throw new mongoose.mongo.MongoNetworkError('read ECONNRESET');
    });
    await queue.work();
    const status = await ended(queue, (await queue.enqueue(type, { n: 1 })).id);
    expect({ runs, state: status.state, attempt: status.attempt }).to.deep.equal({
      runs: 4,
      state: 'done',
      attempt: 1,
    });
  });

  it('does not count an attempt that ended on a full disk', async () => {
    const type = jobType({ attempts: 1 });
    let tries = 0;
    const queue = await open({ backoffMs: 1 });
    queue.handle(type, async () => {
      tries += 1;
      const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      if (tries < 4) throw new Error('It could not be written', { cause: full });
    });
    await queue.work();
    const { id } = await queue.enqueue(type, { n: 1 });
    expect(await ended(queue, id)).to.include({ state: 'done', attempt: 1 });
  });

  it('does not count attempts during an outage of a provider while the job has patience, and counts them afterwards', async () => {
    const [patient, late] = [jobType({ attempts: 1, patience: 3_600_000 }), jobType({ attempts: 2, patience: 50 })];
    let tries = 0;
    const queue = await open({ backoffMs: 20 });
    const isDown = () => new AppError('PROVIDER_DOWN', { message: 'Down' });
    queue.handle(patient, async () => {
      tries += 1;
      if (tries < 5) throw isDown();
    });
    queue.handle(late, async () => {
      throw isDown();
    });
    await queue.work();
    const ids = [(await queue.enqueue(patient, { n: 1 })).id, (await queue.enqueue(late, { n: 1 })).id] as const;
    expect(await ended(queue, ids[0])).to.include({ state: 'done', attempt: 1 });
    expect(await ended(queue, ids[1])).to.include({ state: 'failed', attempt: 2 });
  });

  it('keeps jobs that need disk space queued while the disk is full, and stops a running one without counting it', async () => {
    const [small, large] = [jobType(), jobType({ needsRoom: true })];
    let room = true;
    const attempts: number[] = [];
    const queue = await open({ hasRoom: async () => room, backoffMs: 1 });
    queue.handle(small, async () => {});
    queue.handle(large, async (_data, context) => {
      attempts.push(context.attempt);
      if (attempts.length === 1) {
        room = false;
        await untilAborted(context);
      }
    });
    await queue.work();
    const { id } = await queue.enqueue(large, { n: 1 });
    await eventually('the job to be stopped', async () => (await queue.status(id))?.state === 'queued' && !room);
    await ended(queue, (await queue.enqueue(small, { n: 2 })).id);
    expect(await queue.status(id)).to.include({ state: 'queued', attempt: 0, error: null });
    room = true;
    expect(await ended(queue, id)).to.include({ state: 'done' });
    expect(attempts).to.deep.equal([1, 1]);
  });

  it('retries a failed onEnd, and one that a crash left undone', async () => {
    const type = jobType();
    const queue = await open();
    let calls = 0;
    queue.handle(
      type,
      async () => {},
      async () => {
        calls += 1;
        if (calls === 1) throw new Error('not yet');
      },
    );
    await queue.work();
    await ended(queue, (await queue.enqueue(type, { n: 1 })).id);
    await eventually('the second call', async () => calls === 2);
    await jobs().updateOne({ type: type.name }, { $set: { endDueAt: new Date(0), token: 'of-the-dead' } });
    await eventually('the third call', async () => calls === 3);
    await eventually(
      'the end of it',
      async () => !(await jobs().findOne({ type: type.name, endDueAt: { $exists: true } })),
    );
    expect(calls).to.equal(3);
  });
});

describe('delayAfter', () => {
  it('quadruples with each attempt, plus or minus a quarter, up to ten minutes', () => {
    expect([1, 2, 3].map((attempt) => delayAfter(attempt, 2000, () => 0.5))).to.deep.equal([2000, 8000, 32_000]);
    expect(delayAfter(1, 1000, () => 0)).to.equal(750);
    expect(delayAfter(1, 1000, () => 1)).to.equal(1250);
    expect(delayAfter(1000, 2000, () => 0.5)).to.equal(600_000);
  });
});

describe('delayInOutage', () => {
  it('is as long as the job has waited, plus or minus a quarter, up to ten minutes', () => {
    expect([0, 5000, 60_000].map((waited) => delayInOutage(waited, 2000, () => 0.5))).to.deep.equal([
      2000, 5000, 60_000,
    ]);
    expect(delayInOutage(4000, 2000, () => 0)).to.equal(3000);
    expect(delayInOutage(86_400_000, 2000, () => 0.5)).to.equal(600_000);
  });
});
