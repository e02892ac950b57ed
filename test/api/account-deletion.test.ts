import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Types } from 'mongoose';
import { housekeepingJobs } from '../../src/app/housekeeping.ts';
import { accountData } from '../../src/features/account-data/account-data.parts.ts';
import { purgeAccounts } from '../../src/features/account-data/account-deletion.service.ts';
import { purgeDeletedEvents } from '../../src/features/events/delete-event.ts';
import { installParts } from '../../src/platform/part.ts';
import { platform } from '../../src/platform/platform.ts';
import { deleteAccount, keepAccount, keepAccountByLink } from '../../src/shared/contracts/account-data.ts';
import { login, register, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { startChat } from '../../src/shared/contracts/chat.ts';
import { type Event, getEvent } from '../../src/shared/contracts/events.ts';
import { createIdea } from '../../src/shared/contracts/feedback.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { getReceipt } from '../../src/shared/contracts/media.ts';
import { updateProfile } from '../../src/shared/contracts/profiles.ts';
import { DELETION_DELAY } from '../../src/shared/limits.ts';
import { useApi } from '../helpers/api-app.ts';
import { eventually } from '../helpers/eventually.ts';
import { giveText, readEvent, startEvent } from '../helpers/giving.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

const askToGo = (who: SignedInUser, currentPassword: string | undefined = who.password, id = who.user.id) =>
  who.call(deleteAccount, { params: { id }, body: { currentPassword } });
const isSignedIn = async (who: SignedInUser) => (await who.call(whoAmI)) !== null;

describe('account deletion', () => {
  const api = useApi();
  const links = useMailedLinks(api);
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

  describe('DELETE /api/v2/users/{id}', () => {
    it('schedules deletion for 30 days later, ends every session and mails a link to keep the account', async () => {
      const phone = await signInElsewhere(api().origin, ada);
      const { deletionDueAt } = await askToGo(ada);
      expect(Date.parse(deletionDueAt)).to.be.closeTo(Date.now() + DELETION_DELAY, 60_000);
      expect(await Promise.all([ada, phone].map(isSignedIn))).to.deep.equal([false, false]);
      const { url, until } = await links.mail(ada.user.email, 'deletion');
      expect(url).to.match(new RegExp(`^${api().config.appOrigin}/auth/keep-account/[\\w-]{43}$`));
      expect(until).to.match(/^\d{1,2} \w+ \d{4}$/);
      expect(await actions(ada)).to.deep.equal(['deletion.asked']);
      await purgeAccounts();
      expect(await table('users').countDocuments({ _id: idOf(ada) }), 'before its time').to.equal(1);
    });

    it('refuses a wrong or missing password with 403, and another user’s account', async () => {
      const wrong = await refusalOf(askToGo(ada, 'not my password'));
      expect([wrong.code, Object.keys(wrong.fields ?? {})]).to.deep.equal(['FIELDS_REFUSED', ['currentPassword']]);
      expect((await refusalOf(ada.call(deleteAccount, { params: { id: ada.user.id }, body: {} }))).code).to.equal(
        'FIELDS_REFUSED',
      );
      const ben = await newUser(api().origin, { role: 'admin' });
      expect(await statusAndCode(askToGo(ben, ben.password, ada.user.id))).to.deep.equal([404, 'NOT_FOUND']);
      await ben.call(impersonate, { params: { id: ada.user.id } });
      for (const password of [ben.password, ada.password]) {
        expect(await statusAndCode(askToGo(ben, password, ada.user.id))).to.deep.equal([403, 'NOT_ALLOWED']);
      }
      expect(await isSignedIn(ada)).to.equal(true);
      expect(await links.count(ada.user.email, 'deletion')).to.equal(0);
    });

    it('asks for a recent sign-in when the account has no password', async () => {
      await table('users').updateOne({ _id: idOf(ada) }, { $set: { passwordHash: null } });
      const stale = await newUser(api().origin);
      await table('users').updateOne({ _id: idOf(stale) }, { $set: { passwordHash: null } });
      const sessions = table('sessions');
      const [found] = await sessions.find({ session: new RegExp(stale.user.id) }).toArray();
      const session = JSON.stringify({ ...JSON.parse(found?.session), confirmedAt: Date.now() - 16 * 60_000 });
      await sessions.updateOne({ _id: found?._id }, { $set: { session } });
      const go = (who: SignedInUser) => who.call(deleteAccount, { params: { id: who.user.id }, body: {} });
      expect(await statusAndCode(go(stale))).to.deep.equal([403, 'SIGN_IN_AGAIN']);
      expect((await go(ada)).deletionDueAt).to.be.a('string');
    });

    it('keeps the first date and mails once when called twice', async () => {
      const first = await askToGo(ada);
      const again = await signInElsewhere(api().origin, ada);
      expect(await askToGo(again)).to.deep.equal(first);
      expect(await isSignedIn(again)).to.equal(false);
      expect(await links.count(ada.user.email, 'deletion')).to.equal(1);
    });
  });

  describe('cancelling the deletion', () => {
    it('keeps the account when its mailed link is used, once, without signing in', async () => {
      await askToGo(ada);
      const token = await links.token(ada.user.email, 'deletion');
      const stranger = newVisitor(api().origin);
      expect(await stranger.call(keepAccountByLink, { params: { token } })).to.deep.equal({ email: ada.user.email });
      expect(await stranger.call(whoAmI)).to.equal(null);
      const again = await refusalOf(stranger.call(keepAccountByLink, { params: { token } }));
      expect([again.code, again.message]).to.deep.equal([
        'TOKEN_USED',
        'Your account was kept, so you don’t need this link any more. If you’ve asked us to delete it again since, open the newer email.',
      ]);
      expect(await isSignedIn(await signInElsewhere(api().origin, ada))).to.equal(true);
      expect(await actions(ada)).to.deep.equal(['deletion.undone', 'deletion.asked']);
    });

    it('keeps the account when its owner signs in again; the mailed link then reports that', async () => {
      await askToGo(ada);
      const back = await signInElsewhere(api().origin, ada);
      await back.call(keepAccount, { params: { id: ada.user.id } });
      expect((await table('users').findOne({ _id: idOf(ada) }))?.deletionDueAt).to.equal(null);
      const token = await links.token(ada.user.email, 'deletion');
      const late = newVisitor(api().origin).call(keepAccountByLink, { params: { token } });
      const told = await refusalOf(late);
      expect([told.status, told.code]).to.deep.equal([410, 'TOKEN_USED']);
      expect(told.message).to.include('Your account was kept');
      expect((await back.call(keepAccount, { params: { id: ada.user.id } })).id, 'twice').to.equal(ada.user.id);
      const other = await newUser(api().origin);
      expect((await refusalOf(other.call(keepAccount, { params: { id: ada.user.id } }))).status).to.equal(404);
    });

    it('refuses the link after 30 days, even before the clean-up has run', async () => {
      await askToGo(ada);
      const back = await signInElsewhere(api().origin, ada);
      const token = await links.token(ada.user.email, 'deletion');
      await timePasses(ada);
      expect(await isSignedIn(back)).to.equal(false);
      const late = newVisitor(api().origin).call(keepAccountByLink, { params: { token } });
      expect(await statusAndCode(late)).to.deep.equal([410, 'EXPIRED']);
      expect(await statusAndCode(signInElsewhere(api().origin, ada))).to.deep.equal([410, 'EXPIRED']);
    });
  });

  describe('the clean-up after 30 days', () => {
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
      const files = [
        `originals/${event.id}/a.mp4`,
        `prepared/${event.id}/b/poster.jpg`,
        `films/${event.id}/c/film.mp4`,
      ];
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
});

describe('pages of an account scheduled for deletion', () => {
  const web = useWeb();

  it('show the date, and cancel the deletion without script', async () => {
    const ada = await newUser(web().origin);
    await askToGo(ada);
    const back = await signInElsewhere(web().origin, ada);
    const html = async () => (await back.fetch('/dashboard')).text();
    expect(await html()).to.include('action="/auth/keep-account"');
    const kept = await back.postForm('/auth/keep-account', {});
    expect([kept.status, kept.headers.get('location')]).to.deep.equal([303, '/dashboard']);
    expect(await html()).not.to.include('action="/auth/keep-account"');
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
