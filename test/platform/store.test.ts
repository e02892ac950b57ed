import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { type S3Sandbox, startS3Sandbox } from '../../src/integrations/sandbox/s3.ts';
import { AppError } from '../../src/platform/errors.ts';
import type { FileStore } from '../../src/platform/file-store.ts';
import { createStore } from '../../src/platform/storage/create-store.ts';
import { createS3Store } from '../../src/platform/storage/s3-store.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const KEYS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret', region: 'eu-test-1', bucket: 'vidday' };
const MIB = 1024 * 1024;

interface Opened {
  store: FileStore;
  /** Unfinished writes that have left something behind. */
  leftovers(): Promise<number>;
  close(): Promise<void>;
}

async function openDisk(): Promise<Opened> {
  const folder = join(await tempFolder(), 'files');
  const store = await createStore({ storage: { kind: 'disk', folder } });
  return { store, leftovers: async () => (await readdir(join(folder, '.incoming'))).length, close: async () => {} };
}

function s3Config(sandbox: S3Sandbox) {
  return { kind: 's3' as const, endpoint: sandbox.endpoint, forcePathStyle: true, ...KEYS };
}

async function openS3(): Promise<Opened> {
  const sandbox = await startS3Sandbox({ ...KEYS, folder: await tempFolder() });
  const store = await createStore({ storage: s3Config(sandbox) });
  return { store, leftovers: async () => sandbox.pendingUploads(), close: () => sandbox.close() };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'nothing was refused';
}

/** Bytes that differ everywhere, in pieces. */
function* pieces(bytes: number, piece = 256 * 1024): Generator<Buffer> {
  for (let at = 0; at < bytes; at += piece) {
    const part = Buffer.alloc(Math.min(piece, bytes - at));
    for (let i = 0; i < part.length; i += 4) part[i] = (at + i) >> 8;
    yield part.fill(at / piece, 0, 1);
  }
}

