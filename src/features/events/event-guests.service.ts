import { EventModel } from './event.model.ts';
import type { EventRecord } from './find-events.service.ts';

/** Remembers that an event has a guest list. Call it before the first guest is stored. */
export async function markGuests({ id, hasGuests }: Pick<EventRecord, 'id' | 'hasGuests'>): Promise<void> {
  if (!hasGuests) await EventModel.updateOne({ _id: id }, { $set: { hasGuests: true } });
}
