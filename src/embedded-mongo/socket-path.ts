import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the address of a unix socket holds on every system, in bytes. */
const MAX_BYTES = 103;

/**
 * Socket path of the database in `folder`: in that folder, or in a temporary one if the path is too long for a socket.
 * The same at each start.
 */
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
