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

/** A currently free port. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
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
