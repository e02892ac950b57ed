import { signedFileUrl } from '../../platform/storage/signed-files.ts';
import type { Track } from '../../shared/contracts/tracks.ts';
import { latestStart } from './music/film-loop.ts';
import { loopOfTrack } from './music/loop.ts';
import type { StoredTrack } from './track.model.ts';

export function toTrackDto(track: StoredTrack): Track {
  const { title, artist, status, error, length, waveform, beats, occasions, eventId, deletedAt } = track;
  const id = String(track._id);
  const scope = eventId ? 'own' : 'seen';
  return {
    id,
    title,
    artist: artist ?? '',
    mood: track.mood ?? null,
    status,
    error: error?.code && error.message ? { code: error.code, message: error.message } : null,
    length,
    latestStart: latestStart(loopOfTrack(track)),
    url: status === 'ready' && !deletedAt ? signedFileUrl({ kind: 'track', id, variant: 'audio', scope }) : null,
    waveform: [...waveform],
    beats: beats ? [...beats] : null,
    occasions: [...occasions],
    isPublic: !eventId,
    eventId: eventId ? String(eventId) : null,
    rightsConfirmed: true,
    deletedAt: deletedAt ? deletedAt.toISOString() : null,
  };
}
