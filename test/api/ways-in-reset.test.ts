import { expect } from 'chai';
import { Types } from 'mongoose';
import { forgotPassword, resetPassword, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { beforeWrite, databaseFails } from '../helpers/before-write.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { enterBy } from '../helpers/provider-visit.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';
import { useWholeApp } from '../helpers/whole-app.ts';

describe('a password reset and other credentials', () => {
  const app = useWholeApp({ hasWorker: false, env: { SIGN_IN_SANDBOX: 'true' } });
  const links = useMailedLinks(() => ({ database: app() }));
  const visitor = () => newVisitor(app().origin);

  it('keeps the owner’s provider, and removes one that somebody else had linked', async () => {
    const { user } = await newUser(app().origin);
    await confirmAddress(app().connection, user.email);
    const [owner, stranger] = [visitor(), visitor()];
    const userId = new Types.ObjectId(user.id);
    const identities = app().connection.collection('identities');
    const subject = `stranger-${newEmail()}`;
    await enterBy(owner, app().origin, 'google', { email: user.email });
    await identities.insertOne({ userId, provider: 'apple', subject, email: newEmail() });
    await owner.call(forgotPassword, { body: { email: user.email } });
    const token = await links.token(user.email, 'reset');
    await visitor().call(resetPassword, { params: { token }, body: { password: 'walnut ferry quartz 42' } });
    await enterBy(stranger, app().origin, 'apple', { email: newEmail(), subject });
    expect((await stranger.call(whoAmI))?.id).not.to.equal(user.id);
    await enterBy(owner, app().origin, 'google', { email: user.email });
    expect((await owner.call(whoAmI))?.id).to.equal(user.id);
    const linked = await identities.find({ userId }).toArray();
    expect(linked.map(({ provider }) => provider)).to.deep.equal(['google']);
  });

  it('removes what is left at a second try when the first one failed', async () => {
    const { user } = await newUser(app().origin);
    await confirmAddress(app().connection, user.email);
    const owner = visitor();
    await owner.call(forgotPassword, { body: { email: user.email } });
    const token = await links.token(user.email, 'reset');
    const stranger = visitor();
    await enterBy(stranger, app().origin, 'google', { email: user.email });
    const reset = () => owner.call(resetPassword, { params: { token }, body: { password: 'walnut ferry quartz 42' } });
    const isTried = await beforeWrite('one_time_tokens', 'updateMany', databaseFails, async () => {
      expect(await statusAndCode(reset())).to.deep.equal([500, 'INTERNAL']);
    });
    expect(isTried).to.equal(true);
    expect(await reset()).to.deep.include({ email: user.email, isSignedIn: true });
    expect(await stranger.call(whoAmI)).to.equal(null);
    expect(await statusAndCode(reset())).to.deep.equal([410, 'TOKEN_USED']);
  });

  it('says that the account is suspended', async () => {
    const { user } = await newUser(app().origin);
    const suspension = { at: new Date(), why: 'Unkind' };
    await app().connection.collection('users').updateOne({ email: user.email }, { $set: { suspension } });
    const owner = visitor();
    await owner.call(forgotPassword, { body: { email: user.email } });
    const path = `/auth/reset-password/${await links.token(user.email, 'reset')}`;
    const refused = await owner.postForm(path, { password: 'walnut ferry quartz 42' });
    expect([refused.status, await refused.text()]).to.satisfy(
      ([status, html]: [number, string]) => status === 403 && html.includes('This account is suspended'),
    );
  });

  describe('of staff', () => {
    async function resetOf(email: string): Promise<string | undefined> {
      await visitor().call(forgotPassword, { body: { email } });
      const token = await links.token(email, 'reset');
      await visitor().call(resetPassword, { params: { token }, body: { password: 'walnut ferry quartz 42' } });
      return (await links.mail(email, 'password-changed')).more;
    }
    const roleOf = async (email: string) => (await app().connection.collection('users').findOne({ email }))?.role;

    it('drops staff permissions when only the mailbox was proven, with a notice', async () => {
      const admin = await newUser(app().origin, { role: 'admin' });
      expect(await resetOf(admin.user.email)).to.include('staff rights were removed');
      expect(await roleOf(admin.user.email)).to.equal('user');
      const lines = await app()
        .connection.collection('audit_log')
        .find({ action: 'role.changed' })
        .sort({ _id: 1 })
        .toArray();
      const own = lines.filter(({ subjectId }) => String(subjectId) === admin.user.id);
      expect(own.at(-1)?.details).to.deep.equal({ before: 'admin', role: 'user', by: 'reset' });
    });

    it('keeps staff permissions when a code from the app is given', async () => {
      const admin = await newUser(app().origin, { role: 'admin' });
      await useCodeApp(app().connection, admin);
      expect(await resetOf(admin.user.email)).not.to.include('rights');
      expect(await roleOf(admin.user.email)).to.equal('admin');
    });
  });
});
