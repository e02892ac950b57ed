import { expect } from 'chai';
import mongoose, { type mongo } from 'mongoose';
import { wantsMail } from '../../src/features/profiles/mail-choices.service.ts';
import { connectDatabase } from '../../src/platform/database/db.ts';
import '../../src/app/start-web.ts';
import '../../src/app/start-worker.ts';
import { testLog } from '../helpers/app-config.ts';
import { useFreshDatabase } from '../helpers/fresh-database.ts';
import { CHANGED, fillAsReleased } from '../helpers/release-dump.ts';

describe('starting on a database of the previous release', () => {
  const { db: open, start, uri } = useFreshDatabase();
  let db: mongo.Db;
  beforeEach(async () => {
    db = open();
    await fillAsReleased(db);
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

  it('counts guests whose clip is in as contributors again, and no others', async () => {
    const guest = (key: string, status: string, clips: number) => ({
      ...{ key, status, progress: 'started', eventId: new mongoose.mongo.ObjectId(), goneIds: [] },
      mediaIds: Array.from({ length: clips }, () => new mongoose.mongo.ObjectId()),
    });
    await db.collection('rsvps').deleteMany({});
    await db
      .collection('rsvps')
      .insertMany([guest('again', 'opened', 1), guest('yes', 'yes', 2), guest('out', 'opened', 0)]);
    await start();
    const found = await db.collection('rsvps').find().sort({ _id: 1 }).toArray();
    expect(found.map(({ key, status, progress }) => [key, status, progress])).to.deep.equal([
      ['again', 'contributed', 'sent'],
      ['yes', 'contributed', 'sent'],
      ['out', 'opened', 'started'],
    ]);
  });
});
