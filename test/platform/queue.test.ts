import { once } from 'node:events';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { z } from 'zod';
import { AppError } from '../../src/platform/errors.ts';
import type { JobContext, JobStatus, JobType, Queue } from '../../src/platform/job-queue.ts';
import { delayAfter } from '../../src/platform/queue/backoff.ts';
import { createQueue, type QueueOptions } from '../../src/platform/queue/create-queue.ts';
import type { JobDocument } from '../../src/platform/queue/job-document.ts';
import { testLog } from '../helpers/app-config.ts';
import { useDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';

interface Deferred {
  promise: Promise<void>;
  resolve(): void;
}

function deferred(): Deferred {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Ends when its signal aborts, as a handler should. */
async function untilAborted({ signal }: JobContext): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
  signal.throwIfAborted();
}

describe('the job queue', () => {
  const db = useDatabase();
  const opened: Queue[] = [];
  let names = 0;

  function jobType(more: Partial<JobType<{ n: number }>> = {}): JobType<{ n: number }> {
    names += 1;
    const data = z.object({ n: z.number() });
    return { name: `test.${names}`, data, attempts: 3, timeLimit: 10_000, concurrency: 2, ...more };
  }

  async function open(more: Partial<QueueOptions> = {}): Promise<Queue> {
    const timing = { leaseMs: 3000, pollMs: 20, backoffMs: 10, graceMs: 200 };
    const queue = await createQueue({ db: db(), log: testLog(), ...timing, ...more });
    opened.push(queue);
    return queue;
  }

  function ended(queue: Queue, id: string): Promise<JobStatus> {
    return eventually(`the end of job ${id}`, async () => {
      const status = await queue.status(id);
      return status?.finishedAt && status;
    });
  }

  function jobs() {
    const database = db().connection.db;
    if (!database) throw new Error('not connected');
    return database.collection<JobDocument>('jobs');
  }

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queue) => queue.stop()));
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

  it('cancels a queued job at once and a running one in another process, and runs both follow-ups', async () => {
    const type = jobType({ concurrency: 1 });
    const begun = deferred();
    const ends: string[] = [];
    const [web, worker] = [await open(), await open()];
    worker.handle(
      type,
      async (_, context) => {
        begun.resolve();
        await untilAborted(context);
      },
      async (_, { id, state }) => void ends.push(`${id} ${state}`),
    );
    await worker.work();
    const running = await web.enqueue(type, { n: 1 });
    await begun.promise;
    const queued = await web.enqueue(type, { n: 2 });
    expect(await web.cancel(queued.id)).to.equal(true);
    expect((await web.status(queued.id))?.state).to.equal('cancelled');
    expect(await web.cancel(running.id)).to.equal(true);
    expect((await ended(web, running.id)).state).to.equal('cancelled');
    await eventually('both ends', async () => ends.length === 2);
    expect(ends).to.have.members([`${running.id} cancelled`, `${queued.id} cancelled`]);
    expect(await web.cancel(running.id)).to.equal(false);
    expect(await web.cancel('nonsense')).to.equal(false);
  });

  it('stops a run at its time limit, even one that ignores its signal', async () => {
    const queue = await open({ graceMs: 20 });
    const types = [
      jobType({ timeLimit: 30, attempts: 1 }),
      jobType({ timeLimit: 30, attempts: 1, concurrency: 1 }),
    ] as const;
    const never = deferred();
    queue.handle(types[0], (_, context) => untilAborted(context));
    queue.handle(types[1], ({ n }) => (n === 1 ? never.promise : Promise.resolve()));
    await queue.work();
    for (const type of types) {
      const status = await ended(queue, (await queue.enqueue(type, { n: 1 })).id);
      expect(status.state).to.equal('failed');
    }
    const next = await ended(queue, (await queue.enqueue(types[1], { n: 2 })).id);
    expect(next.state).to.equal('done');
    never.resolve();
  });

  it('takes over the job of a dead worker, and fences off the old owner', async () => {
    const type = jobType({ timeLimit: 20_000 });
    const [taken, gate] = [deferred(), deferred()];
    const seen: string[] = [];
    const [old, next] = [await open(), await open()];
    old.handle(type, async (_, context) => {
      taken.resolve();
      await gate.promise;
      await context.progress(0.9, 'late').catch((error: Error) => seen.push(`old ${error.name}`));
      context.signal.throwIfAborted();
      seen.push('old went on');
    });
    await old.work();
    const { id } = await old.enqueue(type, { n: 1 });
    await taken.promise;
    // As if the machine had slept: the lease has run out and somebody took it, unknown to its owner.
    await jobs().updateOne({ type: type.name }, { $set: { dueAt: new Date(0), token: 'of-another' } });
    next.handle(type, async (_, { attempt }) => void seen.push(`next ${attempt}`));
    await next.work();
    expect(await ended(next, id)).to.include({ state: 'done', attempt: 2 });
    gate.resolve();
    await old.stop();
    expect(seen).to.deep.equal(['next 2', 'old JobStopped']);
    expect((await next.status(id))?.state).to.equal('done');
  });

  it('renews the lease of a long job', async () => {
    const type = jobType();
    const queue = await open({ leaseMs: 3000 });
    const other = await open({ leaseMs: 3000 });
    const gate = deferred();
    let begun = 0;
    for (const each of [queue, other]) {
      each.handle(type, async () => {
        begun += 1;
        await gate.promise;
      });
      await each.work();
    }
    const { id } = await queue.enqueue(type, { n: 1 });
    const first = await eventually('the job', () => jobs().findOne({ type: type.name, state: 'running' }));
    const end = (first.dueAt?.getTime() ?? 0) + 200;
    await eventually('a renewed lease', () => jobs().findOne({ type: type.name, dueAt: { $gt: new Date(end) } }));
    gate.resolve();
    expect(await ended(queue, id)).to.include({ state: 'done', attempt: 1 });
    expect(begun).to.equal(1);
  });

  it('fails a job whose worker died on the last attempt', async () => {
    const type = jobType({ attempts: 2 });
    const queue = await open();
    let begun = 0;
    queue.handle(type, async () => {
      begun += 1;
    });
    const { id } = await queue.enqueue(type, { n: 1 });
    const left = { state: 'running' as const, attempt: 2, token: 'of-the-dead', dueAt: new Date(0) };
    await jobs().updateOne({ type: type.name }, { $set: left });
    await queue.work();
    expect((await ended(queue, id)).state).to.equal('failed');
    expect(begun).to.equal(0);
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

  it('requeues running jobs on shutdown, without counting an attempt', async () => {
    const type = jobType({ attempts: 1 });
    const begun = deferred();
    const first = await open();
    first.handle(type, async (_, context) => {
      begun.resolve();
      await untilAborted(context);
    });
    await first.work();
    const { id } = await first.enqueue(type, { n: 1 });
    await begun.promise;
    await first.stop();
    expect(await first.status(id)).to.include({ state: 'queued', attempt: 0 });
    const second = await open();
    second.handle(type, async () => {});
    await second.work();
    expect(await ended(second, id)).to.include({ state: 'done', attempt: 1 });
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

describe('delayAfter', () => {
  it('grows fourfold with an attempt, varies by a quarter, up to ten minutes', () => {
    expect([1, 2, 3].map((attempt) => delayAfter(attempt, 2000, () => 0.5))).to.deep.equal([2000, 8000, 32_000]);
    expect(delayAfter(1, 1000, () => 0)).to.equal(750);
    expect(delayAfter(1, 1000, () => 1)).to.equal(1250);
    expect(delayAfter(1000, 2000, () => 0.5)).to.equal(600_000);
  });
});
