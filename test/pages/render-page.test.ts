import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { type IslandSite, startIslandSite } from '../browser/helpers/island-site.tsx';

describe('rendering pages', () => {
  let site: IslandSite;

  before(async () => {
    site = await startIslandSite();
  });
  after(() => site?.close());
  beforeEach(() => {
    site.errors.length = 0;
  });

  const get = async (path: string) => {
    const answer = await fetch(site.origin + path);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';

  it('sends a personal page with no-store, noindex and without framing', async () => {
    const { headers, text } = await get('/personal');
    expect(headers.get('cache-control')).to.equal('private, no-store');
    expect(headers.get('x-robots-tag')).to.equal('noindex, nofollow');
    expect(policyOf(headers)).to.include("frame-ancestors 'none'");
    expect(policyOf(headers)).not.to.include('unsafe');
    expect(text).to.match(/^<!DOCTYPE html><html lang="en"/);
  });

  it('gives each personal page its own nonce, on every inline script', async () => {
    const nonces = new Set<string>();
    for (const { headers, text } of [await get('/personal'), await get('/personal')]) {
      const nonce = /'nonce-([^']+)'/.exec(policyOf(headers))?.[1] ?? '';
      nonces.add(nonce);
      const inline = [...text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)].map(([tag]) => tag);
      expect(inline.length).to.be.greaterThan(0);
      for (const tag of inline) expect(tag).to.include(`nonce="${nonce}"`);
    }
    expect(nonces.size).to.equal(2);
  });

  it('allows an anonymous page’s inline parts by hash, without any script of React', async () => {
    const { headers, text } = await get('/late');
    const sha = (inline: string) => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
    const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, source = '']) => source);
    expect(scripts).to.deep.equal([site.assets.loader]);
    expect(policyOf(headers)).to.include(sha(scripts[0] ?? ''));
    const styles = [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, source = '']) => source);
    expect(styles).to.have.length(1);
    expect(policyOf(headers)).to.include(sha(styles[0] ?? ''));
    expect(text).not.to.include('nonce');
    expect(text).to.include('class="mark late"');
    expect(text).not.to.include('One moment');
  });

  it('allows media from its own origin, and scripts from nowhere else', async () => {
    const { headers } = await get('/none');
    expect(policyOf(headers)).to.match(/media-src 'self' blob: https:\/\/media\.example;/);
    expect(policyOf(headers)).to.match(/script-src 'self';/);
    expect(headers.get('x-robots-tag')).to.equal(null);
  });

  it('answers 500 when a page fails before its first byte', async () => {
    expect((await get('/personal-broken')).status).to.equal(500);
    expect((await get('/broken')).status).to.equal(500);
    expect(site.errors).to.deep.equal([]);
  });

  it('streams what is ready, and stops when the visitor leaves', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(`${site.origin}/personal-endless`, { headers: { 'accept-encoding': encoding } });
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      const decoder = new TextDecoder();
      let text = '';
      while (!text.includes('One moment')) text += decoder.decode((await reader.read()).value, { stream: true });
      expect(text, encoding).not.to.include('</html>');
      expect(answer.headers.get('content-length'), encoding).to.equal(null);
      await reader.cancel();
    }
    // Long enough for the first one's time limit, if its visitor had stayed.
    await get('/personal-endless');
    expect(site.errors.map(String)).to.have.length(1);
  });

  it('sends Content-Length for a page that is complete at once', async () => {
    await get('/personal');
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await fetch(`${site.origin}/personal`, { headers: { 'accept-encoding': encoding } });
      expect(answer.headers.get('content-encoding') ?? 'identity').to.equal(encoding);
      expect(Number(answer.headers.get('content-length')), encoding).to.be.greaterThan(100);
      expect(await answer.text()).to.match(/class="mark late"[\s\S]*<\/html>$/);
    }
  });

  it('ends a slow personal page with what is ready', async () => {
    const { status, text } = await get('/personal-endless');
    expect(status).to.equal(200);
    expect(text).to.match(/One moment[\s\S]*<\/html>$/);
    expect(String(site.errors)).to.match(/not complete after/);
  });

  it('sends a page without an island that fails on the server, with a message in its place', async () => {
    const { status, text } = await get('/broken-island');
    expect(status).to.equal(200);
    expect(text).to.match(/role="status">This part of the page did not load[\s\S]*The rest/);
    expect(String(site.errors)).to.include('broken island');
  });
});
