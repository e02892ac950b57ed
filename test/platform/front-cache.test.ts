import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { PageSource } from '../../src/platform/front-cache/front-cache.ts';
import { localPurgeBus } from '../../src/platform/front-cache/purge-bus.ts';
import { counting, startSite, stopSites, until } from '../helpers/front-site.ts';

describe('the front cache', () => {
  afterEach(stopSites);

  it('renders once and then answers without the app, with the same headers', async () => {
    const page = counting();
    const site = await startSite(page);
    const first = await site.get('/about');
    const second = await site.get('/about');
    expect(await first.text()).to.equal(await second.text());
    expect(page.times()).to.equal(1);
    expect(site.reachedApp()).to.equal(1);
    expect(second.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(second.headers.get('x-request-id')).to.equal(null);
    expect(second.headers.get('set-cookie')).to.equal(null);
    expect(site.served.map(({ kind }) => kind)).to.deep.equal(['hit']);
  });

  it('sends brotli, gzip or plain bytes by Accept-Encoding', async () => {
    const site = await startSite(counting());
    await (await site.get('/a')).text();
    const raw = async (accept: string) => {
      const answer = await rawGet(site.get, accept);
      return answer;
    };
    const plain = await raw('identity');
    const br = await raw('gzip, deflate, br');
    const gzip = await raw('gzip, br;q=0');
    expect(plain.encoding).to.equal(null);
    expect(br.encoding).to.equal('br');
    expect(gzip.encoding).to.equal('gzip');
    expect(br.text).to.equal(plain.text);
    expect(gzip.text).to.equal(plain.text);
    expect(br.vary).to.include('Accept-Encoding');
  });

  it('answers 304 to a known ETag, and no body to HEAD', async () => {
    const site = await startSite(counting());
    const etag = (await site.get('/a')).headers.get('etag') ?? '';
    const again = await site.get('/a', { 'If-None-Match': `"x", ${etag}` });
    expect(again.status).to.equal(304);
    const head = await site.get('/a', {}, 'HEAD');
    expect(head.status).to.equal(200);
    expect(Number(head.headers.get('content-length'))).to.be.greaterThan(0);
    expect(await head.text()).to.equal('');
    expect(site.served.map(({ status }) => status)).to.deep.equal([304, 200]);
  });

  it('passes requests with a session, and unsafe methods, to the app', async () => {
    const site = await startSite(counting());
    await site.get('/a');
    await site.get('/a', { Cookie: 'theme=dark' });
    expect(site.reachedApp()).to.equal(1);
    await site.get('/a', { Cookie: 'theme=dark; vd_sid=s%3A1' });
    expect(site.reachedApp()).to.equal(2);
    await site.get('/a', {}, 'POST');
    expect(site.reachedApp()).to.equal(3);
  });

  it('keys pages by allowed query parameters, and never passes others to them', async () => {
    const page = counting();
    const site = await startSite({ ...page, query: ['page'] });
    const first = await (await site.get('/a?utm_source=x&page=2')).text();
    expect(first).to.include('{"page":"2"} 1');
    expect(await (await site.get('/a?page=2&page=3&fbclid=y')).text()).to.equal(first);
    expect(await (await site.get('/a?PAGE=2')).text()).to.include('{} 2');
    expect(await (await site.get('/a')).text()).to.include('{} 2');
    expect(page.times()).to.equal(2);
    const long = await (await site.get(`/a?page=${'9'.repeat(100)}`)).text();
    expect(long, 'cut').to.match(/\{"page":"9{64}"\} 3/);
    expect(await (await site.get(`/a?page=${'9'.repeat(200)}`)).text()).to.equal(long);
    expect(site.front.size.pages).to.equal(3);
  });

  it('normalises the path', async () => {
    const site = await startSite(counting());
    for (const path of ['/a', '/a/', '/a?', '/A', '/%61', '//a', '/a/b//c']) await site.get(path);
    expect(site.front.size.pages).to.equal(1);
  });

  it('stores only answers with 200', async () => {
    const page = counting(404);
    const site = await startSite(page);
    expect((await site.get('/nothing')).status).to.equal(404);
    await site.get('/nothing');
    expect(page.times()).to.equal(2);
    expect(site.front.size.pages).to.equal(0);
  });

  it('evicts the least recently used page at its memory limit', async () => {
    const site = await startSite(counting(), { maxBytes: 30_000 });
    for (let index = 0; index < 40; index++) {
      await site.get(`/p${index}`);
      await site.get('/p0');
    }
    expect(site.front.size.bytes).to.be.at.most(30_000);
    expect(site.front.size.pages).to.be.greaterThan(3);
    const before = site.reachedApp();
    await site.get('/p0');
    await site.get('/p39');
    expect(site.reachedApp()).to.equal(before);
    await site.get('/p1');
    expect(site.reachedApp()).to.equal(before + 1);
  });

  it('renders once for concurrent requests', async () => {
    const page = counting();
    const site = await startSite(page);
    await Promise.all(Array.from({ length: 30 }, () => site.get('/a')));
    expect(page.times()).to.equal(1);
  });

  it('serves the stale page while it renders the new one', async () => {
    const page = counting();
    const site = await startSite(page);
    await site.get('/a');
    site.clock.now += 1_500;
    const old = await Promise.all(Array.from({ length: 10 }, async () => (await site.get('/a')).text()));
    expect(old.filter((text) => text.includes('{} 1')).length).to.be.greaterThan(0);
    await until(() => page.times() === 2);
    await until(() => site.served.length >= 10);
    for (;;) if ((await (await site.get('/a')).text()).includes('{} 2')) break;
    expect(page.times()).to.equal(2);
    expect(site.reachedApp()).to.equal(1);
  });

  it('serves stale pages when a render hangs, and retries', async () => {
    let times = 0;
    const failed: unknown[] = [];
    const page = counting();
    const render: PageSource['render'] = (address) => {
      times++;
      return times === 2 || times === 3 ? new Promise(() => {}) : page.render(address);
    };
    const site = await startSite({ render, staleFor: 100_000 }, { renderLimit: 300, onError: (e) => failed.push(e) });
    await site.get('/a');
    site.clock.now += 1_001;
    // The renewal hangs: everyone still gets the page, and nobody starts a second one beside it.
    for (let index = 0; index < 20; index++) expect((await site.get('/a')).status).to.equal(200);
    expect(times).to.equal(2);
    expect(site.reachedApp()).to.equal(1);
    // Past its limit it counts as failed, even before its timer fires.
    site.clock.now += 301;
    for (let index = 0; index < 20; index++) expect((await site.get('/a')).status).to.equal(200);
    expect(times).to.equal(3);
    site.ring();
    await until(() => failed.length === 2);
    site.clock.now += 10_000;
    await site.get('/a');
    await until(() => page.times() === 2);
    expect(site.reachedApp()).to.equal(1);
  });

  it('fails requests that wait for a hanging render at its time limit', async () => {
    let times = 0;
    const page = counting();
    const aborted: boolean[] = [];
    const render: PageSource['render'] = (address, signal) => {
      signal.addEventListener('abort', () => aborted.push(true));
      return ++times === 1 ? new Promise(() => {}) : page.render(address);
    };
    const site = await startSite({ render });
    const both = Promise.all([site.get('/a'), site.get('/a')]);
    await until(() => site.reachedApp() === 2);
    site.ring();
    const [one, two] = await both;
    expect([one.status, two.status]).to.deep.equal([500, 500]);
    expect(aborted).to.deep.equal([true]);
    expect((await site.get('/a')).status).to.equal(200);
  });

  it('serves the stale page while renewing fails, until it expires', async () => {
    let fails = false;
    const page = counting();
    const site = await startSite({
      render: (address) => (fails ? Promise.reject(new Error('no database')) : page.render(address)),
    });
    await site.get('/a');
    fails = true;
    site.clock.now += 1_200;
    expect((await site.get('/a')).status).to.equal(200);
    site.clock.now += 1_000;
    expect((await site.get('/a')).status).to.equal(500);
  });

  it('purges by tag, in other processes too', async () => {
    const bus = localPurgeBus();
    const [here, there] = [counting(), counting()];
    const first = await startSite({ ...here, tags: ['catalogue'] }, { bus });
    const second = await startSite({ ...there, tags: ['catalogue', 'announcement'] }, { bus });
    for (const site of [first, second]) await site.get('/a');
    await first.front.purge('announcement');
    expect([first.front.size.pages, second.front.size.pages]).to.deep.equal([1, 0]);
    await first.front.purge('catalogue');
    expect(first.front.size.pages).to.equal(0);
  });

  it('does not store a render begun before a purge', async () => {
    let goOn = () => {};
    const page = counting();
    const render: PageSource['render'] = async (address) => {
      await new Promise<void>((done) => {
        goOn = done;
      });
      return page.render(address);
    };
    let begun = 0;
    const track: PageSource['render'] = (...given) => {
      begun++;
      return render(...given);
    };
    const site = await startSite({ tags: ['x'], render: track });
    const waiting = site.get('/a');
    await until(() => begun === 1);
    await site.front.purge('x');
    goOn();
    expect((await waiting).status).to.equal(200);
    expect(site.front.size.pages).to.equal(0);
  });

  it('passes what the rate limit refuses to the app', async () => {
    const site = await startSite(counting(), { admit: (req) => req.headers['x-many'] === undefined });
    await site.get('/a');
    await site.get('/a', { 'X-Many': '1' });
    expect(site.reachedApp()).to.equal(2);
  });
});

/** `fetch` unpacks by itself; this looks at what it was sent. */
async function rawGet(get: (path: string, headers: Record<string, string>) => Promise<Response>, accept: string) {
  const { url } = await get('/a', {});
  const { request } = await import('node:http');
  return new Promise<{ encoding: string | null; vary: string; text: string }>((done, reject) => {
    request(url, { headers: { 'Accept-Encoding': accept } }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => {
        const body = Buffer.concat(chunks);
        const encoding = res.headers['content-encoding'] ?? null;
        const unpacked = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
        done({ encoding, vary: String(res.headers.vary), text: unpacked.toString() });
      });
    })
      .on('error', reject)
      .end();
  });
}
