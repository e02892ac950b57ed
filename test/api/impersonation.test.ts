import { expect } from 'chai';
import { changeRole } from '../../src/features/users/roles.service.ts';
import { SESSION_COOKIE } from '../../src/platform/http/sessions.ts';
import { logout, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { listEvents } from '../../src/shared/contracts/events.ts';
import { impersonate, stopImpersonating } from '../../src/shared/contracts/impersonation.ts';
import { ACTING_FOR } from '../../src/shared/limits.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { statusAndCode } from '../helpers/refusal.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', accept: 'text/html,*/*;q=0.8' };

describe('impersonation', () => {
  const web = useWeb();
  let admin: SignedInUser;
  let ben: SignedInUser;

  beforeEach(async () => {
    [admin, ben] = await Promise.all([newUser(web().origin, { role: 'admin' }), newUser(web().origin)]);
  });

  const actAs = (who: SignedInUser, as: SignedInUser) =>
    who.call(impersonate, { params: { id: as.user.id }, query: {} });
  const pathFor = (as: SignedInUser) => `/api/v2/auth/impersonate/${as.user.id}`;
  const sidOf = (who: SignedInUser) => who.cookie().match(new RegExp(`${SESSION_COOKIE}=([^;]+)`))?.[1];

  async function identity(who: SignedInUser): Promise<[string | undefined, boolean]> {
    const { data, isImpersonated } = await who.callBeside(whoAmI);
    return [data?.id, isImpersonated];
  }

  /** `[action, why]` of what the log says of one admin's impersonations, oldest first. */
  async function logged(of: SignedInUser): Promise<unknown[][]> {
    const reader = await newUser(web().origin, { role: 'admin' });
    const lines = await reader.call(listAudit, { query: { actorId: of.user.id } });
    const wanted = lines.filter(({ action }) => /^impersonation\.(?:started|stopped)$/.test(action)).reverse();
    for (const line of wanted) expect(line.subjectId).to.equal(ben.user.id);
    return wanted.map(({ action, details }) => [action, details.why]);
  }
  const STARTED = ['impersonation.started', undefined];
  const stopped = (why: string) => ['impersonation.stopped', why];

  describe('GET /api/v2/auth/impersonate/{id}', () => {
    it('acts as the user under a new session id, also after a reload', async () => {
      const before = sidOf(admin);
      const old = newVisitor(web().origin, { cookie: admin.cookie() });
      const { data, isImpersonated } = await admin.callBeside(impersonate, { params: { id: ben.user.id }, query: {} });
      expect([data.id, isImpersonated]).to.deep.equal([ben.user.id, true]);
      expect(sidOf(admin)).not.to.equal(before);
      expect((await old.callBeside(whoAmI)).data, 'the old id').to.equal(null);
      for (let i = 0; i < 2; i++) expect(await identity(admin)).to.deep.equal([ben.user.id, true]);
      const mine = await startEvent(ben);
      expect((await admin.call(listEvents, { query: {} })).map(({ id }) => id)).to.deep.equal([mine.id]);
      expect(await logged(admin)).to.deep.equal([STARTED]);
    });

    it('records the reason of the query, and says so when none is given', async () => {
      const reasons = async () =>
        (await admin.call(listAudit, { query: { actorId: admin.user.id, action: 'impersonation.started' } })).map(
          ({ details }) => details.note,
        );
      await admin.call(impersonate, { params: { id: ben.user.id }, query: { reason: ' Can’t find her deadline ' } });
      await admin.call(stopImpersonating);
      await actAs(admin, ben);
      await admin.call(stopImpersonating);
      expect(await reasons()).to.deep.equal(['No reason was given with the call.', 'Can’t find her deadline']);
      const long = admin.call(impersonate, { params: { id: ben.user.id }, query: { reason: 'x'.repeat(501) } });
      expect(await statusAndCode(long)).to.deep.equal([422, 'FIELDS_REFUSED']);
    });

    it('asks for a second step that is not older than 15 minutes, as the desk’s form does', async () => {
      const own = await newUser(web().origin, { role: 'admin' });
      await growStale(web().connection, 'secondStepAt');
      const [status] = await statusAndCode(actAs(own, ben));
      expect(status).to.be.oneOf([401, 403]);
      expect(await identity(own)).to.deep.equal([own.user.id, false]);
    });

    it('is for admins only, and never as an admin or an unknown user', async () => {
      const [editor, other] = await Promise.all([
        newUser(web().origin, { role: 'editor' }),
        newUser(web().origin, { role: 'admin' }),
      ]);
      const call = (who: SignedInUser, id: string) =>
        statusAndCode(who.call(impersonate, { params: { id }, query: {} }));
      expect(await call(editor, ben.user.id)).to.deep.equal([403, 'NOT_ALLOWED']);
      expect(await call(ben, editor.user.id)).to.deep.equal([403, 'NOT_ALLOWED']);
      expect(await call(admin, other.user.id)).to.deep.equal([403, 'NOT_ALLOWED']);
      expect(await call(admin, admin.user.id)).to.deep.equal([403, 'NOT_ALLOWED']);
      expect(await call(admin, '0'.repeat(24))).to.deep.equal([404, 'NOT_FOUND']);
      for (const who of [editor, ben, admin]) expect(await identity(who)).to.deep.equal([who.user.id, false]);
      expect(await logged(admin)).to.deep.equal([]);
    });

    it('can’t be nested, also not through an editor', async () => {
      await changeRole(ben.user.email, 'editor', null, { mayBeUnconfirmed: true });
      await actAs(admin, ben);
      const third = await newUser(web().origin);
      expect(await statusAndCode(actAs(admin, third))).to.deep.equal([403, 'NOT_ALLOWED']);
      expect(await identity(admin)).to.deep.equal([ben.user.id, true]);
    });

    it('refuses links, other sites, prefetching, previews and HEAD', async () => {
      const tries: Record<string, string>[] = [
        NAVIGATION,
        { accept: NAVIGATION.accept },
        { ...NAVIGATION, 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site', accept: 'image/*' },
        { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'same-origin' },
        { purpose: 'prefetch' },
        { 'x-moz': 'prefetch' },
      ];
      for (const headers of tries) {
        const answer = await admin.fetch(pathFor(ben), { headers });
        expect([answer.status, (await answer.json()).error.code]).to.deep.equal([403, 'FOREIGN_ORIGIN']);
      }
      expect((await admin.fetch(pathFor(ben), { method: 'HEAD' })).status).to.equal(403);
      expect(await identity(admin)).to.deep.equal([admin.user.id, false]);
      expect(await logged(admin)).to.deep.equal([]);
    });
  });

  describe('GET /api/v2/auth/stop-impersonating', () => {
    it('restores the admin under a new session id; a second call changes nothing', async () => {
      await actAs(admin, ben);
      const acting = sidOf(admin);
      const old = newVisitor(web().origin, { cookie: admin.cookie() });
      const { data, isImpersonated } = await admin.callBeside(stopImpersonating);
      expect([data.id, data.role, isImpersonated]).to.deep.equal([admin.user.id, 'admin', false]);
      expect(sidOf(admin)).not.to.equal(acting);
      expect((await old.callBeside(whoAmI)).data, 'the id that acted').to.equal(null);
      expect((await admin.call(stopImpersonating)).id).to.equal(admin.user.id);
      expect(await identity(admin)).to.deep.equal([admin.user.id, false]);
      expect(await logged(admin)).to.deep.equal([STARTED, stopped('asked')]);
    });

    it('refuses links and other sites', async () => {
      await actAs(admin, ben);
      const answers = [NAVIGATION, { origin: 'https://evil.example' }].map((headers) =>
        admin.fetch('/api/v2/auth/stop-impersonating', { headers }),
      );
      for (const answer of await Promise.all(answers)) expect(answer.status).to.equal(403);
      expect(await identity(admin)).to.deep.equal([ben.user.id, true]);
    });

    it('changes nothing without impersonation', async () => {
      expect((await ben.call(stopImpersonating)).id).to.equal(ben.user.id);
    });
  });

  describe('the impersonating admin', () => {
    it('returns to their own account, with their current permissions, when they stop being admin', async () => {
      await actAs(admin, ben);
      await changeRole(admin.user.email, 'user', null);
      expect(await identity(admin)).to.deep.equal([admin.user.id, false]);
      await changeRole(admin.user.email, 'admin', null, { mayBeUnconfirmed: true });
      expect(await identity(admin), 'it does not come back').to.deep.equal([admin.user.id, false]);
      expect(await logged(admin)).to.deep.equal([STARTED, stopped('over')]);
    });

    it('returns when the other account is deleted or becomes an admin', async () => {
      await actAs(admin, ben);
      await changeRole(ben.user.email, 'admin', null, { mayBeUnconfirmed: true });
      expect(await identity(admin)).to.deep.equal([admin.user.id, false]);
      await changeRole(ben.user.email, 'user', null);
      await actAs(admin, ben);
      await web().connection.collection('users').deleteOne({ email: ben.user.email });
      // Also requests side by side write one line.
      await Promise.all([1, 2, 3].map(() => identity(admin)));
      expect(await identity(admin)).to.deep.equal([admin.user.id, false]);
      expect(await logged(admin)).to.deep.equal([STARTED, stopped('over'), STARTED, stopped('over')]);
    });

    it('returns after an hour, which is logged at the next request', async () => {
      const began = Date.now();
      await actAs(admin, ben);
      const ended = Date.now();
      const sessions = web().connection.collection('sessions');
      let aged = 0;
      for (const { _id, session } of await sessions.find().toArray()) {
        const data = JSON.parse(session) as { impersonationUntil?: number };
        // Earlier tests have left sessions of other admins.
        const since = (data.impersonationUntil ?? 0) - ACTING_FOR;
        if (since < began || since > ended) continue;
        const over = JSON.stringify({ ...data, impersonationUntil: Date.now() });
        await sessions.updateOne({ _id }, { $set: { session: over } });
        aged += 1;
      }
      expect(aged).to.equal(1);
      expect(await identity(admin)).to.deep.equal([admin.user.id, false]);
      expect(await identity(ben)).to.deep.equal([ben.user.id, false]);
      expect(await logged(admin)).to.deep.equal([STARTED, stopped('over')]);
    });

    it('is signed out with the session, which is logged', async () => {
      await actAs(admin, ben);
      await admin.call(logout);
      expect((await admin.callBeside(whoAmI)).data).to.equal(null);
      expect(await logged(admin)).to.deep.equal([STARTED, stopped('signed-out')]);
      expect(await identity(ben), 'the other one stays signed in').to.deep.equal([ben.user.id, false]);
    });
  });

  describe('the bar', () => {
    const hasBar = async (path: string) => {
      const html = await (await admin.fetch(path, { headers: { accept: 'text/html' } })).text();
      return html.includes('action="/auth/stop-impersonating"') && html.includes(ben.user.email);
    };

    it('is on every page, and stops without script', async () => {
      const [mine, foreign] = await Promise.all([startEvent(ben), startEvent(await newUser(web().origin))]);
      const clip = await giveText(newVisitor(web().origin), foreign, 'Hello');
      await actAs(admin, ben);
      const { pathname: receipt } = new URL(clip.receiptUrl);
      const pages = {
        home: '/',
        help: '/help',
        dashboard: '/dashboard',
        start: '/start-a-vidday',
        studio: `/e/${mine.uuid}`,
        contribution: `/e/${foreign.uuid}`,
        gift: `/e/${mine.privateKey}`,
        film: `/e/${mine.viewKey}`,
        receipt,
        nowhere: '/no-such-page',
      };
      const without: string[] = [];
      for (const [name, path] of Object.entries(pages)) if (!(await hasBar(path))) without.push(name);
      expect(without).to.deep.equal([]);

      const answer = await admin.postForm('/auth/stop-impersonating', {});
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([303, '/dashboard']);
      expect(await identity(admin)).to.deep.equal([admin.user.id, false]);
      expect(await hasBar('/dashboard')).to.equal(false);
    });

    it('refuses another site', async () => {
      await actAs(admin, ben);
      const answer = await admin.fetch('/auth/stop-impersonating', {
        method: 'POST',
        headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.status).to.equal(403);
      expect(await identity(admin)).to.deep.equal([ben.user.id, true]);
    });
  });
});
