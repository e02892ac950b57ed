import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import express, { type NextFunction, type Request, type Response } from 'express';
import { AppError } from '../../src/platform/errors.ts';
import type { FileStore } from '../../src/platform/file-store.ts';
import { sendCsv } from '../../src/platform/http/csv.ts';
import { createStore } from '../../src/platform/storage/create-store.ts';
import { parseRange } from '../../src/platform/storage/range.ts';
import { type SendFileOptions, sendFile } from '../../src/platform/storage/send-file.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('parseRange', () => {
  it('parses closed, open and suffix ranges', () => {
    expect(parseRange('bytes=0-1', 10)).to.deep.equal({ start: 0, end: 1 });
    expect(parseRange('bytes=4-', 10)).to.deep.equal({ start: 4, end: 9 });
    expect(parseRange('bytes=-3', 10)).to.deep.equal({ start: 7, end: 9 });
    expect(parseRange('bytes=-30', 10)).to.deep.equal({ start: 0, end: 9 });
    expect(parseRange('bytes=0-99999999999999999999', 10)).to.deep.equal({ start: 0, end: 9 });
    expect(parseRange('Bytes=9-9', 10)).to.deep.equal({ start: 9, end: 9 });
  });

  it('reports a range past the end as unsatisfiable', () => {
    for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0'])
      expect(parseRange(header, 10)).to.equal('unsatisfiable');
    for (const header of ['bytes=0-', 'bytes=-1']) expect(parseRange(header, 0)).to.equal('unsatisfiable');
  });

  it('ignores a header that is not one range of bytes', () => {
    for (const header of [
      undefined,
      '',
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=5-4',
      'bytes=a-b',
      'bytes=0-1,3-4',
      'items=0-1',
      'bytes=1e3-',
    ]) {
      expect(parseRange(header, 10), header).to.equal(null);
    }
  });
});

