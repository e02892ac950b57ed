/**
 * Gain of the front cache, and weight of pages: `node scripts/bench/pages.mjs [answers] [--no-next] [--front]`.
 * Compares requests for each second of server CPU, so that other load hardly matters. Renders the same page with
 * Next.js, installed in a temporary folder, unless `--no-next` is given; `--front` measures only the deployed front
 * page. Exits with 0 only when all demands are met.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANSWERS_FRESH } from './pages/expiry.mjs';
import { buildNextApp } from './pages/next.mjs';
import { weighPages } from './pages/weights.mjs';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const SERVER = fileURLToPath(new URL('./pages/server.mjs', import.meta.url));
const CONNECTIONS = 16;
/** Cases alternate, so that changes in the machine's speed affect all of them. */
const TURNS = 20;
const TURNS_RENDERED = 8;
/** Share of a turn that is not counted: idle servers collect garbage first. */
const AWAKENING = 0.25;
const CASES = ['node', 'express', 'hit', 'expiring', 'compressed', 'rendered', 'next'];
/** The deployed web process, and plain node:http with its front page. */
const DEPLOYED = ['node-front', 'front-development', 'front-production'];
/** Cases that render on each request; they get fewer requests. */
const RENDERED = new Set(['compressed', 'rendered', 'next']);
/** Cases requested without compression, to compare rendering only. */
const PLAIN = new Set(['rendered', 'next']);
process.exit((await run(process.argv.slice(2))) ? 0 : 1);

async function run(args) {
  const { build } = await import('../build.mjs');
  await build({ root: ROOT });
  const answers = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 20_000);
  if (args.includes('--front')) return meets(await benchFront(answers));
  const next = args.includes('--no-next') ? null : buildNextApp();
  try {
    const isFast = await bench(answers, next);
    const isLight = await weighPages({ root: ROOT });
    return isFast && isLight;
  } finally {
    next?.end();
  }
}

async function bench(answers, next) {
  const cases = CASES.filter((name) => name !== 'next' || next);
  const rates = {
    ...(await measure(
      cases.filter((name) => !RENDERED.has(name)),
      { warmUp: answers, answers, turns: TURNS },
    )),
    // Warm-up: servers get faster for some thousand answers.
    ...(await measure(
      cases.filter((name) => RENDERED.has(name)),
      { warmUp: answers / 4, answers: answers / 4, turns: TURNS_RENDERED, nextFolder: next?.folder },
    )),
  };
  const words = {
    node: 'node:http, ready buffer',
    express: 'Express, ready buffer',
    hit: 'our hit',
    expiring: `our hit, expiring each ${ANSWERS_FRESH}`,
    compressed: 'our miss, rendered and compressed',
    rendered: 'our miss, rendered',
    next: 'Next.js, rendered each time',
  };
  tell(rates, words);
  const isFrontFast = meets(await benchFront(answers));
  const demands = [
    ['hit / Express', ratioOf(rates, 'hit', 'express'), 3],
    ['hit / node:http', ratioOf(rates, 'hit', 'node'), 0.7],
    ['expiring / hit', ratioOf(rates, 'expiring', 'hit'), 0.9],
    ...(next ? [['rendered / Next.js, both uncompressed', ratioOf(rates, 'rendered', 'next'), 7]] : []),
  ];
  print('rendered, compressed / Express', (median(rates.compressed) / median(rates.express)).toFixed(2), '');
  return meets(demands) && isFrontFast;
}

async function benchFront(answers) {
  const rates = await measure(DEPLOYED, { warmUp: answers, answers, turns: TURNS });
  tell(rates, {
    'node-front': 'node:http, the front page',
    'front-development': 'deployed front, development',
    'front-production': 'deployed front, production log',
  });
  return [
    ['deployed, development / node:http', ratioOf(rates, 'front-development', 'node-front'), 0.75],
    ['deployed, production / node:http', ratioOf(rates, 'front-production', 'node-front'), 0.7],
  ];
}

