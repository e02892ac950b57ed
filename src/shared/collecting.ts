import type { EventStatus } from './transitions.ts';

/** Fields that decide whether an event accepts clips. */
export interface Collecting {
  status: EventStatus;
  /** Set by the organiser. */
  acceptsClips: boolean;
  /** ISO 8601 or a Date; collecting ends then. */
  deadline?: string | Date | null;
}

/** Why no clips are accepted; `state`: the event was archived or deleted. */
export type ClosedBy = 'organiser' | 'deadline' | 'state';

/** Publishing and delivery don't close an event: late clips wait outside the film. */
const COLLECTING: readonly EventStatus[] = ['active', 'finalizing', 'finalized', 'delivered'];

/** Whether clips would be accepted but for the deadline. */
export function acceptsButForDeadline(event: Pick<Collecting, 'status' | 'acceptsClips'>): boolean {
  return closedBy({ ...event, deadline: null }) === null;
}

/** Null while clips are accepted. */
export function closedBy({ status, acceptsClips, deadline }: Collecting, now = new Date()): ClosedBy | null {
  if (!COLLECTING.includes(status)) return 'state';
  // Older events have no value.
  if (acceptsClips === false) return 'organiser';
  return deadline != null && new Date(deadline) <= now ? 'deadline' : null;
}
