import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { housekeepingJobs } from '../../src/app/housekeeping.ts';
import { accountData } from '../../src/features/account-data/account-data.parts.ts';
import { purgeAccounts } from '../../src/features/account-data/account-deletion.service.ts';
import { purgeDeletedEvents } from '../../src/features/events/delete-event.ts';
import { installParts } from '../../src/platform/part.ts';
import { platform } from '../../src/platform/platform.ts';
import { deleteAccount } from '../../src/shared/contracts/account-data.ts';
import { login, register } from '../../src/shared/contracts/accounts.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { startChat } from '../../src/shared/contracts/chat.ts';
import { type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { createIdea } from '../../src/shared/contracts/feedback.ts';
import { getReceipt } from '../../src/shared/contracts/media.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { useApi } from '../helpers/api-app.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const askToGo = (who: SignedInUser, currentPassword: string | undefined = who.password, id = who.user.id) =>
  who.call(deleteAccount, { params: { id }, body: { currentPassword } });

describe('the clean-up of accounts after 30 days', () => {
  const api = useApi();
  let ada: SignedInUser;

  beforeEach(async () => {
    ada = await newUser(api().origin);
  });
  // Accounts past their date must not count in the next test.
  afterEach(() => purgeAccounts());

  const table = (name: string) => api().database.connection.collection(name);
  const idOf = (who: SignedInUser) => new Types.ObjectId(who.user.id);
  /** As if the 30 days were over. */
  async function timePasses(who: SignedInUser): Promise<void> {
    await table('users').updateOne({ _id: idOf(who) }, { $set: { deletionDueAt: new Date(Date.now() - 1000) } });
  }
  async function actions(who: SignedInUser): Promise<string[]> {
    const admin = await newUser(api().origin, { role: 'admin' });
    const lines = await admin.call(listAudit, { query: { subjectId: who.user.id } });
    return lines.map(({ action }) => action).filter((action) => /^deletion\.|^account\.purged/.test(action));
  }

  const exists = (key: string) => platform().store.stat(key);
  const write = (key: string) => platform().store.write(key, Buffer.from('x'));

  /** An event as it is once its film was given. */
  async function givenEvent(creator: SignedInUser): Promise<Event> {
    const event = await startEvent(creator);
    const _id = new Types.ObjectId(event.id);
    const filmId = new Types.ObjectId();
    await table('publishedmedia').insertOne({
      _id: filmId,
      eventId: _id,
      renderJobId: new Types.ObjectId(),
      version: 1,
      length: 5,
      title: 'The film',
      contentMark: 'x',
      sources: [{ width: 1920, height: 1080, key: `films/${event.id}/a/film.mp4`, bytes: 1 }],
      posterKey: `films/${event.id}/a/poster.jpg`,
      captionsKey: `films/${event.id}/a/captions.vtt`,
      chapters: [],
      createdAt: new Date(),
    });
    const deliveredAt = new Date();
    const changes = { status: 'delivered', deliveredAt, currentFilmId: filmId, creatorName: 'Ada', message: 'Psst' };
    await table('events').updateOne({ _id }, { $set: changes });
    return readEvent(creator, event);
  }

  it('deletes everything that belongs to the account', async () => {
    await ada.call(updateProfile, { params: { id: ada.user.id }, body: { country: 'DE', phone: '+4917012345678' } });
    await write(`pictures/${ada.user.id}/abc/96.webp`);
    await ada.call(startChat, { body: { clientId: randomUUID(), text: 'Can you help?' } });
    const { id: ideaId } = await ada.call(createIdea, { body: { title: 'Films with a different ending' } });
    await askToGo(ada);
    await timePasses(ada);
    await purgeAccounts();
    expect(await purgeAccounts()).to.equal(0);
    const idea = await table('ideas').findOne({ _id: new Types.ObjectId(ideaId) });
    const votes = await table('idea_votes').countDocuments({ ideaId: idea?._id });
    expect([idea?.votes, votes], 'the vote counts on').to.deep.equal([1, 1]);
    expect(await exists(`pictures/${ada.user.id}/abc/96.webp`)).to.equal(null);
    const left: string[] = [];
    for (const { name } of (await api().database.connection.db?.listCollections().toArray()) ?? []) {
      // Left are ids in the audit log, invalid sessions and records that expire.
      if (['audit_log', 'sessions', 'jobs', 'rate_limits', 'outbox'].includes(name)) continue;
      const all = JSON.stringify(await table(name).find().toArray());
      if (all.includes(ada.user.email) || all.includes(ada.user.id)) left.push(name);
    }
    expect(left).to.deep.equal([]);
    expect(await actions(ada)).to.deep.equal(['account.purged', 'deletion.asked']);
    const wrong = newVisitor(api().origin).call(login, { body: { email: ada.user.email, password: ada.password } });
    expect((await refusalOf(wrong)).code).to.equal('WRONG_CREDENTIALS');
    const next = newVisitor(api().origin);
    const body = { email: ada.user.email, password: ada.password };
    expect((await next.call(register, { body })).id, 'the address is free').not.to.equal(ada.user.id);
  });

  it('deletes undelivered events with their files', async () => {
    const event = await startEvent(ada);
    await giveText(newVisitor(api().origin), event, 'Hello');
    const files = [`originals/${event.id}/a.mp4`, `prepared/${event.id}/b/poster.jpg`, `films/${event.id}/c/film.mp4`];
    for (const file of files) await write(file);
    await askToGo(ada);
    expect((await newVisitor(api().origin).fetch(`/api/event/${event.uuid}`)).status, 'meanwhile').to.equal(200);
    await timePasses(ada);
    await purgeAccounts();
    expect((await newVisitor(api().origin).fetch(`/api/event/${event.uuid}`)).status, 'at once').to.equal(404);
    await purgeDeletedEvents();
    expect(await Promise.all(files.map(exists))).to.deep.equal([null, null, null]);
    expect(await table('events').findOne({ uuid: event.uuid })).to.equal(null);
    expect(await table('media').countDocuments({ eventId: new Types.ObjectId(event.id) })).to.equal(0);
  });

  it('keeps a delivered film for its recipient, without the creator’s personal data', async () => {
    const event = await givenEvent(ada);
    const files = [`originals/${event.id}/a.mp4`, `films/${event.id}/a/film.mp4`] as const;
    for (const file of files) await write(file);
    await askToGo(ada);
    await timePasses(ada);
    await purgeAccounts();
    await purgeDeletedEvents();
    const late = giveText(newVisitor(api().origin), { uuid: event.uuid }, 'Hi').catch(({ code }) => code);
    expect(await late, 'nobody is left to take a clip in').to.equal('EVENT_CLOSED');
    const ref = event.privateKey ?? '';
    const seen = await newVisitor(api().origin).call(getEvent, { params: { id: ref }, query: {} });
    expect([seen.film?.id, seen.creatorId, seen.creatorName, seen.message]).to.deep.equal([
      event.film?.id,
      null,
      null,
      '',
    ]);
    expect(seen.recipients.map(({ firstName }) => firstName)).to.deep.equal(['Ruth']);
    const stored = await table('events').findOne({ uuid: event.uuid });
    expect(stored).to.include({ ownership: 'orphaned', creatorId: null });
    expect(JSON.stringify(stored)).not.to.include('ruth@example.com');
    const editor = await newUser(api().origin, { role: 'editor' });
    expect((await readEvent(editor, event)).privateKey, 'staff still find it').to.equal(event.privateKey);
    expect((await Promise.all(files.map(exists))).map((file) => file !== null)).to.deep.equal([false, true]);
  });

  it('gives a kept film to nobody who later uses the browser that started it', async () => {
    const browser = newVisitor(api().origin);
    const begun = await startEvent(browser);
    const body = { email: `in-${begun.id}@example.com`, password: ada.password };
    const user = await browser.call(register, { body });
    const creator = { ...browser, user, password: ada.password };
    const changes = { status: 'delivered', openedAt: new Date(), currentFilmId: new Types.ObjectId() };
    await table('events').updateOne({ uuid: begun.uuid }, { $set: changes });
    await askToGo(creator);
    await timePasses(creator);
    await purgeAccounts();
    const role = async () => (await browser.call(getEvent, { params: { id: begun.uuid }, query: {} })).privateKey;
    expect(await role()).to.equal(undefined);
    await browser.call(register, { body: { email: `next-${begun.id}@example.com`, password: ada.password } });
    expect(await role()).to.equal(undefined);
  });

  it('passes an event on to its other organiser', async () => {
    const ben = await newUser(api().origin);
    const event = await startEvent(ada);
    const organiserIds = [new Types.ObjectId(), idOf(ben)];
    await table('events').updateOne({ uuid: event.uuid }, { $set: { organiserIds } });
    await askToGo(ada);
    await timePasses(ada);
    await purgeAccounts();
    await purgeDeletedEvents();
    expect((await readEvent(ben, event)).creatorId).to.equal(ben.user.id);
  });

  it('keeps clips sent to others, without account and address', async () => {
    await confirmAddress(api().database.connection, ada.user.email);
    const ben = await newUser(api().origin);
    const event = await startEvent(ben);
    const contributor = { name: 'Ada L', email: ada.user.email };
    const { receiptKey } = await giveText(ada, event, 'Happy birthday', { contributor });
    await askToGo(ada);
    await timePasses(ada);
    await purgeAccounts();
    const clip = await table('media').findOne({ receiptKey });
    expect([clip?.text, clip?.contributor.name, clip?.claimedBy]).to.deep.equal(['Happy birthday', 'Ada L', null]);
    expect(JSON.stringify(clip)).not.to.include(ada.user.email);
    const visitor = newVisitor(api().origin);
    expect((await visitor.call(getReceipt, { params: { key: receiptKey } })).media.id).to.equal(String(clip?._id));
  });

  it('retries the account on the next run when a feature fails to erase its data', async () => {
    await askToGo(ada);
    await timePasses(ada);
    const failing = { ...accountData(), purge: async () => [new Error('not now')] };
    const stop = installParts([accountData.is(failing)]);
    expect(await purgeAccounts()).to.equal(0);
    stop();
    expect(await table('users').countDocuments({ _id: idOf(ada) })).to.equal(1);
    expect(await purgeAccounts()).to.equal(1);
  });
});

describe('the clean-up job of a worker', function () {
  this.timeout(600_000);
  const app = useWholeApp();

  it('deletes accounts past their date, with their events', async () => {
    const ada = await newUser(app().origin);
    const event = await startEvent(ada);
    await askToGo(ada);
    const [users, events] = [app().connection.collection('users'), app().connection.collection('events')];
    await users.updateOne({ email: ada.user.email }, { $set: { deletionDueAt: new Date(Date.now() - 1000) } });
    await platform().queue.enqueue(housekeepingJobs.cleanUp, {});
    await eventually(
      'the account to be gone',
      async () => (await users.countDocuments({ email: ada.user.email })) === 0,
    );
    await eventually('its event to be gone', async () => (await events.countDocuments({ uuid: event.uuid })) === 0);
  });
});
