import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { Upload } from 'tus-js-client';
import { mp4Bytes } from '../helpers/clips.ts';
import { newDatabaseUri } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import {
  createUpload,
  deleteUpload,
  metadataOf,
  OWNER,
  offsetOf,
  patchUpload,
  postUpload,
  rawRequest,
  silentPhone,
} from '../helpers/tus.ts';
import { CLOSED_EVENT, OPEN_EVENT, startUploadServer, type UploadServer } from '../helpers/upload-server.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;

describe('/api/uploads', () => {
  let server: UploadServer;
  const folder = () => join(server.varDir, 'uploads');
  const fileOf = (path: string) => readFile(join(folder(), path.split('/').pop() ?? ''));

  before(async () => {
    server = await startUploadServer({ uri: await newDatabaseUri(), varDir: await tempFolder() });
  });
  after(() => server.close());

  describe('POST', () => {
    const refusals: [string, Parameters<typeof postUpload>[1], number, string][] = [
      ['an unknown event', { size: 9, event: '99999999-9999-4999-8999-999999999999' }, 404, 'NOT_FOUND'],
      ['a closed event', { size: 9, event: CLOSED_EVENT }, 409, 'EVENT_CLOSED'],
      ['something that is no uuid', { size: 9, event: '{"$gt":""}' }, 422, 'FIELDS_REFUSED'],
      ['an empty file', { size: 0 }, 422, 'FIELDS_REFUSED'],
      ['a video over 2 GB', { size: 2 * GB + 1 }, 413, 'TOO_LARGE'],
      ['a photo over 50 MB', { size: 50 * MB + 1, filename: 'a.jpg', filetype: 'image/jpeg' }, 413, 'TOO_LARGE'],
      ['a sound over 30 MB', { size: 30 * MB + 1, filename: 'a.m4a', filetype: 'audio/mp4' }, 413, 'TOO_LARGE'],
      ['a type that is not accepted', { size: 9, filename: 'a.html', filetype: 'text/html' }, 415, 'WRONG_TYPE'],
      ['a length that is no number', { size: Number.NaN }, 400, 'MALFORMED'],
      ['a negative length', { size: -5 }, 400, 'MALFORMED'],
      ['metadata that is no base64', { size: 9, headers: { 'Upload-Metadata': 'event $$$$' } }, 400, 'MALFORMED'],
      [
        'a length that comes later',
        { size: 9, headers: { 'Upload-Length': '', 'Upload-Defer-Length': '1' } },
        400,
        'MALFORMED',
      ],
      ['an upload in parts', { size: 9, headers: { 'Upload-Concat': 'partial' } }, 400, 'MALFORMED'],
      ['another version of tus', { size: 9, headers: { 'Tus-Resumable': '0.2.2' } }, 400, 'MALFORMED'],
      ['another site', { size: 9, headers: { Origin: 'https://elsewhere.example' } }, 403, 'FOREIGN_ORIGIN'],
    ];
    for (const [what, upload, status, code] of refusals) {
      it(`refuses ${what} with ${status}, before a byte`, async () => {
        const answer = await postUpload(server.origin, upload);
        const body = await answer.json();
        expect(body).to.have.nested.property('error.code', code);
        expect(answer.status).to.equal(status);
        expect(body.error.message).to.be.a('string').with.length.above(10);
      });
    }

    it('names the file and the limit', async () => {
      const answer = await postUpload(server.origin, {
        size: 3 * GB,
        filename: 'Grandma.mov',
        filetype: 'video/quicktime',
      });
      const { error } = await answer.json();
      expect(error.message).to.include('Grandma.mov').and.include('3 GB').and.include('2 GB');
    });

    it('answers a relative Location for any Host header', async () => {
      const { status, headers } = await rawRequest(`${server.origin}/api/uploads`, {
        method: 'POST',
        headers: {
          Host: 'evil.example',
          'X-Forwarded-Host': 'evil.example',
          'Tus-Resumable': '1.0.0',
          'Upload-Length': '5',
          'Upload-Metadata': metadataOf({ filename: 'a.mp4', filetype: 'video/mp4', event: OPEN_EVENT }),
        },
      });
      expect(status).to.equal(201);
      expect(headers.location).to.match(/^\/api\/uploads\/[0-9a-f]{32}$/);
      expect(headers).not.to.have.property('access-control-allow-origin');
    });

    it('stores a malicious filename as plain text', async () => {
      const filename = '../../../../etc/passwd\0\r\nX: y/__proto__.mp4';
      const path = await createUpload(server.origin, { size: 4, filename });
      await patchUpload(server.origin + path, 0, Buffer.from('abcd'));
      const head = await fetch(server.origin + path, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } });
      const named = /filename ([^,]*)/.exec(head.headers.get('upload-metadata') ?? '')?.[1] ?? '';
      expect(Buffer.from(named, 'base64').toString()).to.equal('__proto__.mp4');
      expect(await readdir(folder())).to.include(path.split('/').pop());
    });

    it('ignores a body, however large', async () => {
      for (const size of [4, MB]) {
        const answer = await fetch(`${server.origin}/api/uploads`, {
          method: 'POST',
          headers: {
            'Tus-Resumable': '1.0.0',
            'Upload-Length': String(size),
            'Upload-Metadata': metadataOf({ filename: 'a.mp4', filetype: 'video/mp4', event: OPEN_EVENT }),
            'Content-Type': 'application/offset+octet-stream',
          },
          body: new Uint8Array(size),
        });
        expect(answer.status).to.equal(201);
        expect(await offsetOf(server.origin + answer.headers.get('location'))).to.equal(0);
      }
    });
  });

  describe('PATCH', () => {
    it('stores the chunks of tus-js-client byte for byte', async () => {
      const bytes = mp4Bytes(6 * MB);
      const url = await new Promise<string>((resolve, reject) => {
        const upload = new Upload(bytes, {
          endpoint: `${server.origin}/api/uploads`,
          chunkSize: 5 * MB,
          metadata: { filename: 'a.mp4', filetype: 'video/mp4', event: OPEN_EVENT },
          onSuccess: () => resolve(upload.url ?? ''),
          onError: reject,
        });
        upload.start();
      });
      expect(bytes.equals(await fileOf(url))).to.equal(true);
    });

    it('refuses a wrong offset with 409 and stores nothing', async () => {
      const url = server.origin + (await createUpload(server.origin, { size: 8 }));
      expect((await patchUpload(url, 4, Buffer.from('abcd'))).status).to.equal(409);
      expect(await offsetOf(url)).to.equal(0);
    });

    it('refuses more bytes than were announced', async () => {
      const url = server.origin + (await createUpload(server.origin, { size: 4 }));
      expect((await patchUpload(url, 0, Buffer.from('abcdefgh'))).status).to.equal(413);
      expect(await offsetOf(url)).to.equal(0);
    });

    it('finishes once: an empty PATCH at the end changes nothing', async () => {
      const url = server.origin + (await createUpload(server.origin, { size: 4 }));
      await patchUpload(url, 0, Buffer.from('abcd'));
      const before = await server.uploads.service.uploadState(url.split('/').pop() ?? '');
      expect((await patchUpload(url, 4, new Uint8Array())).status).to.equal(204);
      expect((await patchUpload(url, 4, Buffer.from('x'))).status).to.equal(413);
      expect(await server.uploads.service.uploadState(before.id)).to.deep.equal({ ...before, status: 'complete' });
      expect((await fileOf(url)).toString()).to.equal('abcd');
    });

    it('keeps the bytes of a broken connection, and closes its descriptor', async () => {
      const url = server.origin + (await createUpload(server.origin, { size: 2 * MB }));
      const bytes = mp4Bytes(2 * MB);
      const openBefore = (await readdir('/proc/self/fd')).length;
      const socket = await silentPhone(url, 0, 2 * MB, bytes.subarray(0, MB));
      const id = url.split('/').pop() ?? '';
      await eventually('the first byte', async () => (await readdir(folder())).includes(id));
      socket.destroy();
      const offset = await eventually('the kept bytes', () => offsetOf(url));
      await patchUpload(url, offset, bytes.subarray(offset));
      expect(bytes.equals(await fileOf(url))).to.equal(true);
      await eventually('the descriptors', async () => (await readdir('/proc/self/fd')).length <= openBefore + 2);
    });

    it('resumes while a silent phone holds the upload', async () => {
      const url = server.origin + (await createUpload(server.origin, { size: MB }));
      const bytes = mp4Bytes(MB);
      const socket = await silentPhone(url, 0, MB, bytes.subarray(0, MB / 2));
      await eventually('the first byte', async () => (await readdir(folder())).includes(url.split('/').pop() ?? ''));
      const offset = await offsetOf(url);
      expect(offset)
        .to.be.above(0)
        .and.at.most(MB / 2);
      expect((await patchUpload(url, offset, bytes.subarray(offset))).status).to.equal(204);
      expect(bytes.equals(await fileOf(url))).to.equal(true);
      socket.destroy();
    });

    it('stays intact when the same chunk is sent twice at once', async () => {
      const bytes = mp4Bytes(3 * MB);
      const url = server.origin + (await createUpload(server.origin, { size: bytes.length }));
      const answers = await Promise.all(
        [1, 2, 3].map(() => patchUpload(url, 0, bytes).then((answer) => answer.status)),
      );
      expect(answers).to.include(204);
      const offset = await offsetOf(url);
      if (offset < bytes.length) await patchUpload(url, offset, bytes.subarray(offset));
      expect(bytes.equals(await fileOf(url))).to.equal(true);
    });
  });

  describe('GET and DELETE', () => {
    it('answers the offset and never the bytes', async () => {
      const path = await createUpload(server.origin, { size: 4 });
      await patchUpload(server.origin + path, 0, Buffer.from('ab'));
      const answer = await fetch(server.origin + path);
      expect(answer.headers.get('content-type')).to.include('application/json');
      expect((await answer.json()).data).to.deep.equal({
        id: path.split('/').pop(),
        offset: 2,
        length: 4,
        status: 'incomplete',
        mediaId: null,
      });
    });

    it('deletes an unfinished upload for its own browser only, and frees the disk', async () => {
      const path = await createUpload(server.origin, { size: 4 });
      await patchUpload(server.origin + path, 0, Buffer.from('ab'));
      expect((await deleteUpload(server.origin + path)).status).to.equal(403);
      expect((await deleteUpload(server.origin + path, 'somebody-else-entirely')).status).to.equal(403);
      expect((await deleteUpload(server.origin + path, OWNER)).status).to.equal(204);
      expect(await readdir(folder())).not.to.include(path.split('/').pop());
      expect((await patchUpload(server.origin + path, 2, Buffer.from('cd'))).status).to.equal(410);
    });

    it('refuses to delete a finished one', async () => {
      const path = await createUpload(server.origin, { size: 4 });
      await patchUpload(server.origin + path, 0, Buffer.from('abcd'));
      expect((await deleteUpload(server.origin + path, OWNER)).status).to.equal(409);
      expect((await fileOf(path)).toString()).to.equal('abcd');
    });

    it('answers 404 for an unknown upload', async () => {
      for (const id of ['0'.repeat(32), 'abc', '..%2f..%2fetc%2fpasswd', '%00', '%7B%22$gt%22:%22%22%7D']) {
        const url = `${server.origin}/api/uploads/${id}`;
        const { status } = await fetch(url, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } });
        expect(status, id).to.equal(404);
        expect((await patchUpload(url, 0, Buffer.from('a'))).status, id).to.equal(404);
      }
    });

    it('answers OPTIONS with the protocol, and no CORS headers', async () => {
      const answer = await fetch(`${server.origin}/api/uploads`, {
        method: 'OPTIONS',
        headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(answer.headers.get('tus-version')).to.equal('1.0.0');
      expect(answer.headers.get('tus-extension')?.split(',').sort()).to.deep.equal([
        'creation',
        'expiration',
        'termination',
      ]);
      expect(answer.headers.get('access-control-allow-origin')).to.equal(null);
    });

    it('has no list', async () => {
      expect((await fetch(`${server.origin}/api/uploads`)).status).to.equal(405);
    });
  });
});
