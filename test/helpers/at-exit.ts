const ends = new Set<() => void>();
const removals = new Set<() => void>();

// A single listener: the order counts, and a listener that throws would keep later ones from running.
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
