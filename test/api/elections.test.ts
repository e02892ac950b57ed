import { expect } from 'chai';
import mongoose from 'mongoose';
import * as z from 'zod';
import { overLostConnection } from '../../src/platform/db-retry.ts';
import { createQueue } from '../../src/platform/queue/create-queue.ts';
import { createEvent, listEvents } from '../../src/shared/contracts/events.ts';
import type { JobType } from '../../src/shared/job.ts';
import { type ApiApp, startApi } from '../helpers/api-app.ts';
import { testLog } from '../helpers/app-config.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type StepDown, type SteppingPrimary, steppingPrimary } from '../helpers/stepping-primary.ts';
import { newUser, type SignedInUser } from '../helpers/user.ts';

const ELECTION: StepDown[] = [
  ...[10107, 189, 11602, 11600, 91, 13435, 262, 112].map((code) => ({ code })),
  { code: 1, errorLabels: ['RetryableWriteError'] },
  { code: 251, errorLabels: ['TransientTransactionError'] },
];

describe('an app during a MongoDB election', () => {
  let primary: SteppingPrimary;
  let api: ApiApp;
  let ada: SignedInUser;

  before(async () => {
    const uri = await newDatabaseUri();
    primary = await steppingPrimary(uri);
    api = await startApi({ env: { MONGODB_URI: primary.uri(new URL(uri).pathname.slice(1)) } });
    ada = await newUser(api.origin);
  });
  afterEach(() => primary.stepUp());
  after(async () => {
    await api.close();
    await primary.close();
  });

  for (const answer of ELECTION) {
    const what = answer.errorLabels ? `the label ${answer.errorLabels}` : `the code ${answer.code}`;
    it(`answers a request that meets ${what} with 503 and Retry-After, and works afterwards`, async () => {
      primary.stepDown(answer);
      const refused = await ada.fetch(listEvents.path);
      const { error } = await refused.json();
      expect([refused.status, error.code]).to.deep.equal([503, 'PROVIDER_DOWN']);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
      expect(JSON.stringify(error)).not.to.match(/primary|mongo/i);
      primary.stepUp();
      expect(await ada.call(listEvents, { query: {} })).to.deep.equal([]);
    });
  }

  it('answers an unconfirmed majority write with 503', async () => {
    const lena = await newUser(api.origin);
    primary.stepDown({ code: 64, isWriteConcern: true });
    const refused = await lena.fetch(createEvent.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ occasion: 'birthday', recipients: [{ firstName: 'Lena' }] }),
    });
    expect([refused.status, (await refused.json()).error.code]).to.deep.equal([503, 'PROVIDER_DOWN']);
  });

  it('retries an idempotent write until there is a primary', async () => {
    const words = mongoose.connection.collection<{ _id: string }>('words');
    const before = primary.refused();
    primary.stepDown({ code: 10107 });
    const written = overLostConnection(() => words.updateOne({ _id: 'a' }, { $set: { n: 1 } }, { upsert: true }));
    await eventually('the refusal', async () => primary.refused() > before);
    primary.stepUp();
    expect((await written).upsertedCount).to.equal(1);
  });

  it('requeues a job without counting an attempt', async () => {
    const type: JobType<{ n: number }> = {
      name: 'test.election',
      data: z.object({ n: z.number() }),
      attempts: 1,
      timeLimit: 30_000,
      concurrency: 1,
    };
    const queue = await createQueue({ db: api.database, log: testLog(), pollMs: 20, backoffMs: 10 });
    const attempts: number[] = [];
    const before = primary.refused();
    queue.handle(type, async ({ n }, { attempt }) => {
      attempts.push(attempt);
      if (attempts.length === 1) primary.stepDown({ code: 189 });
      await mongoose.connection.collection('effects').insertOne({ n });
    });
    await queue.work();
    const { id } = await queue.enqueue(type, { n: 1 });
    await eventually('the job at a primary that has stepped down', async () => attempts.length === 1);
    await eventually('the refusal', async () => primary.refused() > before);
    primary.stepUp();
    const ended = await eventually('its end', async () => {
      const status = await queue.status(id);
      return status?.finishedAt ? status : null;
    });
    await queue.stop();
    expect(ended.state).to.equal('done');
    expect(attempts).to.deep.equal([1, 1]);
  });
});
