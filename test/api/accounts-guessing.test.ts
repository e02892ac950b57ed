import { expect } from 'chai';
import { forgotPassword, login, resetPassword, whoAmI } from '../../src/shared/contracts/accounts.ts';
import { useApi } from '../helpers/api-app.ts';
import { useMailedLinks } from '../helpers/mailed-links.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor, type Visitor } from '../helpers/user.ts';

describe('password guessing', () => {
  const api = useApi({ env: { TRUST_PROXY: '1' } });
  const links = useMailedLinks(api);
  let hosts = 0;

  /** Somebody at an address of their own. */
  function stranger(): Visitor {
    hosts += 1;
    return newVisitor(api().origin, { 'x-forwarded-for': `198.51.100.${hosts}` });
  }
  const guess = async (visitor: Visitor, email: string) =>
    (await refusalOf(visitor.call(login, { body: { email, password: 'wrong guess' } }))).status;

  /** As many wrong guesses as an account stands from strangers, ten from each of ten addresses. */
  async function crowd(email: string): Promise<void> {
    for (let i = 0; i < 10; i++) {
      const each = stranger();
      const statuses = await Promise.all(Array.from({ length: 10 }, () => guess(each, email)));
      expect(statuses).to.deep.equal(Array(10).fill(401));
    }
  }

  it('locks an account against many addresses, but not against its owner’s browser or mailed link', async () => {
    const owner = await newUser(api().origin);
    const { email } = owner.user;
    await crowd(email);
    const away = stranger();
    const closed = await refusalOf(away.call(login, { body: { email, password: owner.password } }));
    expect([closed.status, closed.code]).to.deep.equal([429, 'TOO_MANY_REQUESTS']);
    expect(closed.message).to.include('a link we email you');
    await owner.call(login, { body: { email, password: owner.password } });
    expect((await owner.call(whoAmI))?.email).to.equal(email);
    await away.call(forgotPassword, { body: { email } });
    const password = 'walnut ferry quartz 42';
    await away.call(resetPassword, { params: { token: await links.token(email, 'reset') }, body: { password } });
    expect((await away.call(whoAmI))?.email).to.equal(email);
    // A new password opens the account to everybody again.
    await stranger().call(login, { body: { email, password } });
  });

  it('counts a known browser separately, and locks it too', async () => {
    const owner = await newUser(api().origin);
    const { email } = owner.user;
    const known = newVisitor(api().origin, { cookie: '', 'x-forwarded-for': '203.0.113.9' });
    await known.call(login, { body: { email, password: owner.password } });
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push(await guess(known, email));
    expect(statuses).to.deep.equal([...Array(10).fill(401), 429]);
    await stranger().call(login, { body: { email, password: owner.password } });
  });

  it('does not accept another user’s browser as known', async () => {
    const [owner, other] = [await newUser(api().origin), await newUser(api().origin)];
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push(await guess(other, owner.user.email));
    expect(statuses.at(-1)).to.equal(429);
    await owner.call(login, { body: { email: owner.user.email, password: owner.password } });
  });

  it('locks an address that tries many accounts', async () => {
    const sprayer = stranger();
    const statuses = await Promise.all(Array.from({ length: 60 }, () => guess(sprayer, newEmail())));
    expect(statuses).to.deep.equal(Array(60).fill(401));
    expect(await guess(sprayer, newEmail())).to.equal(429);
    expect(await guess(stranger(), newEmail())).to.equal(401);
  });

  it('answers the same for known and unknown accounts', async () => {
    const { user } = await newUser(api().origin);
    const refusals = [];
    for (const email of [user.email, newEmail()]) {
      const visitor = stranger();
      await Promise.all(Array.from({ length: 10 }, () => guess(visitor, email)));
      const { status, code, message, details } = await refusalOf(
        visitor.call(login, { body: { email, password: 'wrong guess' } }),
      );
      refusals.push({ status, code, message, isLong: Number(details.retryAfter) > 800 });
    }
    expect(refusals[0]).to.deep.equal(refusals[1]);
  });

  it('doubles the lock time the second time', async () => {
    const visitor = stranger();
    const email = newEmail();
    const counts = api().database.connection.collection('rate_limits');
    const closings = [];
    for (const _round of ['first', 'second']) {
      for (let i = 0; i < 10; i++) expect(await guess(visitor, email)).to.equal(401);
      const { details } = await refusalOf(visitor.call(login, { body: { email, password: 'wrong guess' } }));
      closings.push(Math.round(Number(details.retryAfter) / 60));
      // The time of the closing is over.
      await counts.deleteMany({ key: /^sign-in-failures:/ });
    }
    expect(closings).to.deep.equal([15, 30]);
  });

  it('writes the lock into the audit log, with the account if there is one', async () => {
    const { user } = await newUser(api().origin);
    const visitor = stranger();
    for (let i = 0; i < 11; i++) await guess(visitor, user.email);
    const audit = api().database.connection.collection('audit_log');
    const lines = await audit.find({ action: 'sign-in.closed' }).sort({ _id: -1 }).toArray();
    expect(String(lines[0]?.subjectId)).to.equal(user.id);
    expect(lines[0]?.details).to.deep.equal({ what: 'address', seconds: 900 });
  });
});
