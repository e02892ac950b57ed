import { Types } from 'mongoose';
import { PublishedMediaModel } from './film.model.ts';

/** Bytes of all versions of an event’s film, in all shapes, from stored sizes. */
export function filmBytesOf(eventId: string): Promise<number> {
  return sum(
    PublishedMediaModel.find({ eventId: new Types.ObjectId(eventId) }, { 'sources.bytes': 1 })
      .lean()
      .cursor(),
  );
}

/** Bytes of all films. Reads every one: for a worker, not for a request. */
export function allFilmBytes(): Promise<number> {
  return sum(PublishedMediaModel.find({}, { 'sources.bytes': 1 }).sort({ _id: 1 }).lean().cursor());
}

async function sum(films: AsyncIterable<unknown>): Promise<number> {
  let bytes = 0;
  for await (const { sources } of films as AsyncIterable<{ sources?: { bytes?: number | null }[] }>) {
    for (const source of sources ?? []) bytes += source.bytes ?? 0;
  }
  return bytes;
}
