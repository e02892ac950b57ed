import { AppError } from '../../platform/errors.ts';
import type { UpdateMediaBody } from '../../shared/contracts/media.ts';
import { isClosed } from '../events/event-facts.service.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { StoredMedia } from './media.model.ts';

type Late = StoredMedia['late'];

/** Initial lateness of a new clip. A replacement inherits the decision. */
export function latenessAtFirst(
  event: EventRecord,
  replaced: StoredMedia | null,
): Pick<StoredMedia, 'late' | 'cameAfterClosing'> {
  if (replaced) return { late: replaced.late ?? null, cameAfterClosing: replaced.cameAfterClosing ?? false };
  const cameAfterClosing = isClosed(event);
  const isInTime = event.status === 'active' && !event.currentFilmId && !cameAfterClosing;
  return { late: isInTime ? null : 'waiting', cameAfterClosing };
}

/** Lateness after a change; `hidden` is a decision too. FIELDS_REFUSED for a clip that was in time. */
export function lateAfter({ late = null }: StoredMedia, { isWaiting, hidden }: UpdateMediaBody): Late {
  if (isWaiting === true) {
    if (late) return 'waiting';
    const message = 'Only a clip that came after the film was published can wait.';
    throw new AppError('FIELDS_REFUSED', { message, fields: { isWaiting: message } });
  }
  return late === 'waiting' && (isWaiting === false || hidden !== undefined) ? 'answered' : late;
}
