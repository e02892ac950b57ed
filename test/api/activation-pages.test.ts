import { expect } from 'chai';
import { resendVerification, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { fieldOf, type SeenPage, see, send } from '../helpers/pages.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';
import { expectPage } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';

const PASSWORD = 'plum harbour violin 7';
const OTHER = 'walnut ferry quartz 42';

/** A sound page with a status. */
function expectSeen(page: SeenPage, status: number): void {
  expect([page.status, page.location]).to.deep.equal([status, null]);
  expectPage(page.html);
}

describe('the page of a confirmation link', () => {
  const web = useWeb();
  const links = useMailedLinks(() => ({ database: web() }));
  const visitor = () => newVisitor(web().origin);

  it('confirms by its button, not when opened, and once', async () => {
    const who = await newUser(web().origin);
    const { user } = who;
    const path = `/auth/activate/${await links.token(user.email, 'verify')}`;
    for (let scans = 0; scans < 2; scans++) {
      const page = await see(who, path);
      expectSeen(page, 200);
      expect(page.text).to.include(user.email);
      expect(page.headers.get('referrer-policy')).to.equal('strict-origin');
    }
    expect((await send(who, path)).location).to.equal('/auth/done/confirmed');
    expectSeen(await see(who, '/auth/done/confirmed'), 200);
    for (const again of [await see(who, path), await send(who, path)]) {
      expectSeen(again, 410);
      expect(again.text).to.include("That's done already").and.include('Go to My VidDays');
    }
  });

  it('confirms only after logging in to that account', async () => {
    const { user } = await newUser(web().origin);
    const path = `/auth/activate/${await links.token(user.email, 'verify')}`;
    const who = visitor();
    const page = await see(who, path);
    expectSeen(page, 200);
    expect(page.text).to.include(user.email).and.include('Choose a new one').and.include("I didn't make this account");
    expect(page.html).not.to.include(`action="${path}"`);
    expectSeen(await send(who, path), 401);
    const login = `/auth/login?next=${encodeURIComponent(path)}`;
    expect(page.html).to.include(`href="${login}"`);
    expect(fieldOf((await see(who, login)).html, '/auth/login', 'next').value).to.equal(path);
    const gone = await send(who, '/auth/login', { email: user.email, password: PASSWORD, next: path });
    expect(gone.location).to.equal(`${path}?gtm_event_login=password`);
    expect((await see(who, gone.location ?? '')).html).to.include(`action="${path}"`);
    expect((await send(who, path)).location).to.equal('/auth/done/confirmed');
    expect((await who.call(whoAmI))?.verified).to.equal(true);
  });

  it('names the signed-in user when it is another one, and offers to log out', async () => {
    const { user } = await newUser(web().origin);
    const path = `/auth/activate/${await links.token(user.email, 'verify')}`;
    const other = await newUser(web().origin);
    const page = await see(other, path);
    expectSeen(page, 200);
    expect(page.text).to.include(`You're logged in as ${other.user.email}`);
    expect(fieldOf(page.html, '/auth/logout', 'next').value).to.equal(path);
    expectSeen(await send(other, path), 401);
    expect((await send(other, '/auth/logout', { next: path })).location).to.equal(path);
    expect((await see(other, path)).text).to.include('Log in to confirm');
  });

  it('lets the owner of an address lock out somebody who registered it', async () => {
    const squatter = await newUser(web().origin);
    const { email, id } = squatter.user;
    const moved = newEmail();
    await send(squatter, '/settings/profile/email', { email: moved, currentPassword: PASSWORD });
    const change = `/auth/change-email/${await links.token(moved, 'change-email-new')}`;
    const path = `/auth/activate/${await links.token(email, 'verify')}`;
    const owner = visitor();
    const form = /action="([^"]+not-mine)"/.exec((await see(owner, path)).html)?.[1] ?? '';
    const scanner = await owner.fetch(form, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect([scanner.status, (await squatter.call(whoAmI))?.id]).to.deep.equal([403, id]);

    expect((await send(owner, form)).location).to.equal('/auth/done/disowned');
    expect((await see(owner, '/auth/done/disowned')).text).to.include('locked out');
    expect(await owner.call(whoAmI)).to.equal(null);
    expect(await squatter.call(whoAmI)).to.equal(null);
    expect((await send(visitor(), '/auth/login', { email, password: PASSWORD })).status).to.equal(401);
    expect((await send(visitor(), change)).status).to.equal(410);
    for (const again of [await see(owner, path), await send(owner, form)]) expectSeen(again, 410);
    const kept = await web().connection.collection('users').findOne({ email });
    expect(kept).to.include({ verifiedAt: null, passwordHash: null, pendingEmail: null });
    const lines = await web().connection.collection('audit_log').find({ action: 'account.disowned' }).toArray();
    expect(lines.map(({ actorId, subjectId }) => [actorId, String(subjectId)])).to.deep.include([null, id]);

    const mails = await links.count(email, 'verify');
    await visitor().call(resendVerification, { body: { email } });
    expect(await links.count(email, 'verify')).to.equal(mails);
    await send(owner, '/auth/forgot-password', { email });
    await send(owner, `/auth/reset-password/${await links.token(email, 'reset')}`, { password: OTHER });
    expect(await owner.call(whoAmI)).to.include({ id, verified: true });
  });

  it('says that nothing is left to do when the address was confirmed otherwise', async () => {
    const { user } = await newUser(web().origin);
    const path = `/auth/activate/${await links.token(user.email, 'verify')}`;
    const who = visitor();
    await send(who, '/auth/sign-in-link', { email: user.email, next: path });
    const entered = await send(who, `/auth/sign-in-link/${await links.token(user.email, 'sign-in-link')}`);
    expect(entered.location).to.equal(`${path}?gtm_event_login=link`);
    const page = await see(who, path);
    expectSeen(page, 410);
    expect(page.text).to.include("That's done already");
  });
});
