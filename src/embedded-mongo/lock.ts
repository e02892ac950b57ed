import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const NAME = /^lock-[0-9a-f]+\.sock$/;
const UNBORN = /^unborn-[0-9a-f]+\.sock$/;
const UNBORN_MS = 60_000;

/**
 * Locks the working directory: it listens on a socket there, which the kernel ends with the process, and looks for
 * others that answer. Two that start at once may both give way. @returns how to release it; undefined: it is taken
 */
export async function lockHere(): Promise<(() => void) | undefined> {
  const id = randomBytes(8).toString('hex');
  const [unborn, own] = [`unborn-${id}.sock`, `lock-${id}.sock`];
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(unborn, resolve));
  // Only a socket that already listens gets the name that others look for.
  renameSync(unborn, own);
  server.unref();
  const release = (): void => {
    server.close();
    rmSync(own, { force: true });
  };
  for (const name of readdirSync('.')) {
    if (UNBORN.test(name) && Date.now() - (statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0) > UNBORN_MS)
      rmSync(name, { force: true });
    if (!NAME.test(name) || name === own) continue;
    if (await answers(name)) {
      release();
      return undefined;
    }
    rmSync(name, { force: true });
  }
  return release;
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', () => end(true));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => end(!['ECONNREFUSED', 'ENOENT'].includes(code)));
  });
}

/** What the address of a unix socket holds on every system, in bytes. */
const MAX_BYTES = 103;

/** Socket of the database in `folder`, or in a temporary folder where that path is too long. The same at each start. */
export function socketPath(folder: string): string {
  const own = join(folder, 'database.sock');
  if (Buffer.byteLength(own) <= MAX_BYTES) return own;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return join(tmpdir(), `embedded-mongo-${name}`, 'database.sock');
}

/** Makes the folder of a socket where it has one of its own, and removes a socket that a killed process has left. */
export function clearSocket(path: string, folder: string): void {
  const home = dirname(path);
  if (path === socketPath(folder) && home !== folder) {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(home);
    // Anybody can make folders among the temporary ones.
    if (uid !== process.getuid?.() || (mode & 0o777) !== 0o700) throw new Error(`${home} belongs to somebody else`);
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) rmSync(path);
}
