import { expect } from 'chai';
import type { Address, AddressKind } from '../../src/platform/http/addresses.ts';
import { may } from '../../src/shared/permissions.ts';
import { isForStaff } from '../helpers/access.ts';
import { storedCounts } from '../helpers/stored-counts.ts';
import { newUser, newVisitor, type SignedInUser, type Visitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const EVIL = { origin: 'https://evil.example' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** Take what comes from elsewhere on purpose: mail programs, and providers that send the browser back. */
const FROM_ELSEWHERE = new Set(['/mail/unsubscribe/:token', '/auth/google/callback', '/auth/apple/callback']);
/** Keys and ids of the right form that name nothing. */
const SAMPLE: Record<string, string> = {
  id: '0'.repeat(24),
  ref: '11111111-1111-4111-8111-111111111111',
  key: 'r0000000000000000000000',
  token: 'A'.repeat(43),
  kind: 'media',
  variant: 'poster',
  provider: 'google',
  what: 'confirmed',
  name: 'gift.html',
};
/** What staff try is in the audit log, refused or not. */
const UNCOUNTED = ['audit_log'];

const pathOf = ({ path }: Address) => path.replace(/:([A-Za-z]+)/g, (_whole, name: string) => SAMPLE[name] ?? 'sample');
const nameOf = ({ method, path }: Address) => `${method} ${path}`;

/**
 * Walks every address that the web process really answers, beside the calls of the API, which `refusals.test.ts` walks: a new
 * form, page, webhook, upload or file is tested by being mounted.
 */
describe('refusals of every form, page, webhook, upload and file', () => {
  const web = useWeb();
  let stranger: Visitor;
  let user: SignedInUser;

  const all = (kind: AddressKind) => web().addresses.declared.filter((each) => each.kind === kind);

  function send(who: Visitor, address: Address, sent: { headers?: Record<string, string>; body?: string } = {}) {
    const isPost = address.method === 'POST' || address.method === 'PUT';
    return who.fetch(pathOf(address), {
      method: address.method,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(isPost && FORM), ...sent.headers },
      ...(isPost && { body: sent.body ?? '' }),
    });
  }

  /** The addresses whose answer is not as expected, with what they answered. */
  async function wrong(
    addresses: readonly Address[],
    answer: (address: Address) => Promise<Response>,
    isRight: (response: Response) => boolean,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const address of addresses) {
      const response = await answer(address);
      await response.arrayBuffer();
      if (!isRight(response)) {
        found.push(`${nameOf(address)} (${address.access}): ${response.status} ${response.headers.get('location')}`);
      }
    }
    return found;
  }

  const countAll = () => storedCounts(web().connection, UNCOUNTED);

  before(async () => {
    stranger = newVisitor(web().origin);
    user = await newUser(web().origin);
  });

  it('finds no address without declared access', () => {
    expect(web().addresses.undeclared).to.deep.equal([]);
    for (const kind of ['action', 'form', 'page', 'webhook', 'upload', 'file'] as const) {
      expect(all(kind), kind).not.to.have.length(0);
    }
  });

  it('declares one form for each place that a page posts to', () => {
    const paths = all('form').map(({ path }) => path);
    expect(paths).to.have.length(new Set(paths).size);
    expect(paths.length).to.be.at.least(42);
  });

  it('refuses a form from another origin with 403 and stores nothing', async () => {
    const before = await countAll();
    const forms = all('form').filter(({ path }) => !FROM_ELSEWHERE.has(path));
    const isRefused = ({ status }: Response) => status === 403;
    expect(await wrong(forms, (each) => send(user, each, { headers: EVIL }), isRefused)).to.deep.equal([]);
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    expect(await wrong(forms, (each) => send(user, each, { headers: crossSite }), isRefused)).to.deep.equal([]);
    expect(await countAll()).to.deep.equal(before);
  });

  it('refuses a form for signed-in people, organisers and staff to a visitor, and stores nothing', async () => {
    const before = await countAll();
    const guarded = all('form').filter(({ access }) => access !== 'anyone' && access !== 'mail-link');
    expect(guarded).not.to.have.length(0);
    const answered = await wrong(
      guarded,
      (each) => send(stranger, each),
      ({ status, headers }) =>
        [401, 403, 404].includes(status) ||
        (status === 303 && (headers.get('location') ?? '').startsWith('/auth/login')),
    );
    // What is wrong with the fields may be said first where the event decides, as its name is among them.
    expect(
      answered.filter(
        (each) =>
          !/(?:event|organiser|guest|guestbook|keepsake|clip|film|postcard|premiere|thanks|receipt)\.\w+\): 4(00|22)/.test(
            each,
          ),
      ),
    ).to.deep.equal([]);
    expect(await countAll()).to.deep.equal(before);
  });

  it('refuses a form for staff to a user with 403', async () => {
    const forStaff = all('form').filter(({ access }) => isForStaff(access));
    expect(forStaff).not.to.have.length(0);
    expect(
      await wrong(
        forStaff,
        (each) => send(user, each),
        ({ status }) => status === 403,
      ),
    ).to.deep.equal([]);
  });

  it('refuses database operators in a form with 4xx and stores nothing', async () => {
    const before = await countAll();
    const body = '%24where=1&email%5B%24gt%5D=&__proto__.role=admin';
    const forms = all('form').filter(({ path }) => !FROM_ELSEWHERE.has(path) && !path.endsWith('/picture'));
    const isRefused = ({ status }: Response) => status >= 400 && status < 500;
    expect(await wrong(forms, (each) => send(user, each, { body }), isRefused)).to.deep.equal([]);
    expect(await countAll()).to.deep.equal(before);
  });

  it('sends a visitor to the login from a page for signed-in people', async () => {
    const pages = all('page').filter(({ access }) => access === 'signed-in' || isForStaff(access));
    expect(pages).not.to.have.length(0);
    for (const page of pages) {
      const response = await send(stranger, page);
      const next = encodeURIComponent(pathOf(page));
      expect([nameOf(page), response.status, response.headers.get('location')]).to.deep.equal([
        nameOf(page),
        303,
        `/auth/login?next=${next}`,
      ]);
    }
  });

  it('answers a page for staff to a user with 403', async () => {
    const pages = all('page').filter(({ access }) => isForStaff(access));
    expect(
      await wrong(
        pages,
        (each) => send(user, each),
        ({ status }) => status === 403,
      ),
    ).to.deep.equal([]);
  });

  it('opens each page of the desk to the roles of its permission only, and its forms and files for admins to no editor', async () => {
    const editor = await newUser(web().origin, { role: 'editor' });
    const admin = await newUser(web().origin, { role: 'admin' });
    const pages = all('page').filter(({ access, path }) => isForStaff(access) && !path.includes(':'));
    const mayEditor = ({ access }: Address) => isForStaff(access) && may('editor', access);
    expect(pages.filter((each) => !mayEditor(each)).length).to.be.at.least(5);
    for (const page of pages) {
      const opens = async (who: Visitor) => (await send(who, page)).status;
      expect([nameOf(page), await opens(editor), await opens(admin)]).to.deep.equal([
        nameOf(page),
        mayEditor(page) ? 200 : 403,
        200,
      ]);
    }
    const forAdmins = [...all('form'), ...all('file')].filter((each) => isForStaff(each.access) && !mayEditor(each));
    expect(forAdmins.length).to.be.at.least(15);
    // Whether an event exists is no secret to an editor, so it is looked for first.
    const isRefused = ({ status }: Response) => status === 403 || status === 404;
    const found = await wrong(forAdmins, (each) => send(editor, each), isRefused);
    expect(found).to.deep.equal([]);
  });

  it('answers a page about an event, a clip or a mail that does not exist with 404', async () => {
    const pages = all('page').filter(({ access }) => ['event.read', 'receipt.read', 'mail-link'].includes(access));
    expect(pages.length).to.be.at.least(3);
    expect(
      await wrong(
        pages,
        (each) => send(stranger, each),
        ({ status }) => status === 404,
      ),
    ).to.deep.equal([]);
  });

  it('refuses a webhook without a valid signature with 400 and stores nothing', async () => {
    const before = await countAll();
    const body = '{"type":"checkout.session.completed","data":{"object":{}}}';
    const signatures: Record<string, string>[] = [{}, { 'stripe-signature': 't=1,v1=00' }];
    for (const headers of signatures) {
      const answer = (each: Address) =>
        send(stranger, each, { body, headers: { 'content-type': 'application/json', ...headers } });
      expect(await wrong(all('webhook'), answer, ({ status }) => status === 400)).to.deep.equal([]);
    }
    expect(await countAll()).to.deep.equal(before);
  });

  it('refuses an upload for no event, an unknown one or another user’s, and stores nothing', async () => {
    const before = await countAll();
    const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'upload-length': '10' };
    const isRefused = ({ status }: Response) => status >= 400 && status < 500;
    const answer = (each: Address) => send(stranger, each, { headers: tus });
    expect(await wrong(all('upload'), answer, isRefused)).to.deep.equal([]);
    const foreign = (each: Address) => send(stranger, each, { headers: { ...tus, ...EVIL } });
    const changing = all('upload').filter(({ method }) => method !== 'HEAD');
    expect(await wrong(changing, foreign, isRefused)).to.deep.equal([]);
    expect(await countAll()).to.deep.equal(before);
  });

  it('refuses a file without its signature or a session, or an operator’s file to others, with 401, 403 or 404', async () => {
    const files = all('file').filter(({ access }) => access !== 'anyone');
    expect(files).not.to.have.length(0);
    const proxied = { 'x-forwarded-for': '203.0.113.7' };
    const answer = (each: Address) => send(stranger, each, { headers: proxied });
    expect(await wrong(files, answer, ({ status }) => [401, 403, 404].includes(status))).to.deep.equal([]);
  });
});
