import { expect } from 'chai';
import { eventually } from '../helpers/eventually.ts';
import { deferred, ended, jobType, untilAborted, useQueues } from '../helpers/queues.ts';

describe('stopped and abandoned jobs of the job queue', () => {
  const { open, jobs } = useQueues();

  it('cancels a queued job at once and a running one in another process, and runs both follow-ups', async () => {
    const type = jobType({ concurrency: 1 });
    const begun = deferred();
    const ends: string[] = [];
    const [web, worker] = [await open(), await open({ leaseMs: 10_000 })];
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
    const queue = await open({ leaseMs: 10_000 });
    const other = await open({ leaseMs: 10_000 });
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
});
