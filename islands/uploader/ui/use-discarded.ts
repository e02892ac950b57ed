import { useEffect, useState } from 'react';
import type { UploadQueue } from '../core/queue.ts';

/** Discarded drafts that can still be restored; they reappear after a reload. */
export interface Discarded {
  ids: readonly string[];
  discard(id: string): void;
  undo(): void;
}

/** How long a discarded draft can be restored, in milliseconds. */
const UNDO = 10_000;

export function useDiscarded(queue: UploadQueue | null): Discarded {
  const [ids, setIds] = useState<readonly string[]>([]);
  useEffect(() => {
    if (ids.length === 0) return;
    const timer = setTimeout(() => {
      for (const id of ids) queue?.remove(id);
      setIds([]);
    }, UNDO);
    return () => clearTimeout(timer);
  }, [ids, queue]);
  return {
    ids,
    discard: (id) => setIds((now) => [...now, id]),
    undo: () => setIds([]),
  };
}
