import { platform } from '../../platform/platform.ts';
import type { Track } from '../../shared/contracts/tracks.ts';
import { emitToEvent } from '../events/event-sockets.service.ts';

/**
 * Tells every open page about a public track, or the makers of its event: the id and only what changed. A public one that
 * can't be heard is for staff only.
 */
export function announceTrack(
  { id, eventId, status }: Pick<Track, 'id' | 'eventId' | 'status'>,
  changed: Partial<Track>,
) {
  const { sockets } = platform();
  if (eventId) emitToEvent(eventId, 'creator', 'track:updated', { ...changed, id });
  else if (status === 'ready') sockets.emitToAll('track:updated', { ...changed, id });
  else sockets.emitToStaff('track:updated', { ...changed, id });
}
