import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../scripts/run/remove-folder.mjs';
import { removeAtExit } from './at-exit.ts';

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';
const ENOUGH = 2 * 1024 ** 3;

const made: string[] = [];
removeAtExit(removeTempFolders);

/** An empty folder of its own, removed after the run. */
export function tempFolder(): Promise<string> {
  return folderIn(tmpdir());
}

/** The same in memory where there is room: for files that are flushed to disk with every write. */
export async function memoryFolder(): Promise<string> {
  const space = await statfs(MEMORY).catch(() => null);
  return folderIn(space && space.bavail * space.bsize >= ENOUGH ? MEMORY : tmpdir());
}

/** Removes every folder made so far; called by the root hooks. */
export function removeTempFolders(): void {
  for (const folder of made.splice(0)) removeFolder(folder);
}

async function folderIn(place: string): Promise<string> {
  const folder = await mkdtemp(join(place, 'vidday-test-'));
  made.push(folder);
  return folder;
}
