import { expect } from 'chai';
import mongoose, { type mongo } from 'mongoose';
import { connectDatabase, type Database } from '../../src/platform/database/db.ts';
import type { OutboxEntry } from '../../src/platform/relay/outbox.ts';
import { type Relay, startRelay } from '../../src/platform/relay/relay.ts';
import { testLog } from '../helpers/app-config.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';

describe('the relay between processes', () => {
  let database: Database;
  let outbox: mongo.Collection<OutboxEntry>;
  let counter: mongo.Collection<{ _id: 'last'; seq: number }>;
  const relays: Relay[] = [];
  const reads: object[] = [];
  let looks = 0;

  before(async () => {
    const uri = await newDatabaseUri();
    database = await connectDatabase(`${uri}${uri.includes('?') ? '&' : '?'}monitorCommands=true`, testLog());
    outbox = database.connection.collection<OutboxEntry>('outbox');
    counter = database.connection.collection('outbox');
    mongoose.connection.getClient().on('commandStarted', ({ commandName, command }) => {
      if (commandName !== 'find' || command.find !== 'outbox') return;
      if (command.filter._id === 'last') looks += 1;
      else reads.push(command.filter);
    });
  });
  afterEach(async () => {
    for (const relay of relays.splice(0)) await relay.stop();
  });
  after(async () => {
    await database.connection.dropDatabase();
    await database.close();
  });

  async function start(listens = true): Promise<{ relay: Relay; heard: unknown[] }> {
    const relay = startRelay({ connection: database.connection, log: testLog(), listens, interval: 10 });
    relays.push(relay);
    const heard: unknown[] = [];
    relay.subscribe('words', (word) => heard.push(word));
    await relay.listening;
    return { relay, heard };
  }
  const entry = (_id: number, word: string, at = new Date()): OutboxEntry => ({
    _id,
    from: 'elsewhere',
    at,
    parcels: [{ channel: 'words', text: JSON.stringify(word) }],
  });
  const take = async (count: number) => {
    const before = await counter.findOneAndUpdate({ _id: 'last' }, { $inc: { seq: count } }, { upsert: true });
    return before?.seq ?? 0;
  };

  it('delivers a burst of 500 messages in order, in at most 10 entries, to earlier listeners', async () => {
    const { relay: writer, heard: own } = await start();
    const earlier = await start();
    const words = Array.from({ length: 500 }, (_, n) => `word ${n}`);
    const before = await outbox.countDocuments();
    for (const word of words) writer.publish('words', word);
    await eventually('all of them', async () => earlier.heard.length >= words.length);
    expect(earlier.heard).to.deep.equal(words);
    expect(own, 'what it published itself').to.deep.equal([]);
    expect((await outbox.countDocuments()) - before).to.be.within(1, 10);
    const later = await start();
    writer.publish('words', 'later');
    await eventually('the later one', async () => later.heard.length > 0);
    expect(later.heard).to.deep.equal(['later']);
  });

  it('reads only its counter while nothing is published', async () => {
    await start();
    reads.length = 0;
    const before = looks;
    await eventually('ten looks', async () => looks - before >= 10);
    expect(reads).to.deep.equal([]);
  });

  it('loses nothing when an entry appears after a later one, with skewed clocks', async () => {
    const { heard } = await start();
    const last = await take(3);
    await outbox.insertOne(entry(last + 3, 'third'));
    await eventually('the third', async () => heard.length === 1);
    await outbox.insertOne(entry(last + 1, 'first', new Date(Date.now() - 20_000)));
    await eventually('the first', async () => heard.length === 2);
    await outbox.insertOne(entry(last + 2, 'second', new Date(Date.now() + 20_000)));
    await eventually('the second', async () => heard.length === 3);
    const before = looks;
    await eventually('three more looks', async () => looks - before >= 3);
    expect(heard).to.deep.equal(['third', 'first', 'second']);
  });

  it('writes all that was published before its end, and nothing that comes later', async () => {
    const { heard } = await start();
    const { relay: writer } = await start(false);
    for (const word of ['before', 'at the end']) writer.publish('words', word);
    await writer.stop();
    writer.publish('words', 'too late');
    const { relay: other } = await start(false);
    other.publish('words', 'of another');
    await eventually('the last one', async () => heard.includes('of another'));
    expect(heard).to.deep.equal(['before', 'at the end', 'of another']);
  });

  it('keeps receiving after the database was restored from an older copy', async () => {
    const { heard } = await start();
    const last = await take(1);
    await outbox.insertOne(entry(last + 1, 'before'));
    await eventually('the one before', async () => heard.length === 1);
    await outbox.deleteMany({ from: { $exists: true } });
    await counter.updateOne({ _id: 'last' }, { $set: { seq: 1 } });
    await outbox.insertOne(entry(1, 'after'));
    await eventually('the one after', async () => heard.includes('after'));
  });
});
