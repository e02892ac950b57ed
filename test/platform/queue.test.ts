import { expect } from 'chai';
import * as z from 'zod';
import type { JobStatus } from '../../src/platform/job-queue.ts';
import { eventually } from '../helpers/eventually.ts';
import { deferred, ended, jobType, useQueues } from '../helpers/queues.ts';

describe('the job queue', () => {
  const { open, jobs } = useQueues();

  it('runs a job and its follow-up once, with several workers', async () => {
    const type = jobType();
    const [done, ends]: [number[], number[]] = [[], []];
    const queues = await Promise.all([open(), open(), open()]);
    for (const queue of queues) {
      queue.handle(
        type,
        async ({ n }) => void done.push(n),
        async ({ n }) => void ends.push(n),
      );
      await queue.work();
    }
    const web = await open();
    const all = await Promise.all(Array.from({ length: 30 }, (_, n) => web.enqueue(type, { n })));
    for (const { id } of all) expect((await ended(web, id)).state).to.equal('done');
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    expect(done).to.have.lengthOf(30).and.to.have.members(numbers);
    await eventually('all ends', async () => ends.length >= 30);
    expect(ends).to.have.lengthOf(30).and.to.have.members(numbers);
    await eventually(
      'that nothing is left to follow up',
      async () => !(await jobs().findOne({ type: type.name, endDueAt: { $exists: true } })),
    );
  });

  it('runs a job queued before any worker started', async () => {
    const type = jobType();
    const queue = await open();
    const { id } = await queue.enqueue(type, { n: 1 });
    queue.handle(type, async () => {});
    await queue.work();
    expect((await ended(queue, id)).state).to.equal('done');
    expect(await queue.status('0123456789abcdef01234567')).to.equal(null);
  });

  it('limits the concurrency of a type, and runs other types beside it', async () => {
    const [slow, quick] = [jobType({ concurrency: 2 }), jobType()];
    const gate = deferred();
    let [running, most] = [0, 0];
    const queue = await open();
    queue.handle(slow, async () => {
      running += 1;
      most = Math.max(most, running);
      await gate.promise;
      running -= 1;
    });
    queue.handle(quick, async () => {});
    await queue.work();
    const slows = await Promise.all([1, 2, 3, 4].map((n) => queue.enqueue(slow, { n })));
    const { id } = await queue.enqueue(quick, { n: 0 });
    expect((await ended(queue, id)).state).to.equal('done');
    expect(await jobs().countDocuments({ type: slow.name, state: 'queued' })).to.equal(2);
    gate.resolve();
    for (const job of slows) await ended(queue, job.id);
    expect(most).to.equal(2);
  });

  it('orders jobs by priority, then age, and none before runAt', async () => {
    const type = jobType({ concurrency: 1 });
    const order: number[] = [];
    const queue = await open();
    const hour = 3_600_000;
    const later = await queue.enqueue(type, { n: 9 }, { runAt: new Date(Date.now() + hour), priority: 9 });
    await queue.enqueue(type, { n: 2 });
    const last = await queue.enqueue(type, { n: 3 });
    await queue.enqueue(type, { n: 1 }, { priority: 5 });
    queue.handle(type, async ({ n }) => void order.push(n));
    await queue.work();
    await ended(queue, last.id);
    expect(order).to.deep.equal([1, 2, 3]);
    expect((await queue.status(later.id))?.state).to.equal('queued');
    await queue.cancel(later.id);
  });

  it('refuses data that does not fit the type’s schema', async () => {
    const type = jobType();
    const queue = await open();
    let refused: unknown;
    await queue.enqueue(type, JSON.parse('{"n":{"$gt":""}}')).catch((error: unknown) => {
      refused = error;
    });
    expect(refused).to.be.instanceOf(z.ZodError);
    expect(await jobs().countDocuments({ type: type.name })).to.equal(0);
  });

  it('returns the unfinished job of the same uniqueKey, also concurrently', async () => {
    const type = jobType();
    const queue = await open();
    const same = await Promise.all(Array.from({ length: 8 }, (_, n) => queue.enqueue(type, { n }, { uniqueKey: 'a' })));
    expect(new Set(same.map(({ id }) => id)).size).to.equal(1);
    const other = await queue.enqueue(type, { n: 1 }, { uniqueKey: 'b' });
    expect(other.id).not.to.equal(same[0]?.id);
    await queue.cancel(other.id);
    const again = await queue.enqueue(type, { n: 1 }, { uniqueKey: 'b' });
    expect(again.id).not.to.equal(other.id);
  });

  it('publishes progress to watchers in any process', async () => {
    const type = jobType();
    const updates: JobStatus[] = [];
    const [web, worker] = [await open(), await open({ onUpdate: (status) => updates.push(status) })];
    const gates = [deferred(), deferred()] as const;
    worker.handle(type, async (_, { progress }) => {
      await progress(0.25, 'first');
      await gates[0].promise;
      await progress(0.75, 'second');
      await gates[1].promise;
    });
    await worker.work();
    const { id } = await web.enqueue(type, { n: 1 });
    const told: string[] = [];
    web.watch(id, ({ state, progress, step }) => {
      told.push(`${state} ${progress} ${step}`);
      if (step === 'first') gates[0].resolve();
      if (step === 'second') gates[1].resolve();
    });
    await eventually('the end', async () => told.at(-1)?.startsWith('done'));
    expect(told).to.include.members(['running 0.25 first', 'running 0.75 second', 'done 1 second']);
    const changes = updates.map(({ state, progress }) => `${state} ${progress}`);
    expect(changes).to.deep.equal(['running 0', 'running 0.25', 'running 0.75', 'done 1']);
  });

  it('runs a recurring job again and again, in one worker at a time, also after a failure', async () => {
    const type = { ...jobType(), data: z.object({}), attempts: 1, every: 10 };
    let [runs, running, most] = [0, 0, 0];
    for (const queue of [await open(), await open()]) {
      queue.handle(type, async () => {
        runs += 1;
        running += 1;
        most = Math.max(most, running);
        await jobs().findOne();
        running -= 1;
        if (runs === 2) throw new Error('for this test');
      });
      await queue.work();
    }
    await eventually('five runs', async () => runs >= 5);
    expect(most).to.equal(1);
    expect(await jobs().countDocuments({ type: type.name })).to.equal(1);
  });

  it('runs a recurring job at once when a worker starts', async () => {
    const type = { ...jobType(), data: z.object({}), every: 3_600_000 };
    let runs = 0;
    for (const turn of [1, 2]) {
      const queue = await open();
      queue.handle(type, async () => {
        runs += 1;
      });
      await queue.work();
      await eventually('a run', async () => runs === turn);
      await eventually('its end', async () => (await jobs().findOne({ type: type.name }))?.state === 'queued');
    }
  });

  it('throws the database’s error when a job can’t be stored', async () => {
    const [type, queue] = [jobType(), await open()];
    await jobs().createIndex(
      { 'data.n': 1 },
      { unique: true, name: 'in the way', partialFilterExpression: { type: type.name } },
    );
    await queue.enqueue(type, { n: 1 });
    const error = await queue.enqueue(type, { n: 1 }).catch((thrown: unknown) => thrown);
    await jobs().dropIndex('in the way');
    expect(error).to.include({ code: 11000 });
  });
});
