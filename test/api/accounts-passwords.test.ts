import { expect } from 'chai';
import {
  type LeakedPasswordsSandbox,
  startLeakedPasswordsSandbox,
} from '../../src/integrations/sandbox/leaked-passwords.ts';
import { changePassword, register } from '../../src/shared/contracts/accounts.ts';
import { type ApiApp, startApi } from '../helpers/api-app.ts';
import { refusalOf } from '../helpers/refusal.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';

const LEAKED = 'walrus umbrella 1987 kettle';

describe('the password policy', () => {
  let list: LeakedPasswordsSandbox;
  let api: ApiApp;
  const sign = (password: string, more: { email?: string; firstName?: string; lastName?: string } = {}) =>
    newVisitor(api.origin).call(register, { body: { email: newEmail(), password, ...more } });

  before(async () => {
    list = await startLeakedPasswordsSandbox([LEAKED]);
    api = await startApi({ env: { LEAKED_PASSWORDS_URL: list.origin } });
  });
  after(async () => {
    await api.close();
    await list.stop();
  });
  afterEach(() => list.failWith(null));

  it('refuses common passwords', async () => {
    // By a list, in any case, and by the way they are made.
    for (const password of ['Q1w2e3r4t5', 'nuttertools', 'Password123!', '24.12.1987']) {
      const error = await refusalOf(sign(password));
      expect([error.status, error.fields.password], password).to.satisfy(
        ([status, words]: [number, string]) => status === 422 && words.includes('easy to guess'),
      );
    }
  });

  it('refuses leaked passwords, and sends only five characters of the hash', async () => {
    const error = await refusalOf(sign(LEAKED));
    expect([error.status, error.fields.password]).to.satisfy(
      ([status, words]: [number, string]) => status === 422 && words.includes('stolen'),
    );
    const person = await newUser(api.origin);
    const body = { currentPassword: person.password, newPassword: LEAKED };
    const change = await refusalOf(person.call(changePassword, { params: { id: person.user.id }, body }));
    expect(Object.keys(change.fields)).to.deep.equal(['newPassword']);
    expect(list.asked.every((path) => /^\/range\/[0-9A-F]{5}$/.test(path))).to.equal(true);
  });

  it('accepts a password when the leak list is unreachable', async () => {
    list.failWith(503);
    expect((await sign(LEAKED)).id).to.be.a('string');
  });

  const owner = { email: 'g.hopper@navy.example', firstName: 'Grace', lastName: 'Brewster Hopper' };
  for (const password of [
    'gracefully 82 lamps',
    'my hopper of 9 beans',
    'G-Hopper blue lamp 7',
    'bréwster keeps 3 bees',
    'our vid-day for mum 3',
    'g.hopper@navy.example',
  ]) {
    it(`refuses names, addresses and the product: ${password}`, async () => {
      const error = await refusalOf(sign(password, owner));
      expect([error.status, Object.keys(error.fields)]).to.deep.equal([422, ['password']]);
    });
  }

  for (const password of [
    '0123456789ab cdefghij',
    'ten lower case words',
    'ALLUPPERCASE KETTLE',
    '83915502746681',
    '8391027465',
    '+49 171 5550284',
    '!?#*/$%&=+',
  ]) {
    it(`accepts any mix of characters: ${password}`, async () => {
      const outcome = await sign(password).then(
        () => 'taken',
        (error) => error.fields.password,
      );
      expect(outcome).to.equal('taken');
    });
  }

  it('accepts 10 to 200 characters', async () => {
    const short = await refusalOf(sign('nine lamp'));
    expect(short.fields.password).to.include('At least 10');
    expect((await sign('kettle walnut '.repeat(20).slice(0, 200))).id).to.be.a('string');
    expect((await refusalOf(sign('k'.repeat(201)))).fields.password).to.include('At most 200');
  });
});
