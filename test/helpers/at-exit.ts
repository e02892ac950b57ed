import { rmSync } from 'node:fs';

const ends = new Set<() => void>();
const removals = new Set<() => void>();

// One listener, as the order counts, and one that throws would keep all later ones from running.
process.once('exit', () => {
  for (const work of [...ends, ...removals]) {
    try {
      work();
    } catch (error) {
      console.error(error);
    }
  }
});

/** Does `work` when this process exits, before anything is removed: it ends processes. Returns a function that forgets it. */
export function endAtExit(work: () => void): () => void {
  ends.add(work);
  return () => void ends.delete(work);
}

/** Does `work` when this process exits, after all that `endAtExit` does. */
export function removeAtExit(work: () => void): void {
  removals.add(work);
}

/** Removes a folder to which a process that is about to die may still write. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
