/** Carries "what shows this has changed" between the processes that keep pages. */
export interface PurgeBus {
  /** Tells every other process; may tell the own one too. */
  publish(tag: string): Promise<void> | void;
  /** Returns what ends the subscription. */
  subscribe(listener: (tag: string) => void): () => void;
}

/** For one process, and for several caches inside one. */
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

/** The same bus, whose listeners hear of a tag only once `prepare` is done: a page made anew needs what has changed. */
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
