import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const BAD_PORTS = new Set(
  JSON.parse(readFileSync(new URL('../../src/platform/bad-ports.json', import.meta.url), 'utf8')),
);

/** Whether browsers and `fetch` refuse to connect to a port: https://fetch.spec.whatwg.org/#port-blocking */
export function isBadPort(port) {
  return BAD_PORTS.has(port);
}

/** The port to propose instead of one that can't be used. */
export function nextPort(port) {
  let next = port + 1;
  while (isBadPort(next)) next++;
  return next <= 65_535 ? next : 3000;
}

/** A port that nobody listens on now. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Ends with one clear line when somebody listens on the port already.
 *
 * @param {number} port
 * @param {string} host
 * @param {string} command what the person typed, for the advice
 */
export async function requirePort(port, host, command = 'npm start') {
  // “localhost” is ::1 to many a browser: whoever listens there would be seen in our place.
  const error =
    (await problemOf(port, host)) ?? (host === '127.0.0.1' ? await problemOf(port, '::1', ['EADDRINUSE']) : null);
  if (!error) return;
  const words = error.code === 'EADDRINUSE' ? 'is in use already' : `can’t be used (${error.code})`;
  console.error(`Port ${port} ${words}. Choose another: ${command} -- --port ${nextPort(port)}`);
  process.exit(1);
}

/** What keeps us from listening there, or null; `only` names what counts. */
async function problemOf(port, host, only) {
  const server = createServer();
  const error = await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(null));
  });
  if (!error) await new Promise((resolve) => server.close(resolve));
  return error && (!only || only.includes(error.code)) ? error : null;
}
