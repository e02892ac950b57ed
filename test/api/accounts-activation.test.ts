import { createHash } from 'node:crypto';
import { expect } from 'chai';
import {
  activate,
  changeEmail,
  confirmEmail,
  forgotPassword,
  login,
  resetPassword,
  whoAmI,
} from '../../src/shared/contracts/accounts.ts';
import { LINK_LIFETIME } from '../../src/shared/limits.ts';
import { useApi } from '../helpers/api-app.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';

const NEW_PASSWORD = 'walnut ferry quartz 42';

describe('address confirmation', () => {
  const api = useApi();
  const links = useMailedLinks(api);
  const visitor = () => newVisitor(api().origin);
  const tokens = () => api().database.connection.collection('one_time_tokens');
  const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const age = (token: string) =>
    tokens().updateOne({ _id: idOf(token) as never }, { $set: { expiresAt: new Date(Date.now() - 1) } });

  describe('GET /api/v2/auth/activate/{token}', () => {
    it('confirms the address once; a second call says that it is confirmed', async () => {
      const person = await newUser(api().origin);
      const token = await links.token(person.user.email, 'verify');
      const answer = await person.call(activate, { params: { token } });
      expect(answer).to.deep.equal({ email: person.user.email, isSignedIn: true });
      expect((await person.call(whoAmI))?.verified).to.equal(true);
      const again = await refusalOf(person.call(activate, { params: { token } }));
      expect(again).to.include({ status: 410, code: 'TOKEN_USED' });
      expect(again.message).to.include('your address is confirmed');
    });

    it('does not confirm without a session of that account, and the link stays valid', async () => {
      const person = await newUser(api().origin);
      const { email } = person.user;
      const token = await links.token(email, 'verify');
      const elsewhere = visitor();
      for (const who of [elsewhere, await newUser(api().origin)]) {
        expect(await statusAndCode(who.call(activate, { params: { token } }))).to.deep.equal([401, 'NOT_SIGNED_IN']);
      }
      expect((await person.call(whoAmI))?.verified).to.equal(false);
      await elsewhere.call(login, { body: { email, password: person.password } });
      expect(await elsewhere.call(activate, { params: { token } })).to.deep.equal({ email, isSignedIn: true });
      expect((await person.call(whoAmI))?.verified).to.equal(true);
    });

    it('gives no account to somebody who registered another person’s address', async () => {
      const squatter = await newUser(api().origin);
      const { email, id } = squatter.user;
      const next = newEmail();
      await squatter.call(changeEmail, {
        params: { id },
        body: { email: next, currentPassword: squatter.password },
      });
      const moved = await links.token(next, 'change-email-new');
      const owner = visitor();
      const token = await links.token(email, 'verify');
      expect(await statusAndCode(owner.call(activate, { params: { token } }))).to.deep.equal([401, 'NOT_SIGNED_IN']);
      await owner.call(forgotPassword, { body: { email } });
      const reset = { token: await links.token(email, 'reset') };
      await owner.call(resetPassword, { params: reset, body: { password: NEW_PASSWORD } });
      expect(await owner.call(whoAmI)).to.include({ id, email, verified: true });
      expect(await squatter.call(whoAmI)).to.equal(null);
      const late = visitor().call(confirmEmail, { params: { token: moved } });
      expect(await statusAndCode(late)).to.deep.equal([410, 'TOKEN_EXPIRED']);
      const again = visitor().call(login, { body: { email, password: squatter.password } });
      expect(await statusAndCode(again)).to.deep.equal([401, 'WRONG_CREDENTIALS']);
    });

    it('accepts one of several concurrent calls', async () => {
      const person = await newUser(api().origin);
      const token = await links.token(person.user.email, 'verify');
      const clicks = await Promise.allSettled(
        Array.from({ length: 6 }, () => person.call(activate, { params: { token } })),
      );
      expect(clicks.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    });

    it('refuses an expired, unknown or foreign token', async () => {
      const person = await newUser(api().origin);
      const token = await links.token(person.user.email, 'verify');
      await person.call(forgotPassword, { body: { email: person.user.email } });
      const other = await links.token(person.user.email, 'reset');
      expect(await statusAndCode(person.call(activate, { params: { token: other } }))).to.deep.equal([
        404,
        'NOT_FOUND',
      ]);
      await age(token);
      expect(await statusAndCode(person.call(activate, { params: { token } }))).to.deep.equal([410, 'TOKEN_EXPIRED']);
      const unknown = 'x'.repeat(43);
      expect(await statusAndCode(person.call(activate, { params: { token: unknown } }))).to.deep.equal([
        404,
        'NOT_FOUND',
      ]);
      expect((await person.call(whoAmI))?.verified).to.equal(false);
    });

    it('changes nothing when another site or a mail scanner opens the link', async () => {
      const person = await newUser(api().origin);
      const path = `/api/v2/auth/activate/${await links.token(person.user.email, 'verify')}`;
      for (const headers of [
        { origin: 'https://evil.example' },
        { accept: 'text/html' },
        { 'sec-purpose': 'prefetch' },
      ]) {
        const response = await newVisitor(api().origin, headers as never).fetch(path);
        expect(response.status).to.equal(403);
      }
      expect((await person.call(whoAmI))?.verified).to.equal(false);
    });

    it('stores only a hash of the token', async () => {
      const { user } = await newUser(api().origin);
      const token = await links.token(user.email, 'verify');
      expect(token).to.have.length(43);
      const stored = await tokens().findOne({ _id: idOf(token) as never });
      expect(JSON.stringify(stored)).not.to.include(token);
      const lifetime = stored?.expiresAt.getTime() - stored?.createdAt.getTime();
      expect([stored?.kind, lifetime]).to.deep.equal(['verify', LINK_LIFETIME.verify]);
    });
  });
});
