import type { Carried } from '../shared/viewer.ts';

/**
 * What happened, told within one process by the feature that did it, so that a feature to its right can act on it without
 * being called. Work that must survive the process is a job instead.
 */
export interface DomainEvents {
  /** Somebody signed in or registered, with what their browser made before. */
  'user.signed-in': { userId: string; firstName: string } & Carried;
  /** An admin who acted for somebody is themselves again; told at least once. */
  'impersonation.ended': { userId: string; impersonatorId: string; impersonationId: string; why: ImpersonationEnd };
  /**
   * An account is about to go for good: whoever keeps something of its owner forgets it now, and may be told again. Where a
   * handler fails, the account stays until the next turn.
   */
  'user.purging': { userId: string; confirmedEmail: string | null };
  /** An event was deleted: what is being made of it is stopped. */
  'event.deleted': { eventId: string };
  /** A deleted event was brought back: what was stopped goes on. */
  'event.restored': { eventId: string };
  /** What every page shows at its top was changed. */
  'announcements.changed': { id: string };
}
/** Asked for; signed out or in as somebody else; the hour is over, no admin any more, or nobody there to act for. */
export type ImpersonationEnd = 'asked' | 'signed-out' | 'signed-in' | 'over';
export type DomainEventName = keyof DomainEvents;
export type DomainEventHandler<N extends DomainEventName> = (payload: DomainEvents[N]) => Promise<void> | void;

const handlers: { [N in DomainEventName]: Set<DomainEventHandler<N>> } = {
  'user.signed-in': new Set(),
  'impersonation.ended': new Set(),
  'user.purging': new Set(),
  'event.deleted': new Set(),
  'event.restored': new Set(),
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
