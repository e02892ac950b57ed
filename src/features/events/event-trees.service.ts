import { EventModel } from './event.model.ts';

/** Sets how many trees were paid for an event. */
export async function setTrees(eventId: string, trees: number): Promise<void> {
  await EventModel.updateOne({ _id: eventId }, { $set: { trees } });
}
