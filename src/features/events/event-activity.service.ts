import { EventModel } from './event.model.ts';

/** Notes that somebody still cares about a given event, such as by a thank-you: its time to the archive starts again. */
export async function noteActivity(eventId: string): Promise<void> {
  await EventModel.updateOne({ _id: eventId, status: 'delivered' }, { $set: { updatedAt: new Date() } });
}
