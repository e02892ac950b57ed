import type { EventStatus } from './transitions.ts';

/** What decides whether clips are taken. */
export interface Collecting {
  status: EventStatus;
  /** The organiser's switch. */
  acceptsClips: boolean;
  /** ISO 8601 or a Date; it closes by itself. */
  deadline?: string | Date | null;
}

/** Why no clips are taken; `state` where the event was put away. */
export type ClosedBy = 'organiser' | 'deadline' | 'state';

/** Publishing and giving close nothing: late clips wait outside the film. */
const COLLECTING: readonly EventStatus[] = ['active', 'finalizing', 'finalized', 'delivered'];

/** Null while clips are taken. */
export function closedBy({ status, acceptsClips, deadline }: Collecting, now = new Date()): ClosedBy | null {
  if (!COLLECTING.includes(status)) return 'state';
  // Events from before there was a switch have no value.
  if (acceptsClips === false) return 'organiser';
  return deadline != null && new Date(deadline) <= now ? 'deadline' : null;
}
