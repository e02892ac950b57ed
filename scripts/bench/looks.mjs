/**
 * Time until clips are visible in the real app (embedded database, web, worker, uploads): `node scripts/bench/looks.mjs
 * [rounds]`. Twenty clips of 5 s arrive within 5 s, then one next to a clip of ten minutes, then three clips of 10 s
 * until they are ready and published. Medians of the rounds (default 3); exits with 0 only when all demands are met.
 * Measures wall time, so it prints the machine's load.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'tsx/esm/api';
import { median, scoreboard } from './measure.mjs';
import { another, longClip, phoneClip } from './prepare-clips.mjs';

register();
const { startWholeApp } = await import('../../test/helpers/whole-app.ts');
const { stopMongoServer } = await import('../../test/helpers/mongo-server.ts');
const { removeTempFolders } = await import('../../test/helpers/temp-folder.ts');
const { endedRender, readEvent, startFreeEvent, uploadFile } = await import('../../test/helpers/giving.ts');
const { newUser, newVisitor } = await import('../../test/helpers/user.ts');
const { connectSocket } = await import('../../test/helpers/socket.ts');
const { deleteEvent, updateEvent } = await import('../../src/shared/contracts/events.ts');
const { createMedia } = await import('../../src/shared/contracts/media.ts');
const { publish } = await import('../../src/shared/contracts/films.ts');

const ROUNDS = Number(process.argv[2] ?? 3);
const POLL = 200;
const GIVE_UP = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'bench-looks-'));
const board = scoreboard();
const app = await startWholeApp({ hasFullPictures: true, env: { TRUST_PROXY: 'true' } });
let visitors = 0;
try {
  board.note(`${availableParallelism()} cores, load of the machine ${loadNow()}`);
  const [five, ten] = [5, 10].map((seconds) => readFileSync(phoneClip(folder, seconds)));
  // Warm up the worker.
  await arrive([five], isReady);
  await twentyAtOnce(five);
  await besideLong(five, readFileSync(longClip(folder, 599)));
  await threeUntilPublished(ten);
  board.note(`load of the machine ${loadNow()}`);
} finally {
  await app.close();
  await stopMongoServer();
  rmSync(folder, { recursive: true, force: true });
  removeTempFolders();
}
process.exitCode = board.ok ? 0 : 1;

async function twentyAtOnce(clip) {
  const rounds = await repeat(async () => {
    const { posters, previews, took, discard } = await arrive(Array(20).fill(clip), (media) => media.previewUrl);
    await discard();
    return { took, perPlace: Math.max(...posters.map((at, place) => at / (place + 1))), preview: previews.at(-1) };
  });
  const [took, perPlace, preview] = ['took', 'perPlace', 'preview'].map((name) =>
    median(rounds.map((each) => each[name])),
  );
  board.note(`20 clips of 5 s arrived within ${took.toFixed(1)} s`);
  board.add('poster of each of 20 clips', perPlace <= 3, `${perPlace.toFixed(2)} s x place`, 'at most 3 s x place');
  board.add('previews of 20 clips', preview <= 60, `all after ${preview.toFixed(1)} s`, 'at most 60 s');
}

/** Another clip arrives just after the look of a long one has begun. */
async function besideLong(clip, long) {
  const rounds = await repeat(async () => {
    const first = await arrive([long], (media) => media.posterUrl);
    const other = await arrive([clip], (media) => media.previewUrl);
    await first.discard();
    await other.discard();
    return { poster: other.posters[0], preview: other.previews[0] };
  });
  const [poster, preview] = ['poster', 'preview'].map((name) => median(rounds.map((each) => each[name])));
  board.add('poster beside a clip of ten minutes', poster <= 3, `after ${poster.toFixed(1)} s`, 'at most 3 s');
  board.add('preview beside a clip of ten minutes', preview <= 5, `after ${preview.toFixed(1)} s`, 'at most 5 s');
}

async function threeUntilPublished(clip) {
  const rounds = await repeat(async () => {
    const { ended, creator, event, discard } = await arrive(Array(3).fill(clip), isReady);
    const start = performance.now();
    const render = await endedRender(creator, await creator.call(publish, { body: { eventId: event.id } }));
    if (render.error) throw new Error(render.error.message);
    const published = seconds(start);
    await discard();
    return { ready: ended, published };
  });
  const [ready, published] = ['ready', 'published'].map((name) => median(rounds.map((each) => each[name])));
  board.add('three clips of 10 s', ready <= 35, `ready after ${ready.toFixed(1)} s`, 'at most 35 s');
  board.add('publishing them with both cards', published <= 4, `${published.toFixed(1)} s`, 'at most 4 s');
}

/**
 * Adds clips to a new event, each from its own browser and IP address, all at once after their upload. Returns seconds
 * since the last was added: until each poster and preview, and until `isDone` holds for all.
 */
async function arrive(clips, isDone) {
  const creator = await newUser(app.origin);
  const event = await startFreeEvent(creator);
  await creator.call(updateEvent, { params: { id: event.id }, query: {}, body: { maxClipLength: 600 } });
  const socket = await connectSocket(app.origin, '/users', { cookie: creator.cookie() });
  await socket.join({ event: event.id });
  const [posters, previews] = [new Map(), new Map()];
  const note = ({ id, posterUrl, previewUrl }) => {
    if (posterUrl && !posters.has(id)) posters.set(id, performance.now());
    if (previewUrl && !previews.has(id)) previews.set(id, performance.now());
  };
  socket.socket.on('media:updated', note);
  const uploads = [];
  for (const clip of clips) uploads.push(await uploadFile(app.origin, event, another(clip)));
  const begun = performance.now();
  await Promise.all(
    uploads.map((uploadId) =>
      stranger().call(createMedia, { body: { event: event.uuid, uploadId, contributor: { name: 'Anna Ivanova' } } }),
    ),
  );
  const start = performance.now();
  for (;;) {
    const { media = [] } = await readEvent(creator, event);
    media.forEach(note);
    const failed = media.find(({ status }) => status === 'failed');
    if (failed) throw new Error(failed.error?.message);
    if (media.length === clips.length && media.every(isDone)) break;
    if (performance.now() - start > GIVE_UP) throw new Error('The clips were not done in time');
    await new Promise((resolve) => setTimeout(resolve, POLL));
  }
  const ended = seconds(start);
  socket.close();
  const times = (seen) => [...seen.values()].map((at) => (at - start) / 1000).sort((a, b) => a - b);
  return {
    ...{ creator, event, ended, took: (start - begun) / 1000, posters: times(posters), previews: times(previews) },
    /** Cancels remaining work. */
    discard: () => creator.call(deleteEvent, { params: { id: event.id } }).catch(() => undefined),
  };
}

async function repeat(work) {
  const rounds = [];
  for (let n = 0; n < ROUNDS; n += 1) rounds.push(await work());
  return rounds;
}

function isReady({ status }) {
  return status === 'ready';
}

function stranger() {
  visitors += 1;
  return newVisitor(app.origin, { 'x-forwarded-for': `198.51.${Math.floor(visitors / 200)}.${(visitors % 200) + 1}` });
}

function seconds(since) {
  return (performance.now() - since) / 1000;
}

function loadNow() {
  return loadavg()[0].toFixed(1);
}
