import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const NAME = /^lock-[0-9a-f]+\.sock$/;
const UNBORN = /^unborn-[0-9a-f]+\.sock$/;
const UNBORN_MS = 60_000;

/**
 * Locks the working directory for this process, and returns how to give it back; undefined where another process has
 * it. Each process listens on a socket of its own name and then looks for others that answer. The kernel ends the
 * listening with the process, however that ends, so neither a leftover file nor a process id that was given to
 * someone else can hold the lock. Two that start at once may both give way, never both go on.
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
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}
