import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeIfRoom } from './full-disk.mjs';

const SOCKET = 'in-use.sock';
const PIDS = 'running.json';
/** Processes of a run that was killed end by themselves within this many milliseconds. */
const LEFT_FOR = 20_000;

/**
 * Takes a data folder for this run, so that no second one works on it. The kernel ends the listening with the process,
 * however that ends, so nothing left behind can hold the folder.
 *
 * @param {string} folder made when it is not there
 * @param {string} words told to whoever asks for the folder meanwhile
 * @returns {Promise<{ takenBy: string } | { release(): void, notePids(pids: number[]): void }>}
 */
export async function lockFolder(folder, words) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
  const home = process.cwd();
  // Sockets have short paths at most: from inside the folder it is short wherever the folder lies.
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
    /** Whole or not at all: whoever reads it may come at any moment. */
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

/** One of an earlier version may be open; one that is somebody else's stays as it is. */
function closeToOthers(folder) {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if (error.code !== 'EPERM') throw error;
  }
}

/** @returns {Promise<import('node:net').Server | null>} null where the name is taken already */
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

/** What the run that has the folder says; null where nobody answers. */
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

/** After a run that was killed, its processes still write what they have; they notice that they are alone. */
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
 * Takes the data folder of a copy, or ends with one clear line where another run has it.
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
