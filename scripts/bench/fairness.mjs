/**
 * Time for a stranger's clip of 5 s while twenty files of ten minutes wait, compared with an idle app: `node
 * scripts/bench/fairness.mjs`. The long files hold one small picture a second: kilobytes to send, minutes to encode.
 * Exits with 0 only when all demands are met. Measures wall time, so nothing else should run on the machine.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { scoreboard } from './measure.mjs';
import { another, phoneClip, sparseClip } from './prepare-clips.mjs';

register();
const { startWholeApp } = await import('../../test/helpers/whole-app.ts');
const { stopMongoServer } = await import('../../test/helpers/mongo-server.ts');
const { removeTempFolders } = await import('../../test/helpers/temp-folder.ts');
const { giveFile, readEvent, startEvent } = await import('../../test/helpers/giving.ts');
const { newUser, newVisitor } = await import('../../test/helpers/user.ts');
const { updateEvent } = await import('../../src/shared/contracts/events.ts');

const LONG_FILES = 20;
const POLL = 50;
const GIVE_UP = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'bench-fairness-'));
const board = scoreboard();
const app = await startWholeApp({ hasFullPictures: true, env: { TRUST_PROXY: 'true' } });
let visitors = 0;
try {
  await compare();
} finally {
  await app.close();
  await stopMongoServer();
  rmSync(folder, { recursive: true, force: true });
  removeTempFolders();
}
process.exitCode = board.ok ? 0 : 1;

async function compare() {
  const short = readFileSync(phoneClip(folder, 5));
  const long = readFileSync(sparseClip(folder, 599));
  // Warm up the worker.
  await timeOf(short);
  const idle = await timeOf(short);
  board.note(`idle: preview after ${idle.preview.toFixed(1)} s, ready after ${idle.ready.toFixed(1)} s`);
  const accepted = await queueLong(long);
  board.note(`${accepted} of ${LONG_FILES} files of ${Math.round(long.length / 1024)} KB were accepted`);
  const busy = await timeOf(short);
  const { preview, ready } = busy;
  board.add('preview behind the long files', preview <= 5, `after ${preview.toFixed(1)} s`, 'at most 5 s');
  const ratio = ready / idle.ready;
  board.add(
    'ready behind the long files, against idle',
    ratio <= 2,
    `${ratio.toFixed(2)} (${ready.toFixed(1)} s)`,
    'at most 2',
  );
  board.note(`load of the machine ${loadavg()[0].toFixed(1)}`);
}

/** A visitor with an IP address and browser of their own. */
function stranger() {
  visitors += 1;
  return newVisitor(app.origin, { 'x-forwarded-for': `198.51.100.${visitors}` });
}

/** An account raises the limit to ten minutes a clip; a refusal means that the caps have been reached. */
async function queueLong(clip) {
  const creator = await newUser(app.origin);
  const event = await startEvent(creator);
  await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength: 600 } });
  const sent = [];
  for (let n = 0; n < LONG_FILES; n += 1) {
    sent.push(await giveFile(stranger(), app.origin, event, another(clip)).catch(() => null));
  }
  return sent.filter(Boolean).length;
}

/** Seconds from sending a clip until its preview, and until it is ready. */
async function timeOf(clip) {
  const visitor = stranger();
  const event = await startEvent(visitor);
  await giveFile(visitor, app.origin, event, another(clip));
  const start = performance.now();
  let preview = null;
  while (performance.now() - start < GIVE_UP) {
    const [media] = (await readEvent(visitor, event)).media ?? [];
    const seconds = (performance.now() - start) / 1000;
    if (media?.previewUrl) preview ??= seconds;
    if (media?.status === 'ready') return { preview: preview ?? seconds, ready: seconds };
    if (media?.status === 'failed') throw new Error(media.error?.message);
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
  throw new Error('The clip was not ready in time');
}