for (const [name, open] of [
  ['disk', openDisk],
  ['s3', openS3],
] as const) {
  describe(`the file store (${name})`, () => {
    let opened: Opened;
    let store: FileStore;
    before(async () => {
      opened = await open();
      store = opened.store;
    });
    after(() => opened.close());

    const readAll = async (key: string) => (await buffer(await store.read(key))).toString();

    it('reads what was written, with its size and time', async () => {
      const before = Date.now() - 2000;
      const written = await store.write('events/1/clip.mp4', Buffer.from('hello'));
      expect(written).to.include({ key: 'events/1/clip.mp4', bytes: 5 });
      expect(written.modifiedAt.getTime()).to.be.within(before, Date.now() + 2000);
      expect(await store.stat('events/1/clip.mp4')).to.deep.equal(written);
      expect(await readAll('events/1/clip.mp4')).to.equal('hello');
      await store.write('events/1/clip.mp4', Readable.from([Buffer.from('an'), Buffer.from('other')]));
      expect(await readAll('events/1/clip.mp4')).to.equal('another');
    });

    it('accepts empty files and streams of many parts', async () => {
      expect((await store.write('empty', Readable.from([]))).bytes).to.equal(0);
      expect(await readAll('empty')).to.equal('');
      const size = 17 * MIB + 3;
      expect((await store.write('large/film.mp4', Readable.from(pieces(size)))).bytes).to.equal(size);
      const read = await buffer(await store.read('large/film.mp4'));
      expect(read.equals(Buffer.concat([...pieces(size)]))).to.equal(true);
      expect(await opened.leftovers()).to.equal(0);
    });

    it('reads ranges', async () => {
      await store.write('range', Buffer.from('0123456789'));
      const part = async (start: number, end: number) =>
        (await buffer(await store.read('range', { start, end }))).toString();
      expect(await part(0, 1)).to.equal('01');
      expect(await part(4, 9)).to.equal('456789');
      expect(await part(8, 99)).to.equal('89');
      expect(await codeOf(part(10, 12))).to.equal('RANGE_NOT_SATISFIABLE');
    });

    it('leaves nothing behind when the source fails, and keeps the old file', async () => {
      await store.write('kept', Buffer.from('old'));
      async function* broken(bytes: number) {
        yield* pieces(bytes);
        throw new Error('the line was cut');
      }
      for (const bytes of [1000, 12 * MIB]) {
        for (const key of ['kept', `broken/${bytes}`]) {
          const failed = await store.write(key, Readable.from(broken(bytes))).catch((error: Error) => error);
          expect(failed).to.be.instanceOf(Error);
        }
        expect(await store.stat(`broken/${bytes}`)).to.equal(null);
      }
      // A source that closes without a word is no whole file either.
      const silent = new Readable({ read() {} });
      silent.push('half of it');
      const writing = store.write('broken/silent', silent).catch((error: Error) => error);
      setImmediate(() => silent.destroy());
      expect(await writing).to.be.instanceOf(Error);
      expect(await store.stat('broken/silent')).to.equal(null);
      expect(await readAll('kept')).to.equal('old');
      expect(await opened.leftovers()).to.equal(0);
    });

    it('shows readers whole files only, whichever of two writers wins', async () => {
      const [a, b] = [Buffer.alloc(300_000, 'a'), Buffer.alloc(300_000, 'b')];
      await store.write('raced', a);
      await Promise.all([
        ...[a, b, a, b].map((bytes) =>
          store.write('raced', Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)])),
        ),
        ...Array.from({ length: 6 }, async () => {
          const seen = await buffer(await store.read('raced'));
          expect(seen.equals(a) || seen.equals(b)).to.equal(true);
        }),
      ]);
    });

    it('moves a local file in, and again after a crash', async () => {
      const path = join(await tempFolder(), 'upload');
      await writeFile(path, 'from a phone');
      expect((await store.take('taken/one', path)).bytes).to.equal(12);
      expect(await stat(path).catch((error: { code: string }) => error.code)).to.equal('ENOENT');
      expect((await store.take('taken/one', path)).bytes).to.equal(12);
      expect(await readAll('taken/one')).to.equal('from a phone');
      expect(await codeOf(store.take('taken/none', path))).to.equal('NOT_FOUND');
    });

    it('moves a file in, or reports it missing, when it is removed concurrently', async () => {
      const folder = await tempFolder();
      // A rejection that nobody handles at once ends a process, even when somebody does later.
      let handledLate = 0;
      const count = () => {
        handledLate += 1;
      };
      process.on('rejectionHandled', count);
      for (let round = 0; round < 20; round += 1) {
        const path = join(folder, String(round));
        await writeFile(path, 'short-lived');
        let isOver = false;
        const taken = codeOf(store.take('taken/contested', path)).finally(() => {
          isOver = true;
        });
        while (!isOver) await store.remove('taken/contested');
        expect(await taken).to.be.oneOf(['nothing was refused', 'NOT_FOUND']);
      }
      process.off('rejectionHandled', count);
      expect(handledLate).to.equal(0);
    });

    it('returns a local path for tools, also to concurrent callers', async () => {
      await store.write('tools/in.mp4', Buffer.from('first'));
      const folder = join(await tempFolder(), 'work');
      const paths = await Promise.all([1, 2, 3].map(() => store.local('tools/in.mp4', folder)));
      expect(new Set(paths).size).to.equal(1);
      expect(await readFile(paths[0] ?? '', 'utf8')).to.equal('first');
      await store.write('tools/in.mp4', Buffer.from('changed'));
      expect(await readFile(await store.local('tools/in.mp4', folder), 'utf8')).to.equal('changed');
      expect(await codeOf(store.local('tools/none', folder))).to.equal('NOT_FOUND');
    });

    it('removes a file, and ignores a missing one', async () => {
      await store.write('gone/a/b', Buffer.from('x'));
      await store.remove('gone/a/b');
      await store.remove('gone/a/b');
      expect(await store.stat('gone/a/b')).to.equal(null);
      expect(await codeOf(store.read('gone/a/b'))).to.equal('NOT_FOUND');
      expect(await store.stat('gone')).to.equal(null);
      await store.write('gone/a/c', Buffer.from('y'));
      expect(await readAll('gone/a/c')).to.equal('y');
    });

    it('lists by prefix in key order', async () => {
      const keys = ['list/a.mp4', 'list/a/1', 'list/a-b/2', 'list/a/10', 'list/b', 'listed'];
      for (const key of keys) await store.write(key, Buffer.from(key));
      const listed = async (prefix: string) => {
        const found: string[] = [];
        for await (const file of store.list(prefix)) found.push(`${file.key} ${file.bytes}`);
        return found;
      };
      const expected = [...keys].sort().map((key) => `${key} ${key.length}`);
      expect(await listed('list')).to.deep.equal(expected);
      expect(await listed('list/a/')).to.deep.equal(['list/a/1 8', 'list/a/10 9']);
      expect(await listed('list/a/1')).to.deep.equal(['list/a/1 8', 'list/a/10 9']);
      expect(await listed('nothing/')).to.deep.equal([]);
    });

    it('refuses ambiguous keys', async () => {
      const folder = await tempFolder();
      const bad = [
        '',
        '.',
        '..',
        '../x',
        'a/../b',
        '/etc/passwd',
        'a//b',
        'a/',
        './a',
        'a/.hidden',
        'a\\b',
        'a b',
        'a\u0000',
        'ä',
        '%2e%2e/x',
      ];
      for (const key of [...bad, 'a'.repeat(201), `${'a/'.repeat(400)}b`]) {
        const tries = [
          () => store.write(key, Buffer.from('x')),
          () => store.read(key),
          () => store.stat(key),
          () => store.remove(key),
          () => store.local(key, folder),
          () => store.take(key, join(folder, 'x')),
        ];
        for (const work of tries) expect(await codeOf(work()), JSON.stringify(key)).to.equal('MALFORMED');
      }
      for (const prefix of ['../', 'a/../', '/', '.in']) {
        expect(await codeOf(buffer(Readable.from(store.list(prefix)))), prefix).to.equal('MALFORMED');
      }
    });

    it('reports healthy', async () => {
      await store.check();
      expect(await opened.leftovers()).to.equal(0);
    });
  });
}

