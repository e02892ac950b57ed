/**
 * Uploads through the app, compared with `@tus/server` on plain `node:http`, in turns on the same machine: `node
 * scripts/bench/upload.mjs [--uploads 50] [--megabytes 20] [--rounds 3] [--stream 2048]`. Then one long upload
 * (`--stream` in MB; 0 skips it) while watching the app's memory. `--url URL --event UUID` measures a running app
 * instead. Exits with 0 only when all demands are met.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const MB = 1024 ** 2;
const CHUNK = 5 * MB;
/** Minimum throughput relative to plain `@tus/server`. */
const RATIO = 0.8;
/** Maximum memory growth between the first tenth of a long upload and its end, in MB. */
const GROWTH = 64;

const { values: given } = parseArgs({
  options: {
    uploads: { type: 'string', default: '50' },
    megabytes: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    stream: { type: 'string', default: '2048' },
    url: { type: 'string' },
    event: { type: 'string', default: '' },
  },
});
const [uploads, megabytes, rounds, stream] = ['uploads', 'megabytes', 'rounds', 'stream'].map((name) =>
  Number(given[name]),
);
const children = [];
const folder = await mkdtemp(join(tmpdir(), 'bench-upload-'));
try {
  process.exitCode = (await bench()) ? 0 : 1;
} finally {
  for (const child of children.reverse()) await end(child);
  await rm(folder, { recursive: true, force: true });
}

async function bench() {
  const plain = await start(['scripts/bench/upload/plain-tus.mjs'], { VAR_DIR: join(folder, 'plain') });
  const app = given.url ? { said: { url: given.url, event: given.event }, pid: null } : await startApp();
  const ratios = [];
  for (let round = 1; round <= rounds; round += 1) {
    const alone = await send({ url: plain.said, event: '' }, uploads, megabytes * MB);
    const through = await send(app.said, uploads, megabytes * MB);
    ratios.push(alone / through);
    const speed = (seconds) => `${Math.round((uploads * megabytes) / seconds)} MB/s`;
    console.log(
      `round ${round}: @tus/server alone ${speed(alone)}, the app ${speed(through)}, ratio ${(alone / through).toFixed(2)}`,
    );
  }
  const ratio = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
  const checks = [
    report(
      `throughput of ${uploads} x ${megabytes} MB at once, median ratio`,
      ratio.toFixed(2),
      `>= ${RATIO}`,
      ratio >= RATIO,
    ),
  ];
  if (stream > 0 && app.pid) checks.push(await watchMemory(app));
  return checks.every(Boolean);
}

async function startApp() {
  const database = await start(
    ['--import', 'tsx', 'src/embedded-mongo/main.ts', '--data', join(folder, 'database'), '--port', '0'],
    {},
    (line) => JSON.parse(line).uri,
  );
  const uri = new URL(database.said);
  uri.pathname = '/bench';
  const env = {
    MONGODB_URI: uri.href,
    VAR_DIR: join(folder, 'app'),
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'error',
    SESSION_SECRET: 'x'.repeat(32),
  };
  return start(['--import', 'tsx', 'scripts/bench/upload/app.ts'], env, JSON.parse);
}

async function watchMemory({ said, pid }) {
  const samples = [];
  const timer = setInterval(async () => samples.push(await residentMegabytes(pid)), 200);
  await send(said, 1, stream * MB);
  clearInterval(timer);
  const early = Math.max(...samples.slice(0, Math.ceil(samples.length / 10)));
  const late = Math.max(...samples.slice(-Math.ceil(samples.length / 2)));
  const grown = late - early;
  return report(
    `memory over one upload of ${stream} MB, ${Math.round(early)} -> ${Math.round(late)} MB, growth`,
    `${Math.round(grown)} MB`,
    `<= ${GROWTH} MB`,
    grown <= GROWTH,
  );
}

async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Seconds to send this many uploads. */
async function send({ url, event }, count, bytes) {
  const args = ['scripts/bench/upload/send.mjs', url, count, bytes, CHUNK].map(String);
  const sender = await start(args, { EVENT: event }, Number);
  return sender.said;
}

/** Starts a process and waits for the first line that `read` accepts. */
async function start(args, env = {}, read = (line) => line) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const said = attempt(() => read(line));
    if (!said) continue;
    child.stdout.resume();
    return { said, pid: child.pid };
  }
  throw new Error(`${args.join(' ')} ended before it was ready`);
}

function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}

function report(what, measured, demand, passed) {
  console.log(`${passed ? 'pass' : 'FAIL'}  ${what}: ${measured} (demand ${demand})`);
  return passed;
}
