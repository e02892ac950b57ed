import { bytesBelow } from '../../platform/storage/bytes-below.ts';
import { TrackModel, Types } from './track.model.ts';

/** Bytes of the songs that an event’s makers brought. */
export async function songBytesOf(eventId: string): Promise<number> {
  const songs = await TrackModel.find({ eventId: new Types.ObjectId(eventId) }, { _id: 1 }).lean();
  return bytesBelow(...songs.map(({ _id }) => `tracks/${_id}/`));
}

/** Bytes of all events’ songs, and of the music that everybody may choose. Walks every file: for a worker. */
export async function allTrackBytes(): Promise<{ songs: number; music: number }> {
  const ours = await TrackModel.find({ eventId: null }, { _id: 1 }).lean();
  const [all, music] = await Promise.all([
    bytesBelow('tracks/'),
    bytesBelow(...ours.map(({ _id }) => `tracks/${_id}/`)),
  ]);
  return { songs: all - music, music };
}
