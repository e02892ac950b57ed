import { useEffect, useState, useSyncExternalStore } from 'react';
import { createQueue, type UploadQueue } from '../core/queue.ts';
import { EMPTY_VIEW, type QueueView } from '../core/queue-state.ts';

/** The queue of an event and its view. Null on the server and before hydration. */
export function useQueue(event: string, invitation?: string): [UploadQueue | null, QueueView] {
  const [queue] = useState(() => (typeof window === 'undefined' ? null : createQueue(event, invitation)));
  useEffect(() => queue?.start(), [queue]);
  const view = useSyncExternalStore(queue?.subscribe ?? nothing, queue?.view ?? empty, empty);
  return [queue, view];
}

const empty = () => EMPTY_VIEW;
const nothing = () => () => {};
