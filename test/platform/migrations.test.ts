import { expect } from 'chai';
import mongoose, { type mongo } from 'mongoose';
import { MIGRATIONS } from '../../src/app/migrations.ts';
import { nameOf, wantedIndexes } from '../../src/platform/migrations/wanted-indexes.ts';
import '../../src/app/start-web.ts';
import '../../src/app/start-worker.ts';
import { messageOf, useFreshDatabase } from '../helpers/fresh-database.ts';
import { CHANGED, fillAsReleased } from '../helpers/release-dump.ts';

/** Ownership, creator and last change of the dump's events, once migrated. */
const OWNERS = [
  ...Array(3).fill(['user', '650000000000000000000001', CHANGED]),
  ...Array(2).fill(['draft', null, CHANGED]),
  ['orphaned', null, CHANGED],
];

describe('starting on a database', () => {
  const { db: open, start } = useFreshDatabase();
  let db: mongo.Db;
  beforeEach(() => {
    db = open();
  });
  const indexesOf = async (collection: string) =>
    (await db.collection(collection).indexes()).filter(({ name }) => name !== '_id_');
  const named = async (collection: string) => (await indexesOf(collection)).map(({ name }) => name).sort();
  const owners = async () => {
    const events = await db.collection('events').find().sort({ _id: 1 }).toArray();
    return events.map(({ ownership, creatorId, updatedAt }) => [
      ownership,
      creatorId && String(creatorId),
      updatedAt.getTime(),
    ]);
  };
  const state = async () => {
    const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
    return Promise.all(names.map(async (name) => [name, await indexesOf(name)] as const));
  };

  describe('of the previous release', () => {
    beforeEach(async () => {
      await fillAsReleased(db);
    });

    it('migrates documents and indexes once', async () => {
      await start();
      for (const [collection, specs] of wantedIndexes(mongoose.connection.models)) {
        // One that replaces another on the same keys gets a number.
        const names = (await named(collection)).map((name) => name?.replace(/_2$/, ''));
        expect(names.sort(), collection).to.deep.equal(specs.map(nameOf).sort());
      }
      expect(await db.collection('jobs').findOne()).to.deep.include({
        cost: 0,
        rank: new Date('2026-01-01T10:00:00Z'),
      });
      const idea = await db.collection('ideas').findOne();
      const votes = await db.collection('idea_votes').find({ ideaId: idea?._id }).toArray();
      expect(idea).to.include({ votes: 3 }).and.not.have.property('voters');
      expect(votes.map(({ voter }) => voter)).to.have.members([
        'user:650000000000000000000001',
        'browser:AAAAAAAAAAAAAAAAAAAAAA',
        'gone:abc',
      ]);
      const accounts = await db.collection('film_accounts').find().sort({ _id: 1 }).toArray();
      const amounts = accounts.map(({ paid, version, entries }) => [
        paid,
        version,
        ...entries.map(({ payment, amount }: { payment: string; amount: number }) => `${payment} ${amount}`),
      ]);
      expect(amounts).to.deep.equal([
        [500, 1, 'cs_early 500'],
        [700, 3, 'cs_a 500', 'cs_a -500', 'cs_b 700'],
      ]);
      expect(
        await db
          .collection('events')
          .countDocuments({ $or: [{ paid: { $exists: true } }, { ledger: { $exists: true } }] }),
      ).to.equal(0);
      expect(await db.collection('media').countDocuments({ originalState: 'raw' })).to.equal(2);
      expect(await owners()).to.deep.equal(OWNERS);
      const ran = await db
        .collection<{ _id: string }>('migrations')
        .find({ _id: /^migration:/ })
        .toArray();
      expect(ran.map(({ _id }) => _id)).to.have.members(MIGRATIONS.map(({ number }) => `migration:${number}`));
      // It is older than that, so what its store holds is its own.
      expect(await db.collection<{ _id: string }>('migrations').countDocuments({ _id: 'begun' })).to.equal(0);
      const before = await state();
      await start();
      expect(await state()).to.deep.equal(before);
      expect(
        await db
          .collection<{ _id: string }>('migrations')
          .find({ _id: /^migration:/ })
          .toArray(),
      ).to.deep.equal(ran);
    });

    it('repeats the ownership of events after a crash, and makes no drafts of orphaned ones', async () => {
      await start();
      const events = db.collection('events');
      const [one] = await events.find({ ownership: 'user' }).toArray();
      await events.updateOne({ _id: one?._id }, { $unset: { ownership: true } });
      await db.collection<{ _id: string }>('migrations').deleteOne({ _id: 'migration:6' });
      await start();
      expect(await owners()).to.deep.equal(OWNERS);
    });

    it('changes the time of a TTL index without rebuilding it', async () => {
      await db.command({ collMod: 'sent_mails', index: { name: 'sentAt_1', expireAfterSeconds: 60 } });
      await start();
      expect(await indexesOf('sent_mails'))
        .to.have.length(1)
        .and.have.nested.property('[0].expireAfterSeconds', 15_552_000);
    });

    it('keeps an index with another name', async () => {
      await db.collection('users').dropIndex('email_1');
      await db.collection('users').createIndex({ email: 1 }, { unique: true, name: 'address' });
      await start();
      expect(await named('users'))
        .to.include('address')
        .and.not.include('email_1');
    });

    it('rebuilds an index with other options', async () => {
      await db.collection('users').dropIndex('email_1');
      await db.collection('users').createIndex({ email: 1 });
      await start();
      const [index, ...more] = (await indexesOf('users')).filter(({ key }) => key.email === 1);
      expect(index).to.include({ unique: true });
      expect(more).to.deep.equal([]);
    });

    it('fails with collection, fields and a query when documents are not unique, and starts once they are', async () => {
      const users = db.collection('users');
      await users.dropIndex('email_1');
      await users.insertMany([{ email: 'ada@example.org' }, { email: 'bob@example.org' }]);
      const message = await messageOf(start());
      expect(message).to.include('"users"').and.include('same email').and.include('start again');
      expect(message).not.to.include('ada@');
      const stages = JSON.parse(/aggregate\((.*)\)/.exec(message)?.[1] ?? '');
      const [group, ...more] = await users.aggregate<{ ids: mongo.ObjectId[] }>(stages).toArray();
      expect(group?.ids).to.have.length(2);
      expect(more).to.deep.equal([]);
      await users.deleteOne({ _id: group?.ids[1] });
      await start();
      expect(await named('users')).to.include('email_1');
    });

    it('drops the app’s unused index, and no others', async () => {
      await start();
      await db.collection('events').createIndexes([
        { key: { message: 1 }, name: 'ours_1' },
        { key: { timeZone: 1 }, name: 'theirs_1' },
      ]);
      await db
        .collection<{ _id: string }>('migrations')
        .updateOne({ _id: 'indexes' }, { $push: { 'built.events': 'ours_1' } as never });
      await start();
      expect(await named('events'))
        .to.include('theirs_1')
        .and.not.include('ours_1');
      // Where a newer version was, nothing is dropped: it may come back.
      await db.collection('events').createIndex({ message: 1 }, { name: 'ours_1' });
      await db
        .collection<{ _id: string }>('migrations')
        .updateOne({ _id: 'indexes' }, { $push: { 'built.events': 'ours_1' } as never });
      await db.collection<{ _id: string }>('migrations').insertOne({ _id: 'migration:9999' });
      await start();
      expect(await named('events')).to.include('ours_1');
    });
  });

  it('runs migrations with unique, ascending numbers', () => {
    const numbers = MIGRATIONS.map(({ number }) => number);
    expect(numbers).to.deep.equal([...new Set(numbers)].sort((one, other) => one - other));
  });
});
