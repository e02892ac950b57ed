import type { Connection } from 'mongoose';

/** Copies a clip as if as many other people had sent it, straight into the database; for tests of long timelines. */
export async function copyClip(connection: Connection, mediaId: string, copies: number): Promise<void> {
  const collection = connection.collection('media');
  const { ObjectId } = connection.base.mongo;
  const original = await collection.findOne({ _id: new ObjectId(mediaId) });
  if (!original) throw new Error(`no clip ${mediaId}`);
  const { _id, ...first } = original;
  const { insertedIds } = await collection.insertMany(
    Array.from({ length: copies }, (_, index) => ({
      ...first,
      sha256: null,
      receiptKey: `${first.receiptKey.slice(0, -4)}${String(index).padStart(4, '0')}`,
      contributor: { ...first.contributor, key: `browser:${index}`, name: `Guest ${index + 2}` },
      createdAt: new Date(first.createdAt.getTime() + index + 1),
    })),
  );
  const order = { $each: Object.values(insertedIds) };
  await connection.collection('events').updateOne({ _id: first.eventId }, { $push: { order } as never });
}

/** Makes a prepared clip look like a recording with a silent start and end, so that a trim is offered. */
export async function addDeadTime(connection: Connection, mediaId: string): Promise<void> {
  const facts = { kind: 'video', length: 6, heard: { start: 1.5, end: 3.5 } };
  await connection.collection('media').updateOne({ _id: new connection.base.mongo.ObjectId(mediaId) }, { $set: facts });
}
