import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode, isMissing } from '../fs-errors.ts';

/** Machines may share a folder, and process ids are unique on one machine only. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const OWNED = /^work-([0-9a-f]{8})-(\d+)-/;
/** Longer than any job, in milliseconds. */
const SURELY_OVER = 6 * 3_600_000;
/** Folders in use by this process. */
const own = new Set<string>();

/**
 * Runs `work` with a new private folder (mode 0700) below `base` and removes it afterwards. After a crash,
 * `removeAbandonedFolders` at start-up removes it.
 */
export async function withTempFolder<T>(base: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(base, { recursive: true });
  const folder = await mkdtemp(join(base, `work-${MACHINE}-${process.pid}-`));
  own.add(folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    own.delete(folder);
  }
}

/** Removes folders below `base` of processes that no longer run; those of other machines only after hours. */
export async function removeAbandonedFolders(base: string): Promise<void> {
  for (const name of await namesIn(base)) {
    const folder = join(base, name);
    if (!own.has(folder) && (await isAbandoned(folder, name))) {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function isAbandoned(folder: string, name: string): Promise<boolean> {
  const [, machine, pid] = OWNED.exec(name) ?? [];
  if (machine === MACHINE) return Number(pid) === process.pid || !isRunning(Number(pid));
  const found = await stat(folder).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > SURELY_OVER;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}
