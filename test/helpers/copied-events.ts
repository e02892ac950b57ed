import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { Types } from 'mongoose';
import type { Event } from '../../src/shared/contracts/events.ts';

/** What is copied with an event: where it is stored, how the event names it, and its own fields that are new. */
const WITH = {
  film: {
    collection: 'publishedmedia',
    ofEvent: (id: Types.ObjectId) => ({ currentFilmId: id }),
    own: () => ({ renderJobId: new Types.ObjectId() }),
  },
  clip: {
    collection: 'media',
    ofEvent: (id: Types.ObjectId) => ({ order: [id] }),
    own: () => ({ receiptKey: key('r_'), length: 60 }),
  },
};

/** Copies of an event, each with its film or its clip, for sequences that need many. Answers their ids. */
export async function copiedEvents(
  connection: Connection,
  { id }: Pick<Event, 'id'>,
  count: number,
  what: keyof typeof WITH,
): Promise<string[]> {
  const { collection, ofEvent, own } = WITH[what];
  const [events, others] = [connection.collection('events'), connection.collection(collection)];
  const event = await events.findOne({ _id: new Types.ObjectId(id) });
  const other = await others.findOne({ eventId: new Types.ObjectId(id) });
  const ids = Array.from({ length: count }, () => ({ event: new Types.ObjectId(), other: new Types.ObjectId() }));
  await events.insertMany(
    ids.map((of) => ({
      ...event,
      _id: of.event,
      uuid: randomUUID(),
      privateKey: key('p_'),
      viewKey: key('v_'),
      ...ofEvent(of.other),
    })),
  );
  await others.insertMany(ids.map((of) => ({ ...other, _id: of.other, eventId: of.event, ...own() })));
  return ids.map((of) => String(of.event));
}

function key(prefix: string): string {
  return `${prefix}${randomUUID().replaceAll('-', '').slice(0, 22)}`;
}
