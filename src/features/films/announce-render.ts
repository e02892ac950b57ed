import { platform } from '../../platform/platform.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';
import { toRenderJobDto, toStaffRenderDto } from './film.dto.ts';
import type { StoredRenderJob } from './film.model.ts';

/** Shows staff how far a film is, and its event's makers unless staff make it for themselves. */
export function announceRender(job: StoredRenderJob): void {
  platform().sockets.emitToStaff('render:progress', toStaffRenderDto(job));
  if (!job.kind) emitToEvent(String(job.eventId), 'creator', 'render:progress', toRenderJobDto(job));
}
