import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeIfRoom } from './full-disk.mjs';

const SOCKET = 'in-use.sock';
const PIDS = 'running.json';
/** Milliseconds for processes of a killed run to end by themselves. */
const LEFT_FOR = 20_000;

/**
 * Locks a data folder for this run by listening on a socket in it. The kernel closes it when the process ends, so the
 * lock never outlives its holder.
 *
 * @param {string} folder created if missing
 * @param {string} words sent to processes that ask for the folder meanwhile
 * @returns {Promise<{ takenBy: string } | { release(): void, notePids(pids: number[]): void }>}
 */
export async function lockFolder(folder, words) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
  const home = process.cwd();
  // Socket paths are limited in length, so use a relative one.
  process.chdir(folder);
  try {
    let server = await listen(words);
    if (!server) {
      const takenBy = await ask();
      if (takenBy !== null) return { takenBy };
      rmSync(SOCKET, { force: true });
      server = await listen(words);
      if (!server) return { takenBy: '' };
    }
    await othersGone();
    const release = () => {
      server.close();
      for (const name of [SOCKET, PIDS]) rmSync(join(folder, name), { force: true });
    };
    /** Written atomically: readers may come at any time. */
    const notePids = (pids) =>
      writeIfRoom(() => {
        writeFileSync(join(folder, `${PIDS}.new`), JSON.stringify(pids));
        renameSync(join(folder, `${PIDS}.new`), join(folder, PIDS));
      });
    return { release, notePids };
  } finally {
    process.chdir(home);
  }
}

/** Folders of earlier versions may be readable by others; folders of other users stay unchanged. */
function closeToOthers(folder) {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if (error.code !== 'EPERM') throw error;
  }
}

/**
 * @returns {Promise<import('node:net').Server
 *   null>} null when the folder is locked
 */
function listen(words) {
  const server = createServer((socket) => socket.on('error', () => {}).end(words));
  return new Promise((resolve, reject) => {
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(SOCKET, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** The holder's message; null when nobody answers. */
function ask() {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(SOCKET);
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      said += part;
    });
    socket.once('end', () => resolve(said));
    socket.once('error', (error) => resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? null : said));
  });
}

/** Waits for processes of a killed run, which notice and end after their last writes. */
async function othersGone() {
  let pids;
  try {
    pids = JSON.parse(readFileSync(PIDS, 'utf8'));
  } catch {
    return;
  }
  for (const until = Date.now() + LEFT_FOR; pids.some(isAlive) && Date.now() < until; ) await delay(100);
}

function isAlive(pid) {
  try {
    return Number.isInteger(pid) && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Locks a copy's data folder, or exits with a message when another run holds it.
 *
 * @param {{ varDir: string, origin: string, port: number }} options
 * @returns {Promise<{ release(): void, notePids(pids: number[]): void }>}
 */
export async function requireFolder({ varDir, origin, port }) {
  const lock = await lockFolder(varDir, origin);
  if (!('takenBy' in lock)) return lock;
  const at = lock.takenBy ? ` at ${lock.takenBy}` : '';
  console.error(
    `VidDay runs already${at} with the data in ${varDir}. A second copy needs a folder of its own: VAR_DIR=var2 npm start -- --port ${port + 1}`,
  );
  process.exit(1);
}
