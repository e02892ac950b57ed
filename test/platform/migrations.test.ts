import { readFileSync } from 'node:fs';
import { EJSON } from 'bson';
import { expect } from 'chai';
import mongoose, { type mongo } from 'mongoose';
import { MIGRATIONS } from '../../src/app/migrations.ts';
import { wantsMail } from '../../src/features/profiles/mail-choices.service.ts';
import { connectDatabase } from '../../src/platform/database/db.ts';
import { nameOf, wantedIndexes } from '../../src/platform/migrations/wanted-indexes.ts';
import '../../src/app/start-web.ts';
import '../../src/app/start-worker.ts';
import { testLog } from '../helpers/app-config.ts';
import { messageOf, useFreshDatabase } from '../helpers/fresh-database.ts';

interface Dump {
  indexes: Record<string, mongo.IndexDescription[]>;
  documents: Record<string, mongo.Document[]>;
}

/** What the last release before there were migrations had built, with a document of each kind that has changed since. */
function readDump(): Dump {
  const file = new URL('./fixtures/release-before-migrations.json', import.meta.url);
  return EJSON.parse(readFileSync(file, 'utf8')) as Dump;
}

/** Ownership, creator and last change of the dump's events, once migrated. */
const CHANGED = Date.parse('2026-01-01T10:00:00Z');
const OWNERS = [
  ...Array(3).fill(['user', '650000000000000000000001', CHANGED]),
  ...Array(2).fill(['draft', null, CHANGED]),
  ['orphaned', null, CHANGED],
];

describe('starting on a database', () => {
  const { db: open, start, uri } = useFreshDatabase();
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
      const { indexes, documents } = readDump();
      await Promise.all(Object.entries(indexes).map(([name, specs]) => db.collection(name).createIndexes(specs)));
      await Promise.all(Object.entries(documents).map(([name, docs]) => db.collection(name).insertMany(docs)));
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

    it('leaves transitions to the theme, except where a film was made in one, and drops themes that are gone', async () => {
      const film = new mongoose.mongo.ObjectId();
      const soft = { transition: 'soft', updatedAt: new Date(CHANGED) };
      const given = (uuid: string) => ({ ...soft, uuid, privateKey: uuid, viewKey: uuid });
      await db.collection('events').deleteMany({});
      await db.collection<{ _id: string }>('themes').insertOne({
        _id: 'marquee',
        ...{ scenes: [{ kind: 'clip', transition: 'zoom' }] },
      } as never);
      await db.collection('events').insertMany([
        { ...given('plain'), themeId: null, currentFilmId: film },
        { ...given('themed'), themeId: 'marquee', currentFilmId: null },
        { ...given('filmed'), themeId: 'marquee', currentFilmId: film },
        { ...given('chosen'), transition: 'slide', themeId: 'marquee', currentFilmId: null },
        { ...given('stale'), transition: null, themeId: 'marquee', themeTransition: 'fade' },
        { ...given('lost'), transition: null, themeId: 'gone', themeTransition: 'slide', hasOwnTheme: true },
        { ...given('ours'), transition: null, themeId: 'postcards', themeTransition: 'slide' },
      ]);
      const styles = async () =>
        (await db.collection('events').find().toArray()).map(
          ({ uuid, transition, themeTransition, themeId, hasOwnTheme = false, updatedAt }) => [
            ...[uuid, transition, themeTransition ?? null, themeId, hasOwnTheme, updatedAt.getTime()],
          ],
        );
      const expected = [
        ['plain', null, null, null],
        ['themed', null, 'zoom', 'marquee'],
        ['filmed', 'soft', 'zoom', 'marquee'],
        ['chosen', 'slide', 'zoom', 'marquee'],
        ['stale', null, 'zoom', 'marquee'],
        ['lost', null, null, null],
        ['ours', null, 'slide', 'postcards'],
      ].map((event) => [...event, false, CHANGED]);
      await start();
      expect(await styles()).to.have.deep.members(expected);
      await db.collection<{ _id: string }>('migrations').deleteOne({ _id: 'migration:9' });
      await start();
      expect(await styles()).to.have.deep.members(expected);
    });

    it('keeps what was stopped by a link where an unconfirmed account has the address, as its owner’s wish', async () => {
      const people = ['asked', 'spared', 'confirmed'].map((name) => ({
        _id: new mongoose.mongo.ObjectId(),
        email: `${name}@example.org`,
        verifiedAt: name === 'confirmed' ? new Date() : null,
      }));
      await db.collection('users').insertMany(people);
      await db.collection('user_profiles').insertMany(
        people.map(({ _id, email }) => ({
          _id,
          notifications: { gifts: email.startsWith('asked'), invitations: true, letters: false },
        })),
      );
      const wanted = async () => {
        await start();
        const database = await connectDatabase(uri(), testLog());
        const found = await Promise.all(
          people.map(({ email }) => Promise.all([wantsMail(email, 'gifts'), wantsMail(email, 'invitations')])),
        );
        await database.close();
        return [...found, await db.collection('mail_stops').countDocuments()];
      };
      const expected = [[true, true], [false, true], [false, true], 1];
      expect(await wanted()).to.deep.equal(expected);
      await db.collection<{ _id: string }>('migrations').deleteOne({ _id: 'migration:102' });
      expect(await wanted()).to.deep.equal(expected);
    });

    it('gives events the name that their creator goes by, and no others', async () => {
      const ada = new mongoose.mongo.ObjectId('650000000000000000000001');
      const event = (uuid: string, fields: object) => ({
        ...{ uuid, privateKey: uuid, viewKey: uuid, recipients: [{ id: uuid, firstName: 'Lena' }] },
        ...{
          ownership: 'user',
          creatorId: ada,
          searchWords: ['as', 'before'],
          updatedAt: new Date(CHANGED),
          ...fields,
        },
      });
      await db.collection('events').deleteMany({});
      await db
        .collection('events')
        .insertMany([
          event('late', { creatorName: 'Augusta' }),
          event('nameless', { creatorName: null }),
          event('same', { creatorName: 'Ada' }),
          event('draft', { creatorName: 'Augusta', creatorId: null, ownership: 'draft' }),
          event('gone', { creatorName: 'Augusta', creatorId: new mongoose.mongo.ObjectId() }),
        ]);
      await start();
      const events = await db.collection('events').find().sort({ _id: 1 }).toArray();
      expect(
        events.map(({ uuid, creatorName, searchWords, updatedAt }) => [
          ...[uuid, creatorName, searchWords.join(' '), updatedAt.getTime()],
        ]),
      ).to.deep.equal([
        ['late', 'Ada', 'lena ada', CHANGED],
        ['nameless', 'Ada', 'lena ada', CHANGED],
        ['same', 'Ada', 'as before', CHANGED],
        ['draft', 'Augusta', 'as before', CHANGED],
        ['gone', 'Augusta', 'as before', CHANGED],
      ]);
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
