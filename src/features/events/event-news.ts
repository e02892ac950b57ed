import type { DomainEvent } from '../../platform/domain-events.ts';
import { platform } from '../../platform/platform.ts';

/** Lets other features act on the end or the return of an event. What fails is logged: the event has changed all the same. */
export async function emitEventNews(event: DomainEvent<{ eventId: string }>, eventId: string): Promise<void> {
  for (const err of await event.emit({ eventId })) {
    platform().log.error({ err, eventId }, 'jobs of an event could not be stopped or resumed');
  }
}
