import { expect } from 'chai';
import { MongoStore } from 'connect-mongo';
import type { SessionData } from 'express-session';
import mongoose, { type Connection } from 'mongoose';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { useDatabase } from './database.ts';

describe('clients of the embedded database', () => {
  const { db, uri } = useDatabase();

  describe('mongoose', () => {
    let connection: Connection;

    before(async () => {
      connection = await mongoose.createConnection(uri(), { dbName: db().databaseName }).asPromise();
    });
    after(() => connection.close());

    it('creates indexes, saves, populates, and refuses a stale version', async () => {
      const owner = new mongoose.Schema({ mail: { type: String, unique: true } });
      const event = new mongoose.Schema(
        { owner: { type: mongoose.Types.ObjectId, ref: 'Owner' }, clips: [{ title: String, seconds: Number }] },
        { timestamps: true, optimisticConcurrency: true },
      );
      const Owner = connection.model('Owner', owner);
      const Event = connection.model('Event', event);
      await Promise.all([Owner.init(), Event.init()]);
      const ann = await Owner.create({ mail: 'ann@example.org' });
      const made = await Event.create({ owner: ann._id, clips: [{ title: 'one', seconds: 3 }] });
      const [first, second] = [await Event.findById(made._id), await Event.findById(made._id)];
      first?.clips.push({ title: 'two', seconds: 5 });
      await first?.save();
      second?.set('clips.0.title', 'late');
      const stale = await second?.save().catch((error: Error) => error);
      expect(stale).to.have.property('name', 'VersionError');
      const found = await Event.findOne({ 'clips.seconds': { $gte: 5 } })
        .populate<{ owner: { mail: string } }>('owner')
        .lean();
      expect(found?.owner.mail).to.equal('ann@example.org');
      expect(found?.clips.map(({ title }) => title)).to.deep.equal(['one', 'two']);
      const twice = await Owner.create({ mail: 'ann@example.org' }).catch((error: { code: number }) => error);
      expect(twice).to.include({ code: 11000 });
    });
  });

  it('lets connect-mongo store, touch and destroy sessions', async () => {
    const store = MongoStore.create({
      mongoUrl: uri(),
      dbName: db().databaseName,
      collectionName: 'sessions',
      ttl: 60,
      touchAfter: 0,
    });
    const call = <T>(run: (done: (error: unknown, value?: T | null) => void) => void) =>
      new Promise<T | null | undefined>((resolve, reject) =>
        run((error, value) => (error ? reject(error) : resolve(value))),
      );
    const session = { cookie: { originalMaxAge: 60_000, maxAge: 60_000 }, user: 'ann' } as unknown as SessionData;
    try {
      await call((done) => store.set('one', session, done));
      await call((done) => store.set('one', session, done));
      await call((done) => store.touch('one', { ...session } as never, done));
      expect(await call<SessionData>((done) => store.get('one', done as never))).to.include({ user: 'ann' });
      const indexes = await db().collection('sessions').indexes();
      expect(indexes.find(({ expireAfterSeconds }) => expireAfterSeconds === 0)?.key).to.deep.equal({ expires: 1 });
      await call((done) => store.destroy('one', done));
      expect(await call<SessionData>((done) => store.get('one', done as never))).to.not.be.an('object');
    } finally {
      await store.close();
    }
  });

  it('lets rate-limiter-flexible count concurrent requests up to the limit', async () => {
    const limiter = new RateLimiterMongo({
      storeClient: db().client,
      dbName: db().databaseName,
      tableName: 'limits',
      points: 5,
      duration: 60,
    });
    // It builds its unique index in the background; until then MongoDB, too, may insert a key twice.
    await limiter.createIndexes();
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => limiter.consume('address')));
    expect(asked.filter(({ status }) => status === 'fulfilled').length).to.equal(5);
    expect((await limiter.get('address'))?.consumedPoints).to.equal(12);
  });
});
