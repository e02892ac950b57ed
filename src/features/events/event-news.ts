import type { DomainEvent } from '../../platform/domain-events.ts';
import { platform } from '../../platform/platform.ts';

/** Emits a domain event. Failures of handlers are logged: the event itself has changed. */
export async function emitEventNews(event: DomainEvent<{ eventId: string }>, eventId: string): Promise<void> {
  for (const err of await event.emit({ eventId })) {
    platform().log.error({ err, eventId }, 'jobs of an event could not be stopped or resumed');
  }
}
