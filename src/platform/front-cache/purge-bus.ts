/** Sends invalidated tags to all processes that cache pages. */
export interface PurgeBus {
  /** Publishes to the other processes; may also deliver to this one. */
  publish(tag: string): Promise<void> | void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (tag: string) => void): () => void;
}

/** A bus within one process. */
export function localPurgeBus(): PurgeBus {
  const listeners = new Set<(tag: string) => void>();
  return {
    publish(tag) {
      for (const listener of listeners) listener(tag);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The same bus, but listeners are called only after `prepare`: rendering needs the changed data. */
export function afterPreparing(bus: PurgeBus, prepare: (tag: string) => Promise<void>): PurgeBus {
  return {
    publish: (tag) => bus.publish(tag),
    subscribe: (listener) =>
      bus.subscribe((tag) => {
        const tell = () => listener(tag);
        prepare(tag).then(tell, tell);
      }),
  };
}
