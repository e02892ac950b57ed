import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Runs `work` with a new private folder (mode 0700) below `base`, and removes the folder whatever happens.
 * A crash leaves it behind: whoever owns `base` clears it at start.
 */
export async function withTempFolder<T>(base: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(base, { recursive: true });
  const folder = await mkdtemp(join(base, 'work-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