describe('the file store (disk) only', () => {
  it('does not take a folder for a file', async () => {
    const folder = await tempFolder();
    const store = await createStore({ storage: { kind: 'disk', folder } });
    await mkdir(join(folder, 'sub'));
    expect(await store.stat('sub')).to.equal(null);
    expect(await codeOf(store.read('sub'))).to.equal('NOT_FOUND');
  });
});

describe('the file store (s3) only', () => {
  it('asks again when the server takes a request and stays silent', async () => {
    const sandbox = await startS3Sandbox({ ...KEYS, folder: await tempFolder() });
    const store = createS3Store(s3Config(sandbox), { connection: 5000, silence: 300 });
    sandbox.ignoreNext();
    await store.write('a/note', Buffer.from('sent twice'));
    sandbox.ignoreNext();
    expect((await buffer(await store.read('a/note'))).toString()).to.equal('sent twice');
    sandbox.ignoreNext();
    expect((await store.stat('a/note'))?.bytes).to.equal(10);
    await sandbox.close();
  });
});

describe('the S3 sandbox', () => {
  it('refuses another signing key, and another bucket', async () => {
    const sandbox = await startS3Sandbox({ ...KEYS, folder: await tempFolder() });
    const wrong = [{ secretAccessKey: 'other' }, { accessKeyId: 'other' }, { region: 'other-1' }, { bucket: 'other' }];
    for (const more of wrong) {
      const store = await createStore({ storage: { ...s3Config(sandbox), ...more } });
      const tries = [
        () => store.check(),
        () => store.write('a', Readable.from([Buffer.from('x')])),
        () => store.read('a'),
      ];
      for (const work of tries) {
        const answer = await work().then(
          () => 'done',
          () => 'refused',
        );
        expect(answer, JSON.stringify(more)).to.equal('refused');
      }
    }
    expect((await fetch(`${sandbox.endpoint}/vidday/a`)).status).to.equal(403);
    await sandbox.close();
  });
});
