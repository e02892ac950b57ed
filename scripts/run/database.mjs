import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { which } from './machine.mjs';
import { freePort } from './port.mjs';

/** The database stays a little longer than what writes to it when the supervisor was killed, in milliseconds. */
const GUARD_WAIT = 3000;

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
  const uri = `mongodb://127.0.0.1:${port}/vidday`;
  const mongod = which('mongod');
  if (mongod) {
    const folder = join(varDir, 'mongod');
    mkdirSync(folder, { recursive: true });
    const guarded = fileURLToPath(new URL('./guarded.mjs', import.meta.url));
    const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet'];
    supervisor.keep('database', [guarded, mongod, ...args], { guardWait: GUARD_WAIT, onLine: () => true });
    return { uri, words: `mongod from the PATH, data in ${folder}` };
  }
  const folder = join(varDir, 'database');
  mkdirSync(folder, { recursive: true });
  const args = [join(root, 'dist/embedded-mongo.js'), '--data', folder, '--port', String(port)];
  await new Promise((resolve) => {
    const onLine = (line) => {
      if (!line.startsWith('{"ready"')) return false;
      resolve(undefined);
      return true;
    };
    const { ended } = supervisor.keep('database', args, { guardWait: GUARD_WAIT, onLine });
    ended.then(resolve);
  });
  return { uri, words: `the embedded database, data in ${folder}` };
}
