import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';

let place = 100;

/** Puts a song that can be heard into an event's list, or into everybody's; gives its id. No file comes with it. */
export async function storedSong(connection: Connection, event: { id: string } | null, title = 'Our song') {
  const { ObjectId } = connection.base.mongo;
  const created = await connection.collection('tracks').insertOne({
    ...{ title, artist: 'Us', mood: 'tender', occasions: ['wedding'], place: place++, status: 'ready', error: null },
    eventId: event ? new ObjectId(event.id) : null,
    uploadId: randomBytes(16).toString('hex'),
    rightsConfirmedAt: new Date(),
    ...{ length: 60, waveform: [0.5, 1], beats: [0.5, 1], loop: { from: 2, to: 58, fade: 1.5 }, deletedAt: null },
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  return String(created.insertedId);
}
