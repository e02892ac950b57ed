import { spawn } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../run/port.mjs';

// Fills a small volume through every kind of write and checks that the site still answers, reports the problem and
// recovers:
//   mount -t tmpfs -o size=700m tmpfs /mnt/small && node scripts/bench/full-disk.mjs /mnt/small
// Needs a build (`npm run build`) and a volume with nothing else on it.

const MB = 1024 ** 2;
const [volume] = process.argv.slice(2);
if (!volume) throw new Error('Usage: node scripts/bench/full-disk.mjs FOLDER_OF_A_SMALL_VOLUME');
const varDir = join(volume, 'var');
const filler = join(volume, 'filler');
const port = await freePort();
const url = `http://localhost:${port}`;
const TUS = { 'Tus-Resumable': '1.0.0' };
let app = null;
let said = '';

function free() {
  const { bavail, bsize } = statfsSync(volume);
  return Math.round((bavail * bsize) / MB);
}

function tell(what) {
  console.log(`${String(free()).padStart(4)} MB free  ${what}`);
}

async function start() {
  const env = { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'warn', VAR_DIR: varDir, MONGODB_URI: '' };
  app = spawn(process.execPath, ['scripts/start.mjs', '--port', String(port), '--no-seed'], { env });
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (part) => (said += part));
  for (const until = Date.now() + 180_000; !said.includes('Ctrl-C stops'); await delay(200)) {
    if (app.exitCode !== null || Date.now() > until) throw new Error(`npm start did not begin:\n${said}`);
  }
  said = '';
}

async function kill() {
  const ended = new Promise((resolve) => app.once('exit', resolve));
  app.kill('SIGKILL');
  await ended;
}

async function call(path, body, more = {}) {
  const headers = { 'content-type': 'application/json', ...more };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data, error } = await answer.json();
  return { status: answer.status, data, error, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

function announce(event, size) {
  const encode = (text) => Buffer.from(text).toString('base64');
  const metadata = `filename ${encode('a.mp4')},filetype ${encode('video/mp4')},event ${encode(event)}`;
  const headers = { ...TUS, 'Upload-Length': String(size), 'Upload-Metadata': metadata };
  return fetch(`${url}/api/uploads`, { method: 'POST', headers });
}

function send(location, offset, bytes) {
  const headers = { ...TUS, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) };
  return fetch(url + location, { method: 'PATCH', headers, body: Buffer.alloc(bytes) });
}

const page = async () => (await fetch(url, { headers: { accept: 'text/html' } })).status;
const addText = (event, text) =>
  call('/api/v2/media', { event: event.uuid, kind: 'text', text, contributor: { name: 'Anna' } });
const startEvent = () =>
  call('/api/event', { occasion: 'getwell', recipients: [{ firstName: 'Ruth' }], message: 'x'.repeat(2000) });

try {
  await start();
  const { data: event } = await startEvent();
  tell('started');

  const locations = [];
  for (let n = 0; n < 30; n++) {
    const answer = await announce(event.uuid, 50 * MB);
    if (answer.status === 201) locations.push(answer.headers.get('location'));
  }
  tell(`30 uploads of 50 MB announced: ${locations.length} accepted; front page ${await page()}`);

  let sent = 0;
  for (const location of locations) if ((await send(location, 0, 50 * MB)).status === 204) sent += 1;
  tell(`${sent} of ${locations.length} uploads arrived; front page ${await page()}`);
  const over = await announce(event.uuid, 50 * MB);
  tell(`one more upload: ${over.status} ${(await over.json()).error?.message ?? ''}`);

  await writeFile(filler, Buffer.alloc(Math.max(0, free() - 60) * MB));
  const refused = await addText(event, 'While there is little room');
  tell(`a text clip: ${refused.status} ${refused.error?.message ?? ''}; front page ${await page()}`);

  await writeFile(filler, '');
  await writeFile(join(volume, 'filler-2'), Buffer.alloc((free() - 1) * MB));
  let made = 0;
  let last = await startEvent();
  for (; last.status === 201 && made < 5000; made++) last = await startEvent();
  tell(`after ${made} more events: ${last.status} ${last.error?.message ?? ''}`);
  const read = await fetch(`${url}/api/event/${event.uuid}`);
  tell(
    `on the full disk: front page ${await page()}, event ${read.status}, health ${(await fetch(`${url}/healthz`)).status}`,
  );

  await kill();
  await delay(3000);
  await start();
  tell(`killed and started again on the full disk; front page ${await page()}`);

  await rm(join(volume, 'filler-2'));
  await rm(filler);
  const again = await startEvent();
  const text = await addText(event, 'There is room again');
  tell(`room again: an event ${again.status}, a text clip ${text.status} ${text.error?.message ?? ''}`);
} finally {
  app?.kill('SIGINT');
}
