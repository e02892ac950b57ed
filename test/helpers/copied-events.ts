import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { Types } from 'mongoose';
import type { Event } from '../../src/shared/contracts/events.ts';

/** Copies of an event, each with its film, for sequences that need many. Answers their ids. */
export async function copiedEvents(
  connection: Connection,
  { id }: Pick<Event, 'id'>,
  count: number,
): Promise<string[]> {
  const [all, films] = ['events', 'publishedmedia'].map((name) => connection.collection(name));
  const event = await all?.findOne({ _id: new Types.ObjectId(id) });
  const film = await films?.findOne({ eventId: new Types.ObjectId(id) });
  const key = (prefix: string) => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 22)}`;
  const ids = Array.from({ length: count }, () => ({ event: new Types.ObjectId(), film: new Types.ObjectId() }));
  await all?.insertMany(
    ids.map((of) => ({
      ...event,
      _id: of.event,
      uuid: randomUUID(),
      privateKey: key('p_'),
      viewKey: key('v_'),
      currentFilmId: of.film,
    })),
  );
  await films?.insertMany(
    ids.map((of) => ({ ...film, _id: of.film, eventId: of.event, renderJobId: new Types.ObjectId() })),
  );
  return ids.map((of) => String(of.event));
}
