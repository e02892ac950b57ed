import { isDeepStrictEqual } from 'node:util';
import type { Track, UpdateTrackBody } from '../../shared/contracts/tracks.ts';
import { keysOf } from '../../shared/known-values.ts';
import { dropTrack } from '../events/event-music.service.ts';
import { forgetSound } from '../media/sound-uploads.service.ts';
import { announceTrack } from './announce-track.ts';
import { toTrackDto } from './track.dto.ts';
import { removeFiles } from './track.files.ts';
import { type StoredTrack, TrackModel } from './track.model.ts';
import { noSuchTrack } from './track-rules.ts';

/** Changes what is said of a track. */
export async function updateTrack(track: StoredTrack, body: UpdateTrackBody): Promise<Track> {
  const shown = toTrackDto(track);
  const changes = { ...body };
  for (const name of keysOf(changes)) if (isDeepStrictEqual(changes[name], shown[name])) delete changes[name];
  if (Object.keys(changes).length === 0) return shown;
  const changed = await TrackModel.findOneAndUpdate(
    { _id: track._id, deletedAt: null },
    { $set: changes },
    { returnDocument: 'after' },
  ).lean<StoredTrack>();
  if (!changed) throw noSuchTrack();
  announceTrack(shown, changes);
  return toTrackDto(changed);
}

/** Removes a track. Events that chose it have no music then; finished films keep theirs. */
export async function removeTrack(track: StoredTrack): Promise<Track> {
  const marked = await TrackModel.findOneAndUpdate(
    { _id: track._id, deletedAt: null },
    { $set: { deletedAt: new Date() } },
    { returnDocument: 'after' },
  ).lean<StoredTrack>();
  if (!marked) throw noSuchTrack();
  const removed = toTrackDto(marked);
  await finishRemoval(marked);
  announceTrack(removed, { deletedAt: removed.deletedAt });
  return removed;
}

/** The record goes last, so that the next run finds what a crash left. */
async function finishRemoval(track: StoredTrack): Promise<void> {
  await dropTrack(String(track._id), track.title);
  await removeFiles(track);
  await forgetSound(String(track._id));
  await TrackModel.deleteOne({ _id: track._id });
}

/** Completes removals that a crash interrupted. */
export async function cleanUpTracks(): Promise<void> {
  const left = await TrackModel.find({ deletedAt: { $gt: new Date(0) } })
    .limit(100)
    .lean<StoredTrack[]>();
  for (const track of left) await finishRemoval(track);
}

/** Deletes the songs of a purged event, with their files. */
export async function purgeTracksOf(eventId: string): Promise<void> {
  for (const track of await TrackModel.find({ eventId }).lean<StoredTrack[]>()) await finishRemoval(track);
}
