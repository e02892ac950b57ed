import type { Connection } from 'mongoose';
import { platform } from '../../src/platform/platform.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import type { Media } from '../../src/shared/contracts/media.ts';

/**
 * Makes clips look prepared, with a poster and no segment, for tests that are not about preparing and make no film of them. It
 * saves a real preparation, and the titles that are drawn ahead for an event with a ready clip.
 * @param length in seconds; left out: as it was
 */
export async function seemReady(
  connection: Connection,
  event: Pick<Event, 'id'>,
  clips: readonly Pick<Media, 'id'>[],
  length?: number,
): Promise<void> {
  for (const { id } of clips) {
    const folder = `prepared/${event.id}/${id}`;
    await platform().store.write(`${folder}/poster.jpg`, Buffer.from('a poster'));
    const prepared = { segmentKey: 'a'.repeat(40), folder, frames: 180 };
    await connection.collection('media').updateOne(
      { _id: new connection.base.mongo.ObjectId(id) },
      {
        $set: { status: 'ready', prepared, ...(length !== undefined && { length }) },
        // A worker that prepares the clip now must not replace this.
        $inc: { generation: 1 },
      },
    );
  }
}
