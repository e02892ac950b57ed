import { expect } from 'chai';
import { newEmail, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

describe('an app with an https origin', () => {
  const web = useWeb({ env: { APP_ORIGIN: 'https://vidday.example', SIGN_IN_SANDBOX: 'true' } });
  const behindProxy = { 'x-forwarded-proto': 'https' };

  it('sets Secure and HttpOnly on every cookie, whatever a proxy says', async () => {
    const visitor = newVisitor(web().origin);
    const answers = [
      await visitor.postForm('/auth/register', { email: newEmail(), password: 'plum harbour violin 7' }),
      await visitor.fetch('/auth/google'),
    ];
    const lines = answers.flatMap(({ headers }) => headers.getSetCookie());
    const names = new Set(lines.map((line) => line.split('=')[0]));
    expect(names).to.include.keys('__Host-vd_sid', '__Host-vd_known', '__Secure-vd_way');
    for (const line of lines)
      expect(line)
        .to.match(/; HttpOnly/i)
        .and.match(/; Secure/i)
        .and.match(/; SameSite=Lax/i);
  });

  it('keeps sessions by the __Host- cookie, and ignores one that another host may have set', async () => {
    const visitor = newVisitor(web().origin, behindProxy);
    await visitor.postForm('/auth/register', { email: newEmail(), password: 'plum harbour violin 7' });
    const statusWith = async (cookie: string) =>
      (await fetch(`${web().origin}/dashboard`, { headers: { ...behindProxy, cookie }, redirect: 'manual' })).status;
    expect(await statusWith(visitor.cookie())).to.equal(200);
    expect(await statusWith(visitor.cookie().replaceAll('__Host-', ''))).to.equal(303);
    const out = await visitor.postForm('/auth/logout', {});
    for (const line of out.headers.getSetCookie()) expect(line).to.match(/; Path=\/;.*; Secure/i);
    expect(visitor.cookie()).not.to.include('vd_sid');
  });

  it('sends the same HSTS header on pages and calls', async () => {
    const paths = ['/', '/auth/login', '/api/v2/auth/who-am-i', '/nothing'];
    const told = await Promise.all(
      paths.map(async (path) => (await fetch(web().origin + path)).headers.get('strict-transport-security')),
    );
    expect(new Set(told)).to.deep.equal(new Set(['max-age=31536000; includeSubDomains']));
  });
});
