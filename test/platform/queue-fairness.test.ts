import { once } from 'node:events';
import { expect } from 'chai';
import * as z from 'zod';
import type { JobContext, Queue } from '../../src/platform/job-queue.ts';
import { prepareDatabase } from '../../src/platform/migrations/prepare-database.ts';
import { createQueue } from '../../src/platform/queue/create-queue.ts';
import { type JobDocument, rankJobs } from '../../src/platform/queue/job-document.ts';
import type { JobType } from '../../src/shared/job.ts';
import { testLog } from '../helpers/app-config.ts';
import { useDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';

type Named = JobType<{ name: string }>;

async function untilAborted({ signal }: JobContext): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
  signal.throwIfAborted();
}

/** A promise that waits until the function is called. */
function closedGate(): [Promise<void>, () => void] {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return [gate, release];
}

describe('fairness of the job queue', () => {
  const db = useDatabase();
  const opened: Queue[] = [];
  let names = 0;

  function jobType(more: Partial<Named> = {}): Named {
    names += 1;
    const data = z.object({ name: z.string() });
    return { name: `fair.${names}`, data, attempts: 3, timeLimit: 60_000, concurrency: 1, ...more };
  }

  async function open(): Promise<Queue> {
    const queue = await createQueue({
      db: db(),
      log: testLog(),
      leaseMs: 30_000,
      pollMs: 20,
      backoffMs: 10,
      graceMs: 200,
    });
    opened.push(queue);
    return queue;
  }

  /** The names of the jobs in the order in which one worker takes them. */
  async function orderOf(queue: Queue, type: Named, count: number): Promise<string[]> {
    const order: string[] = [];
    queue.handle(type, async ({ name }) => void order.push(name));
    await queue.work();
    await eventually(`${count} jobs`, async () => order.length === count);
    return order;
  }

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queue) => queue.stop()));
  });

  it('alternates between groups although one of them queued first', async () => {
    const [type, queue] = [jobType(), await open()];
    for (const name of ['a1', 'a2', 'a3', 'a4']) await queue.enqueue(type, { name }, { groups: ['a'], cost: 100 });
    for (const name of ['b1', 'b2']) await queue.enqueue(type, { name }, { groups: ['b'], cost: 100 });
    expect(await orderOf(queue, type, 6)).to.deep.equal(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('runs one group’s short job before another’s long ones', async () => {
    const [type, queue] = [jobType(), await open()];
    for (let n = 1; n <= 20; n++) await queue.enqueue(type, { name: `long ${n}` }, { groups: ['c'], cost: 600 });
    await queue.enqueue(type, { name: 'short' }, { groups: ['d'], cost: 5 });
    const [first, second] = await orderOf(queue, type, 21);
    expect([first, second]).to.deep.equal(['short', 'long 1']);
  });

  it('runs a group’s short jobs before its older long ones', async () => {
    const [type, queue] = [jobType(), await open()];
    for (const cost of [600, 90, 4, 600, 3, 25]) {
      await queue.enqueue(type, { name: String(cost) }, { groups: ['s'], cost });
    }
    expect(await orderOf(queue, type, 6)).to.deep.equal(['4', '3', '25', '90', '600', '600']);
  });

  it('runs the newest first for jobs that ask for it', async () => {
    const [type, queue] = [jobType(), await open()];
    const now = Date.now();
    for (const age of [3000, 1000, 4000, 2000]) {
      const options = { groups: ['n'], cost: 5, newestFirst: new Date(now - age) };
      await queue.enqueue(type, { name: String(age) }, options);
    }
    expect(await orderOf(queue, type, 4)).to.deep.equal(['1000', '2000', '3000', '4000']);
  });

  it('runs the newest jobs of a group with hours of work after another group’s older one', async () => {
    const [type, queue] = [jobType(), await open()];
    await queue.enqueue(
      type,
      { name: 'other' },
      { groups: ['o'], cost: 5, newestFirst: new Date(Date.now() - 60_000) },
    );
    for (let n = 1; n <= 20; n++) {
      await queue.enqueue(type, { name: `flood ${n}` }, { groups: ['p'], cost: 600, newestFirst: new Date() });
    }
    expect((await orderOf(queue, type, 21)).indexOf('other')).to.be.lessThan(3);
  });

  it('keeps a clock per type, so that one type does not delay another', async () => {
    const [long, type, queue] = [jobType(), jobType(), await open()];
    await queue.enqueue(long, { name: 'long' }, { groups: ['q'], cost: 3600 });
    await queue.enqueue(type, { name: 'q' }, { groups: ['q'], cost: 5 });
    await queue.enqueue(type, { name: 'r' }, { groups: ['r'], cost: 5 });
    expect(await orderOf(queue, type, 2)).to.deep.equal(['q', 'r']);
  });

  it('ranks a job by its most demanding group, in any process', async () => {
    const [type, web, other] = [jobType(), await open(), await open()];
    await Promise.all(
      [1, 2, 3, 4].map((n) => web.enqueue(type, { name: 'same owner' }, { groups: [`e${n}`, 'owner'], cost: 100 })),
    );
    await other.enqueue(type, { name: 'last' }, { groups: ['e9', 'owner'], cost: 100 });
    await other.enqueue(type, { name: 'stranger' }, { groups: ['f'], cost: 150 });
    const order = await orderOf(web, type, 6);
    expect([order[1], order[5]]).to.deep.equal(['stranger', 'last']);
  });

  it('does not charge a group for a duplicate of a queued job', async () => {
    const [type, queue] = [jobType(), await open()];
    const again = { groups: ['g'], cost: 100, uniqueKey: 'same' };
    for (let n = 0; n < 5; n++) await queue.enqueue(type, { name: 'g1' }, again);
    await queue.enqueue(type, { name: 'g2' }, { groups: ['g'], cost: 100 });
    await queue.enqueue(type, { name: 'h' }, { groups: ['h'], cost: 300 });
    expect(await orderOf(queue, type, 3)).to.deep.equal(['g1', 'g2', 'h']);
  });

  it('reserves a place for quick jobs, and one for quicker ones', async () => {
    const type = jobType({ quick: [10, 2] });
    const queue = await open();
    const begun: string[] = [];
    const [gate, release] = closedGate();
    queue.handle(type, async ({ name }) => {
      begun.push(name);
      if (name !== 'quicker') await gate;
    });
    await queue.work();
    await queue.enqueue(type, { name: 'long 1' }, { groups: ['i'], cost: 100 });
    await eventually('the long job', async () => begun.includes('long 1'));
    await queue.enqueue(type, { name: 'long 2' }, { groups: ['j'], cost: 100 });
    await queue.enqueue(type, { name: 'quick 1' }, { groups: ['k'], cost: 10 });
    await eventually('the quick job', async () => begun.includes('quick 1'));
    await queue.enqueue(type, { name: 'quick 2' }, { groups: ['l'], cost: 10 });
    const { id } = await queue.enqueue(type, { name: 'quicker' }, { groups: ['m'], cost: 2 });
    await eventually('the quicker job', async () => (await queue.status(id))?.state === 'done');
    expect(begun).to.deep.equal(['long 1', 'quick 1', 'quicker']);
    release();
    await eventually('the others', async () => begun.length === 5);
  });

  it('runs one heavy job at a time, and light ones beside it', async () => {
    const [type, queue] = [jobType({ concurrency: 3 }), await open()];
    const begun: string[] = [];
    const [gate, release] = closedGate();
    queue.handle(type, async ({ name }) => {
      begun.push(name);
      await gate;
    });
    for (const name of ['heavy 1', 'heavy 2']) await queue.enqueue(type, { name }, { isHeavy: true });
    for (const name of ['light 1', 'light 2']) await queue.enqueue(type, { name });
    await queue.work();
    await eventually('three jobs', async () => begun.length === 3);
    expect(begun).to.have.members(['heavy 1', 'light 1', 'light 2']);
    release();
    await eventually('the second heavy job', async () => begun.includes('heavy 2'));
  });

  it('cancels queued and running jobs by tag, and accepts the same again at once', async () => {
    const [type, web, worker] = [jobType(), await open(), await open()];
    const [begun, ends]: [string[], string[]] = [[], []];
    worker.handle(
      type,
      async ({ name }, context) => {
        begun.push(name);
        if (begun.length === 1) await untilAborted(context);
      },
      async ({ name }, { state }) => void ends.push(`${name} ${state}`),
    );
    await worker.work();
    const tagged = { tags: ['clip:1', 'event:1'], uniqueKey: 'clip 1' };
    await web.enqueue(type, { name: 'running' }, tagged);
    await eventually('the first job', async () => begun.length === 1);
    await web.enqueue(type, { name: 'queued' }, { tags: ['clip:2', 'event:1'] });
    await web.enqueue(type, { name: 'other' }, { tags: ['clip:3', 'event:2'] });
    expect(await web.cancelAll('event:1')).to.equal(2);
    await web.enqueue(type, { name: 'again' }, tagged);
    await eventually('all ends', async () => ends.length === 4);
    expect(ends).to.have.members(['running cancelled', 'queued cancelled', 'other done', 'again done']);
    expect(await web.cancelAll('event:1')).to.equal(0);
  });

  it('runs jobs that an earlier version stored without a rank', async () => {
    const [type, queue] = [jobType(), await open()];
    const { id } = await queue.enqueue(type, { name: 'old' });
    const jobs = db().connection.db?.collection<JobDocument>('jobs');
    await jobs?.updateOne({ type: type.name }, { $unset: { rank: true, cost: true } });
    await prepareDatabase(db().connection, testLog(), { migrations: [rankJobs] });
    const upgraded = await open();
    upgraded.handle(type, async () => {});
    await upgraded.work();
    await eventually('its end', async () => (await queue.status(id))?.state === 'done');
  });
});
