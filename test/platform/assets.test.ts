import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Assets, loadAssets } from '../../src/platform/assets.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('loadAssets', () => {
  const code = 'export const answer = 42;\n'.repeat(40);
  const sound = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
  let assets: Assets;
  let server: Server;

  before(async () => {
    const folder = await tempFolder();
    const put = (path: string, content: string | Buffer) => {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    put('js/a-ABCDEFGH.js', code);
    put('js/a-ABCDEFGH.js.br', brotliCompressSync(code));
    put('js/a-ABCDEFGH.js.gz', gzipSync(code));
    put('music/song.m4a', sound);
    put('art/lake-0123456789.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    put('css/site-0123456789.css', 'p{color:red}');
    put('secret.env', 'x');
    const manifest = {
      build: 'b1',
      files: { 'art/lake.svg': '/assets/art/lake-0123456789.svg' },
      css: { site: '/assets/css/site-0123456789.css' },
      islands: { a: ['/assets/js/a-ABCDEFGH.js'] },
      loader: { source: '0', sha256: 'sha256-x' },
    };
    put('manifest.json', JSON.stringify(manifest));
    assets = loadAssets(folder);
    server = createServer((req, res) => void (assets.serve(req, res) || res.writeHead(404).end()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.close();
  });

  async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const { port } = server.address() as AddressInfo;
    const asked = request({ port, path, headers, method }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(await answer.toArray()) };
  }

  it('resolves logical names to hashed URLs, and throws for unknown ones', () => {
    expect(assets.file('art/lake.svg')).to.equal('/assets/art/lake-0123456789.svg');
    expect(assets.sheet('site')).to.deep.equal({ url: '/assets/css/site-0123456789.css', text: 'p{color:red}' });
    expect(() => assets.island('b')).to.throw('no island called b');
    expect(() => loadAssets('nowhere')).to.throw('npm run build');
  });

  it('serves a hashed file compressed and immutable, and 304 to its ETag', async () => {
    const br = await get('/assets/js/a-ABCDEFGH.js', { 'Accept-Encoding': 'gzip, br' });
    expect(br.headers).to.include({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(br.body).to.deep.equal(brotliCompressSync(code));
    expect((await get('/assets/js/a-ABCDEFGH.js', { 'Accept-Encoding': 'gzip' })).body).to.deep.equal(gzipSync(code));
    expect((await get('/assets/js/a-ABCDEFGH.js?2')).body.toString()).to.equal(code);
    const again = await get('/assets/js/a-ABCDEFGH.js', { 'If-None-Match': String(br.headers.etag) });
    expect(again.status).to.equal(304);
  });

  it('answers ranges with 206, and 416 past the end', async () => {
    const part = async (range: string) => {
      const { status, headers, body } = await get('/assets/music/song.m4a', { Range: range });
      return [status, headers['content-range'], body.length];
    };
    expect(await part('bytes=0-1')).to.deep.equal([206, 'bytes 0-1/1000', 2]);
    expect(await part('bytes=990-')).to.deep.equal([206, 'bytes 990-999/1000', 10]);
    expect(await part('bytes=-5')).to.deep.equal([206, 'bytes 995-999/1000', 5]);
    expect(await part('bytes=5-5000')).to.deep.equal([206, 'bytes 5-999/1000', 995]);
    expect(await part('bytes=1000-')).to.deep.equal([416, 'bytes */1000', 0]);
    expect(await part('lines=1-2')).to.deep.equal([200, undefined, 1000]);
    const head = await get('/assets/music/song.m4a', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).to.deep.equal([200, '1000', 0]);
  });

  it('serves SVG with a sandboxing content policy', async () => {
    const { headers } = await get('/assets/art/lake-0123456789.svg');
    expect(headers['content-security-policy']).to.match(/default-src 'none'.*sandbox/);
  });

  it('answers 404 for the manifest, other files and paths outside the folder', async () => {
    for (const path of [
      '/assets/manifest.json',
      '/assets/secret.env',
      '/assets/../package.json',
      '/assets/%2e%2e/package.json',
      '/assets/js/a-ABCDEFGH.js.br',
      '/assets/',
    ]) {
      expect((await get(path)).status, path).to.equal(404);
    }
    expect((await get('/assets/js/a-ABCDEFGH.js', {}, 'POST')).status).to.equal(404);
  });
});
