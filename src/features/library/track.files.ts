import { platform } from '../../platform/platform.ts';
import type { FileReference, ServedFile } from '../../platform/storage/signed-files.ts';
import { type StoredTrack, TrackModel, Types } from './track.model.ts';

type Named = Pick<StoredTrack, '_id'>;

/** Folder of a track's files, which are deleted together. */
function trackFolder({ _id }: Named): string {
  return `tracks/${String(_id)}`;
}

/** The file as it was uploaded. */
export function originalKey(track: Named): string {
  return `${trackFolder(track)}/original`;
}

/** Our own encoding: AAC, 48 kHz stereo, at the level of all music, without metadata. */
export function audioKey(track: Named): string {
  return `${trackFolder(track)}/music.m4a`;
}

/** Deletes a track's files; idempotent. */
export async function removeFiles(track: Named): Promise<void> {
  const { store } = platform();
  await store.remove(originalKey(track));
  await store.remove(audioKey(track));
}

/** Resolves a track's signed URL, until it is removed. */
export async function resolveTrackFile({ id, variant }: FileReference): Promise<ServedFile | null> {
  if (!Types.ObjectId.isValid(id) || variant !== 'audio') return null;
  const track = await TrackModel.findOne({ _id: id, deletedAt: null, status: 'ready' }).lean<StoredTrack>();
  return track && { key: audioKey(track), type: 'audio/mp4' };
}
