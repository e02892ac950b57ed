import { expect } from 'chai';
import mongoose from 'mongoose';
import * as z from 'zod';
import { EventModel } from '../../src/features/events/event.model.ts';
import { anyone } from '../../src/platform/http/access-rules.ts';
import { action } from '../../src/platform/http/action.ts';
import { platform } from '../../src/platform/platform.ts';
import { QUERY_LIMIT } from '../../src/platform/query-limit.ts';
import { contract } from '../../src/shared/contract.ts';
import { logout } from '../../src/shared/contracts/accounts.ts';
import { createEvent, deleteEvent, listEvents } from '../../src/shared/contracts/events.ts';
import { filmJobs } from '../../src/shared/jobs.ts';
import { type ApiApp, startApi, useApi } from '../helpers/api-app.ts';
import { newDatabaseUri } from '../helpers/database.ts';
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
  const thousand = Array.from({ length: 1000 }, (_, number) => number);
  await words.insertOne({ a: thousand, b: thousand });
  await words.aggregate([{ $unwind: '$a' }, { $unwind: '$b' }, { $count: 'n' }], { maxTimeMS: 1 }).toArray();
  return null;
}

describe('a slow query', () => {
  const api = useApi({ tables: [[action(slow, { access: anyone, run: search })]] });

  it('answers 503 with Retry-After, without its cause', async () => {
    const answer = await fetch(`${api().origin}/api/test/slow`);
    expect(answer.status).to.equal(503);
    expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60);
    const { error } = await answer.json();
    expect(error).to.include({ code: 'PROVIDER_DOWN', message: 'This took too long. Please try again in a moment.' });
    expect(JSON.stringify(error)).not.to.match(/maxTimeMS|exceeded/);
  });
});

describe('every database command', () => {
  /** What may take longer, and what belongs to a command that carries the limit already. */
  const UNLIMITED = ['createIndexes', 'dropDatabase', 'endSessions', 'getMore', 'hello', 'killCursors', 'ping'];
  let api: ApiApp;
  const commands: { name: string; collection: string; limit: unknown; concern: unknown }[] = [];

  before(async () => {
    const uri = await newDatabaseUri();
    api = await startApi({ env: { MONGODB_URI: `${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true` } });
    mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      const { maxTimeMS: limit, writeConcern: concern } = command;
      commands.push({ name: commandName, collection: String(command[commandName]), limit, concern });
    });
  });

  after(() => api.close());

  it('has a time limit, and writes wait for a majority and the journal', async () => {
    const creator = await newUser(api.origin);
    const { id } = await creator.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Lena' }] },
    });
    await creator.call(listEvents, { query: {} });
    await platform().queue.enqueue(filmJobs.titles, { eventId: id }, { uniqueKey: id, tags: [`event:${id}`] });
    await creator.call(deleteEvent, { params: { id } });
    await creator.call(logout);
    await EventModel.updateMany({}, { $set: { message: '' } });
    await EventModel.deleteMany({});

    const limited = commands.filter(({ name }) => !UNLIMITED.includes(name));
    expect(limited.filter(({ limit }) => limit !== QUERY_LIMIT)).to.deep.equal([]);
    expect(new Set(limited.map(({ name }) => name))).to.include.all.keys([
      'find',
      'insert',
      'update',
      'delete',
      'findAndModify',
    ]);
    const collections = ['users', 'events', 'sessions', 'jobs', 'rate_limits'];
    expect(new Set(limited.map(({ collection }) => collection))).to.include.all.keys(collections);

    const writes = commands.filter(({ name }) => ['insert', 'update', 'delete', 'findAndModify'].includes(name));
    const durable = { w: 'majority', j: true, wtimeout: QUERY_LIMIT };
    for (const { collection, concern } of writes) expect(concern, collection).to.deep.equal(durable);
  });
});
