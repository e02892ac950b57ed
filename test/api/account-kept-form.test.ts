import { expect } from 'chai';
import { whoAmI } from '../../src/shared/contracts/accounts.ts';
import { fieldOf, see, send } from '../helpers/pages.ts';
import { enterBy } from '../helpers/provider-visit.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newEmail, newUser, newVisitor, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const PAGE = '/settings/profile';

describe('an account form that asks for a recent sign-in', () => {
  const web = useWeb({ env: { SIGN_IN_SANDBOX: 'true' } });
  const signIn = (who: Visitor, email: string) => enterBy(who, web().origin, 'google', { email });

  /** Somebody without a password, who signed in long ago. */
  async function somebodyStale(): Promise<{ who: Visitor; email: string }> {
    const who = newVisitor(web().origin);
    const email = newEmail();
    await signIn(who, email);
    await growStale(web().connection);
    return { who, email };
  }

  it('opens again after the sign-in, once, with what was typed except secrets', async () => {
    const { who, email } = await somebodyStale();
    const wish = newEmail();
    const sent = await send(who, `${PAGE}/email`, { email: wish, code: '123456' });
    expect(sent.location).to.equal('/auth/login?again=1&next=%2Fsettings%2Fprofile%23account');
    const cookie = sent.headers.getSetCookie().find((line) => line.startsWith('vd_kept=')) ?? '';
    expect(cookie)
      .to.match(/HttpOnly/)
      .and.match(/Path=\/settings\/profile/)
      .and.not.include(wish);
    await signIn(who, email);
    const back = await see(who, PAGE);
    expect(fieldOf(back.html, `${PAGE}/email`, 'email').value).to.equal(wish);
    expect(back.html).to.match(/<details class="settings__setting" id="change-email" open/);
    expect(back.text).to.include('You can carry on where you left off');
    expect(back.html).not.to.include('123456');
    expect((await see(who, PAGE)).html).not.to.include(wish);
  });

  it('opens again without the typed password', async () => {
    const { who, email } = await somebodyStale();
    await send(who, `${PAGE}/password`, { newPassword: 'walnut ferry quartz 42' });
    await signIn(who, email);
    const back = await see(who, PAGE);
    expect(back.html).to.match(/<details class="settings__setting" id="change-password" open/);
    expect(fieldOf(back.html, `${PAGE}/password`, 'newPassword')).not.to.have.key('value');
  });

  it('shows nothing of what was typed to another user who signs in there', async () => {
    const { who } = await somebodyStale();
    const wish = newEmail();
    await send(who, `${PAGE}/email`, { email: wish });
    const other = await newUser(web().origin);
    await send(who, '/auth/login', { email: other.user.email, password: other.password });
    expect((await who.call(whoAmI))?.id).to.equal(other.user.id);
    const page = await see(who, PAGE);
    expect(page.html).not.to.include(wish).and.not.include('<details class="settings__setting" id="change-email" open');
  });
});
