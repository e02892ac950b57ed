import { expect } from 'chai';
import mongoose from 'mongoose';
import { z } from 'zod';
import { API_TABLES } from '../../src/api.ts';
import { QUERY_LIMIT } from '../../src/platform/db.ts';
import { route } from '../../src/platform/http/route.ts';
import { contract } from '../../src/shared/contract.ts';
import { createEvent, listEvents } from '../../src/shared/contracts/events.ts';
import { useApi } from '../helpers/api-app.ts';
import { newUser } from '../helpers/user.ts';

const slow = contract({
  method: 'GET',
  path: '/api/test/slow',
  summary: 'For this test.',
  access: 'anyone',
  response: z.null(),
});

/** Makes a million documents of one, which takes longer than a millisecond anywhere. */
async function search(): Promise<null> {
  const words = mongoose.connection.collection('words');
  await words.insertOne({ word: 'one' });
  const many = [{ $set: { a: { $range: [0, 1000] } } }, { $unwind: '$a' }, { $set: { b: { $range: [0, 1000] } } }];
  await words.aggregate([...many, { $unwind: '$b' }, { $count: 'n' }], { maxTimeMS: 1 }).toArray();
  return null;
}

describe('a query that takes too long', () => {
  const api = useApi({ tables: [...API_TABLES, [route(slow, search)]] });

  it('answers 503 with Retry-After and a word, not its cause', async () => {
    const answer = await fetch(`${api().origin}/api/test/slow`);
    expect(answer.status).to.equal(503);
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
    const { error } = await answer.json();
    expect(error).to.include({ code: 'PROVIDER_DOWN', message: 'This took too long. Please try again in a moment.' });
    expect(JSON.stringify(error)).not.to.match(/maxTimeMS|exceeded/);
  });

  it('is ended by the database: each query of a model carries its limit', async () => {
    const creator = await newUser(api().origin);
    const limits: unknown[] = [];
    mongoose.set('debug', (_collection: string, method: string, ...args: unknown[]) => {
      if (/^(?:find|count|distinct|aggregate)/.test(method)) {
        limits.push(args.some((arg) => Object(arg).maxTimeMS === QUERY_LIMIT));
      }
    });
    try {
      await creator.call(createEvent, { body: { occasion: 'birthday', recipients: [{ firstName: 'Lena' }] } });
      await creator.call(listEvents, { query: {} });
    } finally {
      mongoose.set('debug', false);
    }
    expect(limits.length).to.be.greaterThan(2);
    expect(limits).not.to.include(false);
  });
});