function tell(rates, words) {
  for (const [name, each] of Object.entries(rates)) print(words[name], `${Math.round(median(each))}/s`, '');
}

function ratioOf(rates, one, other) {
  return median(rates[one].map((rate, turn) => rate / rates[other][turn]));
}

function meets(demands) {
  for (const [what, value, least] of demands) {
    print(what, value.toFixed(2), `${value >= least ? 'pass' : 'FAIL'} (>= ${least})`);
  }
  return demands.every(([, value, least]) => value >= least);
}

function print(what, value, note) {
  process.stdout.write(`${what.padEnd(38)}${value.padStart(10)}  ${note}\n`);
}

function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** Requests for each second of each server's CPU, by turn: all servers run, one at a time gets requests. */
async function measure(cases, { warmUp, answers, turns, nextFolder = '' }) {
  const servers = await Promise.all(cases.map((name) => startServer(name, nextFolder)));
  const rates = Object.fromEntries(cases.map((name) => [name, []]));
  // Compare compiled code only.
  for (const { load } of servers) await load(warmUp);
  for (let turn = 0; turn < turns; turn++) {
    for (const { name, load, cpu } of turn % 2 ? [...servers].reverse() : servers) {
      await load(Math.ceil((answers / turns) * AWAKENING));
      const before = await cpu();
      const served = await load(Math.ceil(answers / turns));
      rates[name].push(served / (((await cpu()) - before) / 1e6));
    }
  }
  await Promise.all(servers.map(({ end }) => end()));
  return rates;
}

async function startServer(name, nextFolder) {
  const isDeployed = name.startsWith('front-');
  const logFolder = isDeployed ? mkdtempSync(join(tmpdir(), 'bench-log-')) : null;
  const log = logFolder ? openSync(join(logFolder, 'log'), 'w') : 'inherit';
  const server = fork(SERVER, [name, nextFolder], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  server.once('exit', (code) => {
    if (code !== 0) throw new Error(`The server of "${name}" ended with ${code}.`);
  });
  const [{ port }] = await once(server, 'message');
  const line = await connectTo(port, DEPLOYED.includes(name) ? '/' : '/page', PLAIN.has(name) ? 'identity' : 'br');
  return {
    name,
    load: line.load,
    async cpu() {
      server.send('cpu');
      return (await once(server, 'message'))[0].cpu;
    },
    async end() {
      line.close();
      server.disconnect();
      await once(server, 'exit');
      if (logFolder) rmSync(logFolder, { recursive: true });
    },
  };
}

/**
 * Keep-alive connections; `load` keeps each busy and counts answers by length, because parsing them would cost more
 * than sending.
 */
async function connectTo(port, path, encoding) {
  const asking = `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  const answerOf = (socket) =>
    new Promise((resolve, reject) => {
      let missing = 0;
      let tail = '';
      const end = () => {
        socket.off('data', take).off('error', reject).off('close', reject);
        resolve();
      };
      const take = (data) => {
        let rest = data.length;
        if (missing === 0) {
          const head = tail + data.latin1Slice(0, Math.min(data.length, 4096));
          const endOfHead = head.indexOf('\r\n\r\n');
          if (endOfHead < 0) {
            tail = head;
            return;
          }
          rest = data.length - (endOfHead + 4 - tail.length);
          missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.POSITIVE_INFINITY);
        }
        // Next.js streams chunked answers, which end with an empty chunk.
        if (missing === Number.POSITIVE_INFINITY) return endOf(data) === '0\r\n\r\n' ? end() : undefined;
        missing -= rest;
        if (missing <= 0) end();
      };
      socket.on('data', take).once('error', reject).once('close', reject);
      socket.write(asking);
    });
  return {
    async load(answers) {
      let left = answers;
      await Promise.all(
        sockets.map(async (socket) => {
          while (left-- > 0) await answerOf(socket);
        }),
      );
      return answers;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function endOf(data) {
  return data.subarray(-5).toString('latin1');
}
