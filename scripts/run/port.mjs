import { createServer } from 'node:net';

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
  const other = port < 65_535 ? port + 1 : 3000;
  console.error(`Port ${port} ${words}. Choose another: ${command} -- --port ${other}`);
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