describe('sendFile', () => {
  let store: FileStore;
  let server: Server;
  let options: SendFileOptions = { type: 'video/mp4' };
  let answered: Promise<unknown> = Promise.resolve();
  let origin = '';
  const sources: Readable[] = [];

  before(async () => {
    store = await createStore({ storage: { kind: 'disk', folder: await tempFolder() } });
    await store.write('clip.mp4', Buffer.from('0123456789'));
    await store.write('empty', Buffer.alloc(0));
    const watched: FileStore = {
      ...store,
      async read(key, range) {
        // Endless, to see what becomes of it when the visitor leaves.
        const source = key === 'endless' ? Readable.from(endless()) : await store.read(key, range);
        sources.push(source);
        return source;
      },
      stat: async (key) =>
        key === 'endless' ? { key, bytes: Number.MAX_SAFE_INTEGER, modifiedAt: new Date(0) } : store.stat(key),
    };
    const app = express();
    app.get('/:key', (req, res) => {
      const sent = sendFile(req, res, watched, req.params.key, options);
      answered = sent.catch(() => {});
      return sent;
    });
    app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
      res
        .status(error instanceof AppError ? error.status : 500)
        .json({ code: error instanceof AppError && error.code });
    });
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    options = { type: 'video/mp4' };
    sources.length = 0;
  });

  function* endless() {
    const piece = Buffer.alloc(64 * 1024);
    for (;;) yield piece;
  }

  /** Without the conditional headers that `fetch` adds by itself. */
  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const req = request(`${origin}/${path}`, { method, headers, agent: false }).end();
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    return { status: res.statusCode, headers: res.headers, body: await text(res) };
  }

  it('sends the whole file with its type and nosniff', async () => {
    const { status, headers, body } = await ask('clip.mp4');
    expect(status).to.equal(200);
    expect(body).to.equal('0123456789');
    expect(headers).to.include({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-disposition': 'inline',
    });
    expect(headers['content-security-policy']).to.include('sandbox').and.to.include("default-src 'none'");
    await eventually('the end of reading', async () => sources.every((source) => source.destroyed));
  });

  it('answers ranges with 206, and 416 with the size', async () => {
    const first = await ask('clip.mp4', { range: 'bytes=0-1' });
    expect(first).to.include({ status: 206, body: '01' });
    expect(first.headers).to.include({ 'content-range': 'bytes 0-1/10', 'content-length': '2' });
    expect(await ask('clip.mp4', { range: 'bytes=-4' })).to.include({ status: 206, body: '6789' });
    expect(await ask('clip.mp4', { range: 'bytes=7-' })).to.include({ status: 206, body: '789' });
    const past = await ask('clip.mp4', { range: 'bytes=10-' });
    expect(past.status).to.equal(416);
    expect(past.headers['content-range']).to.equal('bytes */10');
    expect(await ask('clip.mp4', { range: 'bytes=0-1,4-5' })).to.include({ status: 200, body: '0123456789' });
  });

  it('honours If-Range, If-None-Match and If-Modified-Since', async () => {
    const { headers } = await ask('clip.mp4');
    const [etag = '', modified = ''] = [headers.etag, headers['last-modified']];
    const range = 'bytes=2-3';
    expect(await ask('clip.mp4', { range, 'if-range': etag })).to.include({ status: 206, body: '23' });
    expect(await ask('clip.mp4', { range, 'if-range': modified })).to.include({ status: 206 });
    expect(await ask('clip.mp4', { range, 'if-range': '"other"' })).to.include({ status: 200, body: '0123456789' });
    expect(await ask('clip.mp4', { 'if-none-match': `"x", W/${etag}` })).to.include({ status: 304, body: '' });
    expect(await ask('clip.mp4', { 'if-none-match': '"x"', 'if-modified-since': modified })).to.include({
      status: 200,
    });
    expect(await ask('clip.mp4', { 'if-modified-since': modified })).to.include({ status: 304 });
  });

  it('answers HEAD without reading, and empty files', async () => {
    const { status, headers, body } = await ask('clip.mp4', { range: 'bytes=0-1' }, 'HEAD');
    expect([status, headers['content-length'], body]).to.deep.equal([200, '10', '']);
    expect(sources).to.have.lengthOf(0);
    expect(await ask('empty')).to.include({ status: 200, body: '' });
    expect(await ask('empty', { range: 'bytes=0-' })).to.include({ status: 416 });
  });

  it('never serves active content, whatever its type', async () => {
    for (const type of [
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/xml',
      'application/pdf',
      'video/mp4, text/html',
    ]) {
      options = { type };
      const { headers } = await ask('clip.mp4');
      expect(headers['content-type'], type).to.equal('application/octet-stream');
      expect(headers['content-disposition'], type).to.equal('attachment');
    }
  });

  it('names a download, with any characters', async () => {
    options = { type: 'video/mp4', downloadName: 'Für "Ruth" \r\nX: y; 100% 🎁/../x.mp4' };
    const { headers } = await ask('clip.mp4');
    const disposition = headers['content-disposition'] ?? '';
    expect(disposition).to.match(/^attachment; filename="[\x20-\x21\x23-\x7e]+"; filename\*=UTF-8''[\w%.!~-]+$/);
    const name = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '');
    expect(name).to.equal('Für "Ruth" X: y; 100% 🎁_.._x.mp4');
  });

  it('answers 404 for a missing file', async () => {
    expect(await ask('none')).to.include({ status: 404 });
  });

  it('stops reading when the visitor disconnects', async () => {
    const req = request(`${origin}/endless`, { agent: false }).end();
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    await once(res, 'data');
    req.destroy();
    await answered;
    expect(sources[0]?.destroyed).to.equal(true);
  });
});

describe('sendCsv', () => {
  it('says in the last line of a file that it was cut off, and in no other', async () => {
    const app = express().get('/:most', async (req, res) => {
      const rows = Readable.from([['one'], ['two'], ['three']]);
      await sendCsv(res, { name: 'numbers', head: ['number'], rows, most: Number(req.params.most) });
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const linesOf = async (most: number) => {
      const { port } = server.address() as AddressInfo;
      return (await (await fetch(`http://127.0.0.1:${port}/${most}`)).text()).trim().split('\r\n');
    };
    expect(await linesOf(3)).to.have.length(4);
    const cut = await linesOf(2);
    expect(cut).to.have.length(4);
    expect(cut.at(-1)).to.equal('"Cut off after 2 lines. There are more: filter the list."');
    server.close();
    server.closeAllConnections();
  });
});
