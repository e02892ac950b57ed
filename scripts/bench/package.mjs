/**
 * Memory of a web process while it sends a package of a large event: `node scripts/bench/package.mjs [gigabytes]`. The
 * event's original is a sparse file, and what arrives is thrown away. Prints the speed and the largest resident set of
 * the process before and while it sends. Exits with 0 when that grew by less than 150 MB.
 */
import { mkdir, open } from 'node:fs/promises';
import { get } from 'node:http';
import { dirname } from 'node:path';
import { register } from 'tsx/esm/api';

register();
const { startWholeApp } = await import('../../test/helpers/whole-app.ts');
const { stopMongoServer } = await import('../../test/helpers/mongo-server.ts');
const { removeTempFolders } = await import('../../test/helpers/temp-folder.ts');
const { giveText, startFreeEvent } = await import('../../test/helpers/giving.ts');
const { newUser, newVisitor } = await import('../../test/helpers/user.ts');
const { platform } = await import('../../src/platform/platform.ts');

const GB = 1024 ** 3;
const SIZE = Number(process.argv[2] ?? 10) * GB;
const MOST = 150;
const SAMPLE_MS = 50;

const app = await startWholeApp({ hasWorker: false });
try {
  const admin = await newUser(app.origin, { role: 'admin' });
  const event = await startFreeEvent(await newUser(app.origin));
  const { media } = await giveText(newVisitor(app.origin), event, 'Get well');
  await addSparseOriginal(event, media);
  const before = megabytes();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, megabytes());
  }, SAMPLE_MS);
  const began = performance.now();
  const received = await download(`${app.origin}/api/admin/viddaypackage/${event.id}`, admin.cookie());
  clearInterval(sampling);
  const seconds = (performance.now() - began) / 1000;
  const grown = peak - before;
  process.stdout.write(`\n${(received / GB).toFixed(2)} GB in ${seconds.toFixed(0)} s\n`);
  process.stdout.write(`resident before ${before} MB, at most ${peak} MB while sending\n`);
  process.stdout.write(`${grown < MOST && received >= SIZE ? 'Flat' : 'NOT flat'}: ${grown} MB more.\n`);
  process.exitCode = grown < MOST && received >= SIZE ? 0 : 1;
} finally {
  await app.close();
  await stopMongoServer();
  removeTempFolders();
}

function megabytes() {
  return Math.round(process.memoryUsage.rss() / 1024 ** 2);
}

/** A file of zeros that takes no room on the disk, as if it had been uploaded for this clip. */
async function addSparseOriginal({ id }, { id: mediaId }) {
  const key = `originals/${id}/${mediaId}`;
  await platform().store.write(key, Buffer.from('x'));
  const path = await platform().store.local(key, '');
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'r+');
  await file.truncate(SIZE);
  await file.close();
  const { ObjectId } = app.connection.base.mongo;
  await app.connection
    .collection('media')
    .updateOne(
      { _id: new ObjectId(mediaId) },
      { $set: { originalKey: key, originalName: 'party.mov', originalBytes: SIZE } },
    );
}

/** Bytes of the answer; without an answer of 200 it throws. */
function download(url, cookie) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${answer.statusCode} for the package`));
      let bytes = 0;
      answer.on('data', (piece) => {
        bytes += piece.length;
      });
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    }).on('error', reject);
  });
}
