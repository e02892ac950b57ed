import { expect } from 'chai';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { getProfile } from '../../src/shared/contracts/profiles.ts';
import { getSecondFactor } from '../../src/shared/contracts/second-factor.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { fieldOf, focusOf, type SeenPage, see, send } from '../helpers/pages.ts';
import { codeFor, confirmAddress, useCodeApp } from '../helpers/second-factor.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { expectPage } from '../helpers/view.tsx';
import { useWeb } from '../helpers/web-app.ts';

const PAGE = '/settings/profile';
const OTHER = 'walnut ferry quartz 42';

describe('settings pages without script', () => {
  const web = useWeb({ env: { SIGN_IN_SANDBOX: 'true' } });
  const links = useMailedLinks(() => ({ database: web() }));
  let person: SignedInUser;

  beforeEach(async () => {
    person = await newUser(web().origin);
  });

  function expectSeen(page: SeenPage, status: number): void {
    expect([page.status, page.location]).to.deep.equal([status, null]);
    expectPage(page.html);
  }

  it('redirect visitors to the login and back, for the page and every form', async () => {
    const who = newVisitor(web().origin);
    expect((await see(who, PAGE)).location).to.equal('/auth/login?next=%2Fsettings%2Fprofile');
    for (const path of ['details', 'notifications', 'email', 'password', 'log-out-everywhere', 'delete']) {
      const answer = await send(who, `${PAGE}/${path}`, {
        email: 'a@example.com',
        newPassword: OTHER,
        here: 'no',
        sure: 'yes',
      });
      expect(answer.location, path).to.match(/^\/auth\/login\?next=/);
    }
  });

  it('are found from the address of a form, where a refused one was shown and is reloaded', async () => {
    const back = async (path: string) => (await see(newVisitor(web().origin), path)).location;
    expect(await back(`${PAGE}/delete`)).to.equal(PAGE);
    expect(await back('/settings/membership/cancel')).to.equal('/settings/membership');
    expect(await back('/e/abc/people/add?i=key')).to.equal('/e/abc/people?i=key');
  });

  it('show every setting in its section, with autocomplete hints', async () => {
    const page = await see(person, PAGE);
    expectSeen(page, 200);
    const details = `${PAGE}/details`;
    const known = {
      firstName: 'given-name',
      lastName: 'family-name',
      phone: 'tel',
      country: 'country',
      language: 'language',
    };
    for (const [name, autocomplete] of Object.entries(known)) {
      expect(fieldOf(page.html, details, name).autocomplete, name).to.equal(autocomplete);
    }
    expect(fieldOf(page.html, `${PAGE}/email`, 'email').autocomplete).to.equal('email');
    expect(fieldOf(page.html, `${PAGE}/password`, 'currentPassword').autocomplete).to.equal('current-password');
    expect(fieldOf(page.html, `${PAGE}/password`, 'newPassword').autocomplete).to.equal('new-password');
    expect(fieldOf(page.html, `${PAGE}/password`, 'username').value).to.equal(person.user.email);
    expect(page.html).to.include('aria-current="page">My Account').and.include('action="/settings/profile/export"');
    expect(focusOf(page.html)).to.equal(null);
    expect(page.html, 'no form but its fields is open').not.to.include('<details class="settings__setting" open');
  });

  it('save the profile, and show errors at their fields', async () => {
    const details = {
      firstName: 'Ada',
      lastName: 'Byron',
      country: 'GB',
      timeZone: 'Europe/London',
      language: 'en-GB',
    };
    const wrong = await send(person, `${PAGE}/details`, { ...details, phone: '12' });
    expectSeen(wrong, 422);
    expect(focusOf(wrong.html)).to.equal('phone');
    expect(fieldOf(wrong.html, `${PAGE}/details`, 'lastName').value).to.equal('Byron');
    const saved = await send(person, `${PAGE}/details`, { ...details, phone: '020 7946 0958' });
    expect(saved.location).to.equal(`${PAGE}?saved=details#account`);
    expect((await see(person, `${PAGE}?saved=details`)).text).to.include('Saved.');
    const profile = await person.call(getProfile, { params: { id: person.user.id } });
    expect(profile).to.include({ ...details, phone: '+442079460958' });
    const mails = await send(person, `${PAGE}/notifications`, { reminders: 'yes', mailPace: 'daily' });
    expect(mails.location).to.equal(`${PAGE}?saved=mails#mails`);
    const { notifications, mailPace } = await person.call(getProfile, { params: { id: person.user.id } });
    expect(mailPace).to.equal('daily');
    expect(notifications).to.deep.equal({
      filmReady: false,
      clipArrived: false,
      thankYou: false,
      reminders: true,
      stuck: false,
      answers: false,
      opened: false,
      guestbook: false,
      news: false,
      letters: false,
      ownClip: false,
      invitations: false,
      gifts: false,
    });
  });

  it('change the password and end the other sessions', async () => {
    const elsewhere = await signInElsewhere(web().origin, person);
    const wrong = await send(person, `${PAGE}/password`, { currentPassword: 'not the one', newPassword: OTHER });
    expectSeen(wrong, 422);
    expect(focusOf(wrong.html)).to.equal('current-password');
    expect(wrong.html).not.to.include(OTHER);
    const weak = await send(person, `${PAGE}/password`, {
      currentPassword: person.password,
      newPassword: 'password1234',
    });
    expect(focusOf(weak.html)).to.equal('new-password');
    const done = await send(person, `${PAGE}/password`, { currentPassword: person.password, newPassword: OTHER });
    expect(done.location).to.equal(`${PAGE}?saved=password#account`);
    expect(await person.call(whoAmI)).not.to.equal(null);
    expect(await elsewhere.call(whoAmI)).to.equal(null);
  });

  it('list sessions, and end one, the others or all', async () => {
    const [first, second] = [await signInElsewhere(web().origin, person), await signInElsewhere(web().origin, person)];
    const page = await see(person, PAGE);
    const ids = [...page.html.matchAll(/name="id" value="([0-9a-f]{24})"/g)].map(([, id = '']) => id);
    expect(ids).to.have.length(2);
    expect(page.text).to.include('This one').and.include('Log out on all other devices');
    await send(person, `${PAGE}/log-out`, { id: ids[0] ?? '' });
    const left = [await first.call(whoAmI), await second.call(whoAmI)].filter(Boolean);
    expect(left).to.have.length(1);
    const others = await send(person, `${PAGE}/log-out-everywhere`, { here: 'no' });
    expect(others.location).to.equal(`${PAGE}?saved=logged-out-elsewhere#sessions`);
    expect([await first.call(whoAmI), await second.call(whoAmI)]).to.deep.equal([null, null]);
    const all = await send(person, `${PAGE}/log-out-everywhere`, { here: 'yes' });
    expect(all.location).to.equal('/auth/login?note=logged-out-everywhere');
    expect(await person.call(whoAmI)).to.equal(null);
    expect((await see(person, all.location ?? '')).text).to.include("You're logged out everywhere.");
  });

  it('do not end another user’s session', async () => {
    const other = await newUser(web().origin);
    const [{ _id } = { _id: '' }] = await web()
      .connection.collection('sign_ins')
      .find()
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    await send(person, `${PAGE}/log-out`, { id: String(_id) });
    expect(await other.call(whoAmI)).not.to.equal(null);
  });

  it('ask for a confirmed address before two-factor, and then for a recent sign-in', async () => {
    await growStale(web().connection);
    expect((await see(person, '/settings/second-step')).location).to.equal(`${PAGE}?problem=confirm-first#security`);
    await confirmAddress(web().connection, person.user.email);
    expect((await see(person, '/settings/second-step')).location).to.match(/^\/auth\/login\?again=1/);
  });

  it('turn two-factor on with the same QR code after a wrong code, and off again', async () => {
    const asked = await see(person, '/settings/second-step');
    expect(asked.location).to.equal(`${PAGE}?problem=confirm-first#security`);
    expect((await see(person, asked.location ?? '')).text).to.include('Please confirm your address first');
    await confirmAddress(web().connection, person.user.email);
    const setup = await see(person, '/settings/second-step');
    expectSeen(setup, 200);
    const secretIn = ({ html }: SeenPage) => /class="second-step__secret">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '';
    const wrong = await send(person, '/settings/second-step', { code: '000000' });
    expectSeen(wrong, 401);
    expect([secretIn(wrong), focusOf(wrong.html)]).to.deep.equal([secretIn(setup), 'code']);
    const on = await send(person, '/settings/second-step', { code: codeFor(secretIn(setup)) });
    expectSeen(on, 200);
    const codes = [...on.html.matchAll(/<li>([a-z0-9-]{10,12})<\/li>/g)].map(([, code = '']) => code);
    expect(codes).to.have.length(10);
    expect((await see(person, '/settings/second-step')).location).to.equal(`${PAGE}#second-step`);
    expect((await see(person, PAGE)).text).to.include('10 recovery codes left');
    const notOff = await send(person, '/settings/second-step/off', { code: '000000' });
    expect([notOff.status, focusOf(notOff.html)]).to.deep.equal([401, 'off-code']);
    const off = await send(person, '/settings/second-step/off', { code: codes[0] ?? '' });
    expect(off.location).to.equal(`${PAGE}?saved=second-step-off#security`);
  });

  it('show new recovery codes once', async () => {
    const app = await useCodeApp(web().connection, person);
    const renewed = await send(person, '/settings/second-step/recovery-codes', { code: app.recoveryCodes[1] ?? '' });
    expectSeen(renewed, 200);
    expect(renewed.text).to.include('Your new recovery codes');
    expect(renewed.html).not.to.include(app.recoveryCodes[2]);
    const state = await person.call(getSecondFactor, { params: { id: person.user.id } });
    expect(state.recoveryCodesLeft).to.equal(10);
  });

  it('schedule deletion with the password, and cancel it by the mailed link', async () => {
    const form = `${PAGE}/delete`;
    const unsure = await send(person, form, { currentPassword: person.password });
    expectSeen(unsure, 422);
    expect(unsure.text).to.include('Please tick the box, so we know you mean it.');
    expect(focusOf(unsure.html)).to.equal('delete-sure');
    const wrong = await send(person, form, { currentPassword: 'not the one', sure: 'yes' });
    expectSeen(wrong, 422);
    expect(focusOf(wrong.html)).to.equal('delete-password');
    const gone = await send(person, form, { currentPassword: person.password, sure: 'yes' });
    expect(gone.location).to.equal('/auth/done/deleted');
    expectSeen(await see(person, '/auth/done/deleted'), 200);
    expect(await person.call(whoAmI)).to.equal(null);
    const path = `/auth/keep-account/${await links.token(person.user.email, 'deletion')}`;
    const who = newVisitor(web().origin);
    expectSeen(await see(who, path), 200);
    expect((await send(who, path)).location).to.equal('/auth/done/kept');
    expect((await see(who, '/auth/done/kept')).text).to.include(
      'If you had a membership, please look in your settings',
    );
    const again = await see(who, path);
    expectSeen(again, 410);
    expect(again.text).to.include('Your account stays');
    await signInElsewhere(web().origin, person);
  });

  it('export data after a recent sign-in only, and return to the page', async () => {
    const path = `${PAGE}/export`;
    const given = await person.postForm(path, {});
    expect([given.status, given.headers.get('content-disposition')?.split(';')[0]]).to.deep.equal([200, 'attachment']);
    expect(given.headers.get('cache-control')).to.equal('private, no-store');
    expect(await given.json()).to.have.property('history');
    await growStale(web().connection);
    const back = '/auth/login?again=1&next=%2Fsettings%2Fprofile%23data';
    expect((await send(person, path)).location).to.equal(back);
  });

  it('let an impersonating admin look, but neither see nor change credentials', async () => {
    const admin = await newUser(web().origin, { role: 'admin' });
    await admin.call(impersonate, { params: { id: person.user.id }, query: {} });
    const page = await see(admin, PAGE);
    expectSeen(page, 200);
    expect(page.text).to.include("Only the account's owner sees this.").and.not.include('Where you are logged in');
    const forms: Record<string, Record<string, string>> = {
      [`${PAGE}/email`]: { email: 'a@example.com', currentPassword: person.password },
      [`${PAGE}/password`]: { newPassword: OTHER, currentPassword: person.password },
      [`${PAGE}/log-out-everywhere`]: { here: 'no' },
      [`${PAGE}/export`]: {},
      [`${PAGE}/delete`]: { currentPassword: person.password, sure: 'yes' },
      [`${PAGE}/providers/disconnect`]: { provider: 'google' },
      '/settings/second-step/off': { code: '123456' },
    };
    for (const [path, fields] of Object.entries(forms)) {
      const refused = await send(admin, path, fields);
      expect(refused.status, path).to.equal(403);
      expect(refused.text, path).to.include("Only the account's owner");
    }
    expect((await see(admin, '/settings/second-step')).status).to.equal(403);
    expect(await person.call(whoAmI)).not.to.equal(null);
  });
});
