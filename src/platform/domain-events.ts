/**
 * What happened, told within one process by the feature that did it, so that a feature to its right can act on it without
 * being called. Work that must survive the process is a job instead.
 */
export interface DomainEvents {
  /** Somebody signed in or registered; `preparedEventIds` are the events their browser made before. */
  'user.signed-in': { userId: string; firstName: string; preparedEventIds: readonly string[] };
  /** What every page shows at its top was changed. */
  'announcements.changed': { id: string };
}
export type DomainEventName = keyof DomainEvents;
export type DomainEventHandler<N extends DomainEventName> = (payload: DomainEvents[N]) => Promise<void> | void;

const handlers: { [N in DomainEventName]: Set<DomainEventHandler<N>> } = {
  'user.signed-in': new Set(),
  'announcements.changed': new Set(),
};

/** Registers a handler; returns what takes it away again. The same handler counts once. */
export function onDomainEvent<N extends DomainEventName>(name: N, handler: DomainEventHandler<N>): () => void {
  handlers[name].add(handler);
  return () => handlers[name].delete(handler);
}

/**
 * Runs all handlers side by side and waits for them. One that fails neither stops the others nor whoever emitted: the
 * failures are returned, to be logged.
 */
export async function emitDomainEvent<N extends DomainEventName>(
  name: N,
  payload: DomainEvents[N],
): Promise<unknown[]> {
  const results = await Promise.allSettled([...handlers[name]].map(async (handler) => handler(payload)));
  return results.filter((result) => result.status === 'rejected').map((result) => result.reason);
}
