import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const BAD_PORTS = new Set(
  JSON.parse(readFileSync(new URL('../../src/platform/bad-ports.json', import.meta.url), 'utf8')),
);

/** Whether browsers and `fetch` refuse to connect to a port: https://fetch.spec.whatwg.org/#port-blocking */
export function isBadPort(port) {
  return BAD_PORTS.has(port);
}

/** Alternative to suggest for an unusable port. */
export function nextPort(port) {
  let next = port + 1;
  while (isBadPort(next)) next++;
  return next <= 65_535 ? next : 3000;
}

/** Below the range from which systems take ports for outgoing connections, and for port 0. */
const FIRST_CHOSEN = 10_000;
const LAST_CHOSEN = 32_000;
const TRIES = 100;

/**
 * A port that is free, and will hardly be taken before somebody listens on it, which may be a while later. Throws where none
 * can be used.
 */
export async function freePort() {
  let problem;
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FIRST_CHOSEN, LAST_CHOSEN + 1);
    if (isBadPort(port)) continue;
    problem = await problemOf(port, '127.0.0.1');
    if (!problem) return port;
  }
  throw problem;
}

/**
 * Exits with a message when the port is in use.
 *
 * @param {number} port
 * @param {string} host
 * @param {string} command as typed by the user, for the advice
 */
export async function requirePort(port, host, command = 'npm start') {
  // Browsers may resolve “localhost” to ::1, where another server would be reached instead.
  const error =
    (await problemOf(port, host)) ?? (host === '127.0.0.1' ? await problemOf(port, '::1', ['EADDRINUSE']) : null);
  if (!error) return;
  const words = error.code === 'EADDRINUSE' ? 'is in use already' : `can’t be used (${error.code})`;
  console.error(`Port ${port} ${words}. Choose another: ${command} -- --port ${nextPort(port)}`);
  process.exit(1);
}

/** Why listening there fails, or null; `only` names the error codes that count. */
async function problemOf(port, host, only) {
  const server = createServer();
  const error = await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(null));
  });
  if (!error) await new Promise((resolve) => server.close(resolve));
  return error && (!only || only.includes(error.code)) ? error : null;
}
