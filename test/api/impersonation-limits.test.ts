import { expect } from 'chai';
import { API_TABLES } from '../../src/app/api.ts';
import { openCart } from '../../src/shared/contracts/carts.ts';
import { impersonate } from '../../src/shared/contracts/impersonation.ts';
import { giveText, startEvent } from '../helpers/giving.ts';
import { newUser, newVisitor, type SignedInUser } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

/** What an admin may do for somebody, as it opens no door and takes nothing away. */
const ALLOWED = new Set(['GET /api/v2/users/:id', 'PUT /api/v2/users/:id']);
const NAMED = [
  'change-email',
  'change-password',
  'second-factor',
  'passkeys',
  ':provider',
  'sessions',
  'export',
  ':id',
];
const PASSWORD = 'walnut ferry quartz 42';

/** A body that would be good, were it the person's own. */
function bodyFor(path: string, { password, user }: SignedInUser): object {
  if (path.endsWith('change-email')) return { email: `new-${user.email}`, currentPassword: password };
  if (path.endsWith('change-password')) return { currentPassword: password, newPassword: PASSWORD };
  if (path.endsWith('/passkeys')) return PASSKEY;
  if (path.includes('/passkeys/')) return { name: 'Phone' };
  return { code: '123456', currentPassword: password };
}

const PASSKEY = {
  ticket: 'a.b.c',
  name: 'Phone',
  answer: {
    id: 'abcd',
    rawId: 'abcd',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'abcd', attestationObject: 'abcd' },
  },
};

/** A form that fits all of them. */
function everyField({ password, user }: SignedInUser): URLSearchParams {
  return new URLSearchParams({
    email: `new-${user.email}`,
    currentPassword: password,
    newPassword: PASSWORD,
    id: '0'.repeat(24),
    here: 'yes',
    sure: 'yes',
    provider: 'google',
    name: 'Phone',
    code: '123456',
  });
}

describe('what an impersonating admin can’t do', () => {
  const web = useWeb();
  let admin: SignedInUser;
  let ben: SignedInUser;

  beforeEach(async () => {
    [admin, ben] = await Promise.all([newUser(web().origin, { role: 'admin' }), newUser(web().origin)]);
  });

  const actAs = (who: SignedInUser, as: SignedInUser) =>
    who.call(impersonate, { params: { id: as.user.id }, query: {} });

  describe('actions of the account’s owner only', () => {
    /** Read from the tables: a new call about an account is refused, or has to be named here. */
    const guarded = API_TABLES.flat().filter(
      ({ contract: { method, path } }) => path.startsWith('/api/v2/users/:id') && !ALLOWED.has(`${method} ${path}`),
    );
    const refusalTo = async (path: string, init: RequestInit) => {
      const answer = await admin.fetch(path, { redirect: 'manual', ...init });
      return [path, answer.status];
    };

    it('are refused by every account call', async () => {
      await actAs(admin, ben);
      expect(guarded.map(({ contract }) => contract.path.split('/').at(-1))).to.include.members(NAMED);
      for (const { contract } of guarded) {
        const path = contract.path
          .replace(':id', ben.user.id)
          .replace(':provider', 'google')
          .replace(/:\w+/, '0'.repeat(24));
        const body = contract.method === 'GET' ? {} : { body: JSON.stringify(bodyFor(contract.path, ben)) };
        const headers = { 'content-type': 'application/json' };
        const answer = await admin.fetch(path, { method: contract.method, headers, ...body });
        const { error } = await answer.json();
        expect([contract.method, path, error?.code]).to.deep.equal([contract.method, path, 'NOT_ALLOWED']);
      }
    });

    it('are refused by every settings form', async () => {
      await actAs(admin, ben);
      const forms = ['email', 'password', 'log-out', 'log-out-everywhere', 'export', 'delete', 'providers/disconnect'];
      const more = ['passkeys/rename', 'passkeys/remove'];
      const paths = [
        ...[...forms, ...more].map((name) => `/settings/profile/${name}`),
        '/settings/second-step',
        '/settings/second-step/off',
        '/settings/second-step/recovery-codes',
        '/auth/keep-account',
      ];
      const statuses: unknown[] = [];
      for (const path of paths) statuses.push(await refusalTo(path, { method: 'POST', body: everyField(ben) }));
      expect(statuses).to.deep.equal(paths.map((path) => [path, 403]));
    });
  });

  it('shows no receipts, which are keys, of the user’s clips', async () => {
    const event = await startEvent(await newUser(web().origin));
    const { receiptKey } = await giveText(ben, event, 'Well done');
    const dashboard = async (who: SignedInUser) => (await who.fetch('/dashboard')).text();
    expect(await dashboard(ben)).to.include(receiptKey);
    await actAs(admin, ben);
    expect(await dashboard(admin))
      .to.include('Clips you gave')
      .and.not.include(receiptKey);
  });

  it('can’t pay in the user’s name', async () => {
    const event = await startEvent(ben);
    await giveText(newVisitor(web().origin), event, 'Happy birthday');
    const cart = await ben.call(openCart, { body: { eventId: event.id } });
    await actAs(admin, ben);
    const bodies: Record<string, object | null> = {
      'POST /api/v2/carts': { eventId: event.id },
      'PUT /api/v2/carts/:id': { note: 'Hello' },
      'POST /api/v2/carts/:id/finalize': { acceptedTotal: 500 },
      'POST /api/v2/stripe/create-checkout-session': { cartId: cart.id },
      'POST /api/v2/subscriptions/checkout': { plan: 'monthly' },
      'POST /api/v2/subscriptions/switch': { plan: 'monthly', shownAt: new Date().toISOString() },
      'POST /api/v2/subscriptions/portal': null,
      'POST /api/v2/subscriptions/cancel': null,
      'POST /api/v2/subscriptions/resume': null,
    };
    const calls = API_TABLES.flat()
      .map(({ contract: { method, path } }) => ({ method, path, name: `${method} ${path}` }))
      .filter(({ method, path }) => method !== 'GET' && /^\/api\/v2\/(?:carts|stripe|subscriptions)\b/.test(path));
    expect(calls.map(({ name }) => name)).to.have.members(Object.keys(bodies));
    for (const { method, path, name } of calls) {
      const body = bodies[name];
      const sent = body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {};
      const answer = await admin.fetch(path.replace(':id', cart.id), { method, ...sent });
      expect([name, answer.status, (await answer.json()).error?.code]).to.deep.equal([name, 403, 'NOT_ALLOWED']);
    }
    for (const path of [`/checkout/${cart.id}/pay`, '/settings/membership/start']) {
      const body = new URLSearchParams({ acceptedTotal: '500', plan: 'monthly' });
      expect((await admin.fetch(path, { method: 'POST', redirect: 'manual', body })).status, path).to.equal(403);
    }
  });
});
