/**
 * Whether response times reveal if an address has an account: `node scripts/bench/login-timing.mjs [samples]`. Starts
 * an app and asks in random order for existing and missing accounts. Prints both distributions and how well one sample
 * separates them: 0.5 is chance, 1 is certainty. Exits with 0 only when neither call reveals it.
 */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { runOwnApp } from '../run/own-app.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ACCOUNTS = 20;
const WARM_UP = 20;
/** Allowed distance from chance; noise alone makes about 0.03 with 200 samples. */
const TOLERANCE = 0.08;

process.exit((await run(Number(process.argv[2] ?? 200))) ? 0 : 1);

async function run(samples) {
  // Each call has its own IP address; otherwise rate limits would be measured.
  process.env.TRUST_PROXY = '1';
  const app = await runOwnApp({ root: ROOT, stop: new AbortController() });
  try {
    const known = [];
    for (let i = 0; i < ACCOUNTS; i++) known.push(await register(app.url));
    const calls = {
      'POST /api/v2/auth/login': (email) => post(app.url, 'login', { email, password: 'not the password' }, 401),
      'POST /api/v2/auth/forgot-password': (email) => post(app.url, 'forgot-password', { email }, 200),
    };
    const told = [];
    for (const [name, call] of Object.entries(calls)) told.push(report(name, await sample(call, known, samples)));
    return told.every((each) => !each);
  } finally {
    await app.stop();
  }
}

/** Milliseconds of each answer, with and without an account. */
async function sample(call, known, samples) {
  const times = { known: [], unknown: [] };
  const turns = Array.from({ length: samples + WARM_UP }, () => ['known', 'unknown']).flatMap((pair) =>
    Math.random() < 0.5 ? pair : pair.reverse(),
  );
  for (const [turn, kind] of turns.entries()) {
    const email = kind === 'known' ? known[(turn >> 1) % known.length] : newEmail();
    const started = performance.now();
    await call(email);
    if (turn >= 2 * WARM_UP) times[kind].push(performance.now() - started);
  }
  return times;
}

/** Prints both distributions; true when one sample separates them better than chance. */
function report(name, { known, unknown }) {
  console.log(`\n${name}, ${known.length} samples each, milliseconds`);
  for (const [kind, times] of Object.entries({ known, unknown })) {
    const at = (share) => quantile(times, share).toFixed(2).padStart(8);
    console.log(`  ${kind.padEnd(8)} p10 ${at(0.1)}  median ${at(0.5)}  p90 ${at(0.9)}`);
  }
  const share = chanceOfLonger(known, unknown);
  const tells = Math.abs(share - 0.5) > TOLERANCE;
  console.log(`  a known address takes longer than an unknown one in ${(share * 100).toFixed(1)} % of all pairs (AUC)`);
  console.log(
    `  overlap of the distributions ${(overlap(known, unknown) * 100).toFixed(0)} %: ${tells ? 'TELLS' : 'does not tell'}`,
  );
  return tells;
}

function quantile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Area under the curve: the share of pairs in which the first is longer. */
function chanceOfLonger(first, second) {
  const pairs = first.flatMap((a) => second.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return pairs.reduce((sum, each) => sum + each, 0) / pairs.length;
}

/** Overlap of both distributions, in ten equally filled bins of their union. */
function overlap(first, second) {
  const edges = Array.from({ length: 9 }, (_, i) => quantile([...first, ...second], (i + 1) / 10));
  const spans = (times) => {
    const counts = Array(10).fill(0);
    for (const time of times) counts[edges.filter((edge) => time >= edge).length] += 1 / times.length;
    return counts;
  };
  const other = spans(second);
  return spans(first).reduce((sum, each, i) => sum + Math.min(each, other[i]), 0);
}

async function register(origin) {
  const email = newEmail();
  await post(origin, 'register', { email, password: 'plum harbour violin 7' }, 201);
  return email;
}

async function post(origin, call, body, status) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() };
  const answer = await fetch(`${origin}/api/v2/auth/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${call} answered ${answer.status}`);
}

function newEmail() {
  return `timing-${randomBytes(6).toString('hex')}@example.com`;
}

function newAddress() {
  return `2001:db8:${[...randomBytes(6)].map((byte) => byte.toString(16)).join(':')}`;
}
