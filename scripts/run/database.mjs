import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdsEmbedded, kindOfDatabase, requireMongod } from './own-database.mjs';
import { freePort } from './port.mjs';

/** Milliseconds for which the database outlives a killed supervisor, so that its clients can finish. */
const GUARD_WAIT = 3000;
/** How the embedded database says that its file is checked and it accepts connections. */
const READY = '{"ready"';
/** Makes glibc return each large buffer to the system, instead of keeping it for later ones. */
const GIVES_BACK = { MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * The database of this copy: the configured one, or the data folder's own. Its data is below that folder; it keeps its
 * port across restarts. Throws when its program is missing.
 *
 * @param {ReturnType<import('./supervisor.mjs').createSupervisor>} supervisor
 * @param {{ root: string, varDir: string, configured: string | undefined, kind?: 'mongod' | 'embedded' }} options
 * @returns {Promise<{ uri: string, words: string }>}
 */
export async function startDatabase(supervisor, { root, varDir, configured, kind = kindOfDatabase(varDir) }) {
  if (configured) return { uri: configured, words: 'the database of MONGODB_URI' };
  if (kind === 'mongod') {
    const mongod = requireMongod(varDir);
    if (holdsEmbedded(varDir)) {
      console.error(
        `${varDir} holds data of two databases. That of mongod is used; the one in database/ is left alone.`,
      );
    }
    const port = await freePort();
    const uri = `mongodb://127.0.0.1:${port}/vidday`;
    const folder = join(varDir, 'mongod');
    mkdirSync(folder, { recursive: true });
    const guarded = fileURLToPath(new URL('./guarded.mjs', import.meta.url));
    const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet'];
    supervisor.keep('database', [guarded, mongod, ...args], { guardWait: GUARD_WAIT, onLine: () => true });
    return { uri, words: `mongod from the PATH, data in ${folder}` };
  }
  const folder = join(varDir, 'database');
  mkdirSync(folder, { recursive: true });
  const args = [join(root, 'dist/embedded-mongo.js'), '--data', folder];
  const address = await new Promise((resolve) => {
    const onLine = (line) => {
      if (!line.startsWith(READY)) return false;
      resolve(JSON.parse(line).uri);
      return true;
    };
    const options = { env: GIVES_BACK, guardWait: GUARD_WAIT, onLine, ready: READY };
    const { ended } = supervisor.keep('database', args, options);
    ended.then(() => resolve(''));
  });
  return { uri: `${address}/vidday`, words: `the embedded database, data in ${folder}` };
}

/** The snapshot of the last upgrade, if any. */
export function newestSnapshot(varDir) {
  const folder = join(varDir, 'snapshots');
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith('.zip'));
    const made = files.map((name) => join(folder, name)).map((path) => ({ path, at: statSync(path).mtimeMs }));
    return made.sort((a, b) => b.at - a.at)[0]?.path;
  } catch {
    return undefined;
  }
}
