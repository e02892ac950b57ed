import { EventModel, type StoredEvent } from './event.model.ts';
import { tellMakers } from './event-sockets.service.ts';

/** Leaves the events that chose a track without music, and tells their makers which song it was. Idempotent. */
export async function dropTrack(trackId: string, title: string): Promise<void> {
  const chosen = { trackId: { $eq: trackId, $type: 'string' as const } };
  const events = await EventModel.find(chosen, { _id: 1 }).lean<Pick<StoredEvent, '_id'>[]>();
  for (const { _id } of events) {
    const music = { start: 0, volume: 0, removed: title };
    const changed = await EventModel.updateOne({ _id, trackId }, { $set: { trackId: null, hasOwnSong: false, music } });
    if (changed.modifiedCount > 0) tellMakers(String(_id));
  }
}
