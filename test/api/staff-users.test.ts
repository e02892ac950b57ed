import { expect } from 'chai';
import { Types } from 'mongoose';
import { login, register, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { listAudit } from '../../src/shared/contracts/audit.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import {
  changeUserRole,
  liftUser,
  listStaffUsers,
  signOutUser,
  suspendUser,
} from '../../src/shared/contracts/staff-users.ts';
import { see } from '../helpers/pages.ts';
import { refusalOf, statusAndCode } from '../helpers/refusal.ts';
import { confirmAddress } from '../helpers/second-factor.ts';
import { growStale } from '../helpers/stale-session.ts';
import { newEmail, newUser, newVisitor, type SignedInUser, signInElsewhere } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';
import { writtenMails } from '../helpers/written-mails.ts';

describe('users at the desk', () => {
  const web = useWeb();
  let admin: SignedInUser;
  let user: SignedInUser;

  before(async () => {
    admin = await newUser(web().origin, { role: 'admin' });
  });
  beforeEach(async () => {
    user = await newUser(web().origin);
  });

  const of = ({ user: { id } }: SignedInUser) => ({ params: { id } });
  const find = async (q: string) => (await admin.call(listStaffUsers, { query: { q } })).map(({ email }) => email);
  const act = (person: SignedInUser) =>
    admin.call(suspendUser, { ...of(person), body: { why: 'Unkind clips.', note: 'Two reports' } });
  const lastAct = async (person: SignedInUser, action: string) =>
    (await admin.call(listAudit, { query: { subjectId: person.user.id, action } }))[0];

  it('finds a user by the beginning of address, names and id, without accents and case', async () => {
    const email = newEmail();
    await newVisitor(web().origin).call(register, {
      body: { email, password: 'plum harbour violin 7', firstName: 'Zoë', lastName: 'Quistgaard-Núñez' },
    });
    for (const q of [email, email.slice(0, 14), 'zoe', 'QUISTG', 'nun', 'zo quist', 'quist zoe']) {
      expect(await find(q), q).to.deep.equal([email]);
    }
    for (const q of ['zoe nobody', 'uistgaard', '.*', '$ne']) expect(await find(q), q).to.deep.equal([]);
    expect(await find(user.user.id)).to.deep.equal([user.user.email]);
  });

  it('pages all users newest first, and lists staff alone', async () => {
    const first = await admin.callBeside(listStaffUsers, { query: { limit: 1 } });
    const second = await admin.callBeside(listStaffUsers, { query: { limit: 1, cursor: first.meta.nextCursor ?? '' } });
    expect(first.data[0]?.id).to.equal(user.user.id);
    expect(second.data[0]?.id).not.to.equal(user.user.id);
    const staff = await admin.call(listStaffUsers, { query: { show: 'staff' } });
    expect(staff.map(({ role }) => role)).to.deep.equal(staff.map(() => 'admin'));
  });

  it('suspends: signs out at once, refuses the next log-in, mails why once; lifting opens it again', async () => {
    const elsewhere = await signInElsewhere(web().origin, user);
    await act(user);
    expect(await act(user)).to.include({ suspendedWhy: 'Unkind clips.' });
    for (const browser of [user, elsewhere]) expect(await browser.call(whoAmI, {})).to.equal(null);
    const body = { email: user.user.email, password: user.password };
    const refused = await refusalOf(newVisitor(web().origin).call(login, { body }));
    expect([refused.status, refused.message.includes('suspended')]).to.deep.equal([403, true]);
    const mails = () => writtenMails(web().connection, user.user.email, 'account-suspended');
    expect((await mails()).map(({ why }) => why)).to.deep.equal(['Unkind clips.']);
    await admin.call(liftUser, { ...of(user), body: { note: 'A joke' } });
    expect((await newVisitor(web().origin).call(login, { body })).id).to.equal(user.user.id);
    expect(await mails()).to.have.length(2);
    expect((await lastAct(user, 'user.lifted'))?.details).to.include({
      before: 'suspended',
      after: 'open',
      note: 'A joke',
    });
    const again = admin.call(liftUser, { ...of(user), body: {} });
    expect(await statusAndCode(again)).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('ignores a sign-in of a suspended account that began at the same moment, and an admin can still act as the user', async () => {
    const id = new Types.ObjectId(user.user.id);
    const suspension = { at: new Date(), why: 'Unkind clips.' };
    await web().connection.collection('users').updateOne({ _id: id }, { $set: { suspension } });
    expect(await user.call(whoAmI, {})).to.equal(null);
    const other = await newUser(web().origin, { role: 'admin' });
    await other.call(impersonate, { ...of(user), query: {} });
    expect((await other.call(whoAmI, {}))?.id).to.equal(user.user.id);
  });

  it('signs a user out everywhere, who can log in again', async () => {
    await signInElsewhere(web().origin, user);
    expect(await admin.call(signOutUser, { ...of(user), body: { note: 'Lost phone' } })).to.deep.equal({ ended: 2 });
    expect(await user.call(whoAmI, {})).to.equal(null);
    expect((await signInElsewhere(web().origin, user)).user.id).to.equal(user.user.id);
    expect((await lastAct(user, 'user.signed-out'))?.details).to.include({ before: 2, after: 0, note: 'Lost phone' });
  });

  it('changes a role of others with reason, never one’s own, and none of an unconfirmed or suspended account', async () => {
    const give = (to: SignedInUser, role: 'user' | 'editor' | 'admin') =>
      admin.call(changeUserRole, { ...of(to), body: { role, note: 'Joins us' } });
    expect(await statusAndCode(give(admin, 'user'))).to.deep.equal([403, 'NOT_ALLOWED']);
    expect(await statusAndCode(give(user, 'editor'))).to.deep.equal([409, 'WRONG_STATE']);
    await confirmAddress(web().connection, user.user.email);
    expect(await give(user, 'editor')).to.include({ role: 'editor' });
    expect((await lastAct(user, 'role.changed'))?.details).to.include({
      before: 'user',
      role: 'editor',
      note: 'Joins us',
    });
    expect(await statusAndCode(act(user))).to.deep.equal([403, 'NOT_ALLOWED']);
    await give(user, 'user');
    await act(user);
    expect(await statusAndCode(give(user, 'admin'))).to.deep.equal([409, 'WRONG_STATE']);
  });

  it('keeps the last admin when two take the role from one another at the same time', async () => {
    const other = await newUser(web().origin, { role: 'admin' });
    const to = (from: SignedInUser, target: SignedInUser) =>
      from.call(changeUserRole, { ...of(target), body: { role: 'user' } }).catch(() => null);
    await Promise.all([to(admin, other), to(other, admin)]);
    const admins = await web().connection.collection('users').countDocuments({ role: 'admin' });
    expect(admins).to.be.at.least(1);
    await web()
      .connection.collection('users')
      .updateMany({ email: admin.user.email }, { $set: { role: 'admin' } });
    admin = { ...(await signInElsewhere(web().origin, admin)), user: admin.user };
  });

  it('asks for a recent second step before it suspends, signs out, changes a role or impersonates', async () => {
    await growStale(web().connection, 'secondStepAt');
    const calls = [
      act(user),
      admin.call(signOutUser, { ...of(user), body: {} }),
      admin.call(changeUserRole, { ...of(user), body: { role: 'user' } }),
    ];
    for (const refused of await Promise.all(calls.map(statusAndCode))) {
      expect(refused).to.deep.equal([403, 'SIGN_IN_AGAIN']);
    }
    const form = await admin.postForm(`/staff/users/${user.user.id}/impersonate`, { note: 'They asked' });
    expect([form.status, (await form.text()).includes('again=second-step')]).to.deep.equal([403, true]);
    admin = { ...(await signInElsewhere(web().origin, admin)), user: admin.user };
  });

  it('impersonates with a reason, which the log keeps; without one it asks for it', async () => {
    const path = `/staff/users/${user.user.id}/impersonate`;
    const without = await admin.postForm(path, { note: ' ' });
    expect([without.status, (await without.text()).includes('Please say why')]).to.deep.equal([422, true]);
    const done = await admin.postForm(path, { note: 'They can’t find their clip' });
    expect([done.status, done.headers.get('location')]).to.deep.equal([303, '/dashboard']);
    await admin.postForm('/auth/stop-impersonating', {});
    expect((await lastAct(user, 'impersonation.started'))?.details.note).to.equal('They can’t find their clip');
  });

  it('shows lists and one user without script, keeps named filters, and links to the log', async () => {
    const list = await see(admin, '/staff/users?q=ada');
    expect(list.status).to.equal(200);
    expect(list.html).to.include(`/staff/users/${user.user.id}`).and.include('name="query" value="q=ada"');
    const saved = await admin.postForm('/staff/filters', { list: 'users', name: 'All Adas', query: 'q=ada&cursor=x' });
    expect([saved.status, saved.headers.get('location')]).to.deep.equal([303, '/staff/users?q=ada']);
    const again = await see(admin, '/staff/users?q=ada');
    expect(again.html).to.include('All Adas');
    const [, id = ''] = /\/staff\/filters\/([0-9a-f]{24})\/remove/.exec(again.html) ?? [];
    expect((await admin.postForm(`/staff/filters/${id}/remove`, {})).status).to.equal(303);
    const one = await see(admin, `/staff/users/${user.user.id}`);
    expect(one.html).to.include('Sign out everywhere').and.include(user.user.email);
    expect(one.html).to.include('made an account.').and.not.include('account.made');
    const own = await see(admin, `/staff/users/${admin.user.id}`);
    expect(own.html).to.include('This is your own account').and.not.include('Sign out everywhere');
    const refused = await admin.postForm(`/staff/users/${user.user.id}/role`, { role: 'editor', note: 'Kept words' });
    expect([refused.status, (await refused.text()).includes('Kept words')]).to.deep.equal([409, true]);
    const log = await see(admin, `/staff/audit?of=${encodeURIComponent(user.user.email)}`);
    expect(log.status).to.equal(200);
    expect(log.html).to.include('made an account.').and.include('>Made an account</option>');
    expect((await see(admin, `/staff/audit?who=nobody@example.com`)).html).to.include('No such line');
  });

  it('says the year since when somebody is there, and the zone of the log’s times', async () => {
    const joined = new Date('2024-03-05T14:30:00Z');
    const { connection } = web();
    await connection.collection('users').updateOne({ email: user.user.email }, { $set: { createdAt: joined } });
    expect((await see(admin, `/staff/users?q=${user.user.id}`)).text).to.include('Mar 5, 2024');
    const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
    await act(user);
    const [last] = await admin.call(listAudit, { query: { subjectId: user.user.id } });
    const log = await see(admin, `/staff/audit?of=${user.user.id}`);
    expect(log.text).to.match(new RegExp(`${today.format(new Date(last?.at ?? ''))}, \\d+:\\d\\d [AP]M UTC`));
  });

  it('sends a list as CSV without formulas, and records it', async () => {
    await newVisitor(web().origin).call(register, {
      body: { email: newEmail(), password: 'plum harbour violin 7', firstName: '=cmd()', lastName: 'Comma, "Quote"' },
    });
    const file = await admin.fetch('/staff/users.csv?q=comma');
    const text = await file.text();
    expect(file.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(text.split('\r\n')).to.have.length(3);
    expect(text).to.include(`"'=cmd()","Comma, ""Quote"""`);
    const [line] = await admin.call(listAudit, { query: { actorId: admin.user.id, action: 'list.exported' } });
    expect(line?.details).to.include({ list: 'users', filter: 'q=comma' });
    expect((await user.fetch('/staff/users.csv')).status).to.equal(403);
    expect((await newVisitor(web().origin).fetch('/staff/users.csv')).status).to.equal(401);
  });
});
