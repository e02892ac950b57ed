import { expect } from 'chai';
import { Types } from 'mongoose';
import { purgeAccounts } from '../../src/features/account-data/account-deletion.service.ts';
import { deleteAccount, keepAccount, keepAccountByLink } from '../../src/shared/contracts/account-data.ts';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { DELETION_DELAY } from '../../src/shared/limits.ts';
import { useApi } from '../helpers/api-app.ts';
import { beforeWrite, databaseFails } from '../helpers/before-write.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

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
      const began = Date.now();
      const { deletionDueAt } = await askToGo(ada);
      expect(Date.parse(deletionDueAt) - DELETION_DELAY).to.be.within(began, Date.now());
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
      await ben.call(impersonate, { params: { id: ada.user.id }, query: {} });
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

    it('mails the link when it is asked again after a crash, and keeps the first date', async () => {
      const deletionDueAt = new Date(Date.now() + DELETION_DELAY);
      await table('users').updateOne({ _id: idOf(ada) }, { $set: { deletionDueAt } });
      expect(await askToGo(ada)).to.deep.equal({ deletionDueAt: deletionDueAt.toISOString() });
      const token = await links.token(ada.user.email, 'deletion');
      await newVisitor(api().origin).call(keepAccountByLink, { params: { token } });
      expect((await table('users').findOne({ _id: idOf(ada) }))?.deletionDueAt).to.equal(null);
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

    it('keeps the account at a second try when the first one failed', async () => {
      await askToGo(ada);
      const token = await links.token(ada.user.email, 'deletion');
      const keep = () => newVisitor(api().origin).call(keepAccountByLink, { params: { token } });
      expect(
        await beforeWrite('users', 'findOneAndUpdate', databaseFails, async () => {
          expect(await statusAndCode(keep())).to.deep.equal([500, 'INTERNAL']);
        }),
      ).to.equal(true);
      expect(await keep()).to.deep.equal({ email: ada.user.email });
      expect((await table('users').findOne({ _id: idOf(ada) }))?.deletionDueAt).to.equal(null);
      expect(await statusAndCode(keep())).to.deep.equal([410, 'TOKEN_USED']);
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
