import { emitToEvent } from '../events/event-sockets.service.ts';
import { toRenderJobDto } from './film.dto.ts';
import type { StoredRenderJob } from './film.model.ts';

/** Shows an event's makers how far its film is. */
export function announceRender(job: StoredRenderJob): void {
  emitToEvent(String(job.eventId), 'creator', 'render:progress', toRenderJobDto(job));
}
