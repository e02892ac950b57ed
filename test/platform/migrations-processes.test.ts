import { expect } from 'chai';
import { connectDatabase } from '../../src/platform/database/db.ts';
import type { Migration } from '../../src/platform/migrations/migration.ts';
import { prepareDatabase } from '../../src/platform/migrations/prepare-database.ts';
import '../../src/app/start-web.ts';
import '../../src/app/start-worker.ts';
import { testLog } from '../helpers/app-config.ts';
import { eventually } from '../helpers/eventually.ts';
import { messageOf, useFreshDatabase } from '../helpers/fresh-database.ts';

describe('starting on a database by several processes at once', () => {
  const { db, uri, start } = useFreshDatabase();
  const leases = () => db().collection<{ _id: string; until: Date; holder?: string }>('migrations');
  const held = (until: number) => ({ _id: 'lease', token: 'other', holder: 'elsewhere:1', until: new Date(until) });

  it('migrates in one of them, and the others wait', async () => {
    await db().collection('words').insertOne({ word: 'there is something to change' });
    const order: string[] = [];
    const slow: Migration = {
      number: 1,
      name: 'for this test',
      async run({ db: given }) {
        order.push('begun');
        for (let n = 0; n < 20; n++) await given.collection('words').insertOne({ n });
        order.push('done');
      },
    };
    const database = await connectDatabase(uri(), testLog());
    const options = { migrations: [slow] };
    const one = () => prepareDatabase(database.connection, testLog(), options).then(() => order.push('started'));
    await Promise.all([one(), one(), one()]);
    await database.close();
    expect(order).to.deep.equal(['begun', 'done', 'started', 'started', 'started']);
  });

  it('fails with the name of the other one after a long wait', async () => {
    await leases().insertOne(held(Date.now() + 600_000));
    expect(await messageOf(start({ patience: 50 }))).to.include('elsewhere:1');
  });

  it('takes over from a crashed one, and runs its migration again', async () => {
    await db().collection('words').insertOne({ word: 'there is something to change' });
    let runs = 0;
    const fails: Migration = {
      number: 1,
      name: 'for this test',
      async run() {
        runs += 1;
        if (runs === 1) throw new Error('the machine went down');
      },
    };
    expect(await messageOf(start({ migrations: [fails] }))).to.equal('the machine went down');
    await leases().updateOne({ _id: 'lease' }, { $set: held(Date.now() + 1000) });
    await start({ migrations: [fails] });
    await start({ migrations: [fails] });
    expect(runs).to.equal(2);
  });

  it('does not wait for slow index builds of a process of the same version', async () => {
    await start();
    const before = await leases().findOne({ _id: 'lease' });
    await leases().updateOne({ _id: 'lease' }, { $set: { ...held(Date.now() + 600_000), isReady: true } });
    await start();
    expect(before).to.have.property('goal');
    await eventually(
      'the same holder',
      async () => (await leases().findOne({ _id: 'lease' }))?.holder === 'elsewhere:1',
    );
  });
});
