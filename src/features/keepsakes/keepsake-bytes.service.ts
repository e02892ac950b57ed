import { Types } from 'mongoose';
import { KeepsakeModel } from './keepsake.model.ts';

/** Bytes of an event’s archives, from stored sizes. */
export function keepsakeBytesOf(eventId: string): Promise<number> {
  return sum(
    KeepsakeModel.find({ eventId: new Types.ObjectId(eventId) }, { bytes: 1 })
      .lean()
      .cursor(),
  );
}

/** Bytes of all archives. Reads every one: for a worker, not for a request. */
export function allKeepsakeBytes(): Promise<number> {
  return sum(KeepsakeModel.find({}, { bytes: 1 }).sort({ _id: 1 }).lean().cursor());
}

async function sum(found: AsyncIterable<unknown>): Promise<number> {
  let all = 0;
  for await (const { bytes } of found as AsyncIterable<{ bytes?: number | null }>) all += bytes ?? 0;
  return all;
}
