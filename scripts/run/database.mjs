import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { which } from './machine.mjs';

/**
 * The database of this copy: the one that is configured, a mongod on the PATH, or the embedded one. Its data lies below the
 * data folder, and it keeps its port when it has to be started again.
 *
 * @param {ReturnType<import('./supervisor.mjs').createSupervisor>} supervisor
 * @param {{ root: string, varDir: string, configured: string | undefined }} options
 * @returns {Promise<{ uri: string, words: string }>}
 */
export async function startDatabase(supervisor, { root, varDir, configured }) {
  if (configured) return { uri: configured, words: 'the database of MONGODB_URI' };
  const port = await freePort();
  const mongod = which('mongod');
  if (mongod) {
    const folder = join(varDir, 'mongod');
    mkdirSync(folder, { recursive: true });
    const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet'];
    supervisor.keep('database', args, { command: mongod, onLine: () => true });
    return { uri: `mongodb://127.0.0.1:${port}/vidday`, words: `mongod from the PATH, data in ${folder}` };
  }
  const folder = join(varDir, 'database');
  mkdirSync(folder, { recursive: true });
  await new Promise((resolve) => {
    supervisor.keep('database', [join(root, 'dist/embedded-mongo.js'), '--data', folder, '--port', String(port)], {
      onLine: (line) => {
        if (!line.startsWith('{"ready"')) return false;
        resolve(undefined);
        return true;
      },
    });
  });
  return { uri: `mongodb://127.0.0.1:${port}/vidday`, words: `the embedded database, data in ${folder}` };
}

/** A port that nobody listens on now. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Ends with one clear line when somebody listens on the port already. */
export async function requirePort(port, host) {
  const server = createServer();
  const error = await new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(null));
  });
  if (error) {
    const words = error.code === 'EADDRINUSE' ? 'is in use already' : `can’t be used (${error.code})`;
    console.error(`Port ${port} ${words}. Choose another: npm start -- --port ${port + 1}`);
    process.exit(1);
  }
  await new Promise((resolve) => server.close(resolve));
}
