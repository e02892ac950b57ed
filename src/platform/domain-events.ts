export type DomainEventHandler<P> = (payload: P) => Promise<void> | void;

/** A handler bound to its event, as a feature's manifest lists it. */
export interface Subscription {
  /** Returns a function that unsubscribes. */
  follow(): () => void;
}

/**
 * An in-process event that a feature emits and features to its right handle. For work that must survive a restart,
 * enqueue a job.
 */
export interface DomainEvent<P> {
  readonly name: string;
  /** Registers a handler; returns a function that removes it. A handler registered twice is called once. */
  on(handler: DomainEventHandler<P>): () => void;
  /** A subscription for a feature's manifest. */
  does(handler: DomainEventHandler<P>): Subscription;
  /**
   * Runs all handlers concurrently. Returns their errors for the caller to log; one failure affects neither the others
   * nor the caller.
   */
  emit(payload: P): Promise<unknown[]>;
}

/** Declares an event with a typed payload. */
export function domainEvent<P>(name: string): DomainEvent<P> {
  // In tests, web and worker share a process: count registrations so that the handler stays until both have stopped.
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
