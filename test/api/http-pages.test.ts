import { expect } from 'chai';
import { createEvent, listEvents } from '../../src/shared/contracts/events.ts';
import { eventually } from '../helpers/eventually.ts';
import { newEmail, newUser, newVisitor } from '../helpers/user.ts';
import { useWeb } from '../helpers/web-app.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('pages over http', () => {
  const web = useWeb();
  const count = async (name: string) => web().connection.collection(name).countDocuments();

  it('GET / creates no session and no counter, and sets no cookie', async () => {
    const before = [await count('sessions'), await count('rate_limits')];
    const responses = await Promise.all(Array.from({ length: 3 }, () => fetch(web().origin, { headers: HTML })));
    for (const { status, headers } of responses) {
      expect(status).to.equal(200);
      expect(headers.get('set-cookie')).to.equal(null);
    }
    expect([await count('sessions'), await count('rate_limits')]).to.deep.equal(before);
  });

  it('counts cached pages by address in the metrics', async () => {
    const seen = async () => {
      const metrics = await (await fetch(`${web().origin}/metrics`)).text();
      return Number(
        /http_request[^\n]*_count\{[^}]*route="\/privacy",status="200"[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0,
      );
    };
    for (let asked = 0; asked < 3; asked++) await (await fetch(`${web().origin}/privacy`, { headers: HTML })).text();
    await eventually('three pages', async () => (await seen()) === 3);
  });

  it('GET /api/docs lists the calls', async () => {
    const response = await fetch(`${web().origin}/api/docs`, { headers: HTML });
    expect(response.status).to.equal(200);
    expect(await response.text())
      .to.include('/api/v2/auth/login')
      .and.include('Who may call');
  });

  it('answers 404 with a page, and with JSON below /api', async () => {
    const page = await fetch(`${web().origin}/nothing`, { headers: HTML });
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    expect(await page.text()).to.include('<h1');
    const anything = await fetch(`${web().origin}/nothing`, { headers: { accept: '*/*' } });
    expect([anything.status, anything.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    const asJson = await fetch(`${web().origin}/nothing`, { headers: { accept: 'application/json' } });
    expect(asJson.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    const call = await fetch(`${web().origin}/api/nothing`, { headers: HTML });
    expect([call.status, call.headers.get('content-type')]).to.deep.equal([404, 'application/json; charset=utf-8']);
  });

  it('shows a refused form again with the typed address', async () => {
    const email = newEmail();
    const response = await newVisitor(web().origin, HTML).postForm('/auth/login', { email, password: 'a wrong one' });
    expect(response.status).to.equal(401);
    const html = await response.text();
    expect(html).to.include(email).and.include('The email or password is wrong.');
    expect(html).not.to.include('a wrong one');
  });

  it('attach a draft to the account that logs in, and to no other', async () => {
    const visitor = newVisitor(web().origin);
    const event = await visitor.call(createEvent, {
      body: { occasion: 'birthday', recipients: [{ firstName: 'Lena' }] },
    });
    expect(event.creatorId).to.equal(null);
    const stranger = await newUser(web().origin);
    await visitor.postForm('/auth/register', { email: newEmail(), password: 'plum harbour violin 7' });
    const own = await visitor.callBeside(listEvents, { query: {} });
    expect(own.data.map(({ id }) => id)).to.deep.equal([event.id]);
    expect((await stranger.callBeside(listEvents, { query: {} })).data).to.deep.equal([]);
  });
});

describe('rate limits of pages', () => {
  const web = useWeb({ env: { TRUST_PROXY: '1' }, pageRule: { points: 5, seconds: 600 } });
  const get = (path: string, address: string) =>
    fetch(web().origin + path, { headers: { ...HTML, 'x-forwarded-for': address } });

  it('refuse cached pages too, with Retry-After; other addresses and the API are served', async () => {
    for (const path of ['/terms', '/terms', '/terms', '/auth/login', '/nothing']) await get(path, '198.51.100.1');
    for (const path of ['/terms', '/auth/login']) {
      const refused = await get(path, '198.51.100.1');
      expect(refused.status, path).to.equal(429);
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 600);
      expect(await refused.text()).to.include('Please wait a moment');
    }
    expect((await get('/terms', '198.51.100.2')).status).to.equal(200);
    expect((await get('/api/v2/announcements/active', '198.51.100.1')).status).to.equal(200);
  });

  it('count an IPv6 network as one address', async () => {
    for (let host = 1; host <= 5; host++) await get('/terms', `2001:db8::${host}`);
    expect((await get('/terms', '2001:db8::99')).status).to.equal(429);
    expect((await get('/terms', '2001:db8:0:1::1')).status).to.equal(200);
  });
});
