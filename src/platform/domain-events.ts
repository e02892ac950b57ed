export type DomainEventHandler<P> = (payload: P) => Promise<void> | void;

/** A handler bound to its event, as a feature's manifest lists it. */
export interface Subscription {
  /** Returns what ends it. */
  follow(): () => void;
}

/**
 * Something that happened, told within one process by the feature that did it, so that a feature to its right can act on it
 * without being called. Work that must survive the process is a job instead.
 */
export interface DomainEvent<P> {
  readonly name: string;
  /** Registers a handler; returns what takes it away again. One that is registered twice is called once. */
  on(handler: DomainEventHandler<P>): () => void;
  /** The same as a value, for a manifest. */
  does(handler: DomainEventHandler<P>): Subscription;
  /** Runs all handlers side by side and waits for them. Returns what failed, to be logged; it stops neither others nor the caller. */
  emit(payload: P): Promise<unknown[]>;
}

/** Declares an event, typed by what is told. */
export function domainEvent<P>(name: string): DomainEvent<P> {
  // Web and worker can share a process, in tests: a handler stays until both have ended.
  const handlers = new Map<DomainEventHandler<P>, number>();
  const on = (handler: DomainEventHandler<P>) => {
    handlers.set(handler, (handlers.get(handler) ?? 0) + 1);
    let isFollowed = true;
    return () => {
      if (!isFollowed) return;
      isFollowed = false;
      const left = (handlers.get(handler) ?? 1) - 1;
      if (left > 0) handlers.set(handler, left);
      else handlers.delete(handler);
    };
  };
  return {
    name,
    on,
    does: (handler) => ({ follow: () => on(handler) }),
    async emit(payload) {
      const results = await Promise.allSettled([...handlers.keys()].map(async (handler) => handler(payload)));
      return results.filter((result) => result.status === 'rejected').map((result) => result.reason);
    },
  };
}
