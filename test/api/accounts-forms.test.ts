import { expect } from 'chai';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { useApi } from '../helpers/api-app.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';

const PASSWORD = 'plum harbour violin 7';

describe('sign-in forms without script', () => {
  const api = useApi();

  it('register and redirect to next with 303', async () => {
    const visitor = newVisitor(api().origin);
    const response = await visitor.postForm('/auth/register', {
      email: newEmail(),
      password: PASSWORD,
      next: '/e/123?a=b',
    });
    expect([response.status, response.headers.get('location')]).to.deep.equal([
      303,
      '/e/123?a=b&gtm_event_sign_up=password',
    ]);
    expect(await visitor.call(whoAmI)).not.to.equal(null);
  });

  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/auth/login',
    '/\t/evil.example',
    '/api/x',
    '/..//evil.example',
  ]) {
    it(`redirect to the dashboard instead of ${JSON.stringify(next)}`, async () => {
      const { user, password } = await newUser(api().origin);
      const response = await newVisitor(api().origin).postForm('/auth/login', { email: user.email, password, next });
      expect([response.status, response.headers.get('location')]).to.deep.equal([
        303,
        '/dashboard?gtm_event_login=password',
      ]);
    });
  }

  it('are shown again with 422, messages and typed values, but without the password', async () => {
    const response = await newVisitor(api().origin).postForm('/auth/login', { email: 'nobody', password: 'abc' });
    expect(response.status).to.equal(422);
    const shown = await response.text();
    expect(shown).to.include('aria-invalid="true"').and.include('value="nobody"').and.not.include('value="abc"');
  });

  it('are refused with 403 when they come from another site', async () => {
    const { user, password } = await newUser(api().origin);
    const response = await newVisitor(api().origin, { origin: 'https://evil.example' }).postForm('/auth/login', {
      email: user.email,
      password,
    });
    expect(response.status).to.equal(403);
    expect(response.headers.get('set-cookie')).to.equal(null);
  });

  it('sign out and redirect to the front page', async () => {
    const user = await newUser(api().origin);
    const response = await user.postForm('/auth/logout', {});
    expect([response.status, response.headers.get('location')]).to.deep.equal([303, '/']);
    expect(await user.call(whoAmI)).to.equal(null);
  });
});
