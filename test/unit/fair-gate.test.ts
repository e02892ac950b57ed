import { expect } from 'chai';
import { createFairGate } from '../../src/platform/fair-gate.ts';
import { eventually } from '../helpers/eventually.ts';

describe('createFairGate', () => {
  const never = () => new Promise<never>(() => {});

  it('limits the concurrency, and leaves places free of one key', async () => {
    const gate = createFairGate({ places: 2, patience: 60_000, waitingPerKey: 10 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const work = (key: string) =>
      gate.run(key, () => {
        begun.push(key);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = ['greedy', 'greedy', 'greedy', 'late', 'later'].map(work);
    await eventually('two to run', async () => begun.length === 2);
    expect(begun).to.deep.equal(['greedy', 'late']);
    for (let n = 0; n < all.length; n++) {
      await eventually('the next to run', async () => ends.length > n);
      ends[n]?.();
    }
    await Promise.all(all);
    expect(begun.indexOf('later')).to.be.below(begun.lastIndexOf('greedy'));
  });

  it('refuses with PROVIDER_DOWN after a long wait or too many of the same key', async () => {
    const gate = createFairGate({ places: 1, patience: 20, waitingPerKey: 1 });
    void gate.run('a', never);
    const refused = await Promise.allSettled([gate.run('b', never), gate.run('b', never)]);
    for (const outcome of refused) {
      expect(outcome).to.have.nested.property('reason.code', 'PROVIDER_DOWN');
      expect(outcome).to.have.nested.property('reason.details.retryAfter');
    }
  });

  it('frees the place of failed work', async () => {
    const gate = createFairGate({ places: 1, patience: 60_000, waitingPerKey: 1 });
    const failing = gate.run('a', () => Promise.reject(new Error('broken')));
    const next = gate.run('b', async () => 'done');
    expect(await failing.catch(({ message }: Error) => message)).to.equal('broken');
    expect(await next).to.equal('done');
  });
});
