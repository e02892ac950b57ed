import type { Connection } from 'mongoose';
import { segmentFolder } from '../../src/features/media/segments.ts';
import { newReceiptKey } from '../../src/platform/id.ts';
import { platform } from '../../src/platform/platform.ts';
import type { Event } from '../../src/shared/contracts/events.ts';

/** Copies a clip as if as many other people had sent it, straight into the database; for tests of long timelines. */
export async function copyClip(connection: Connection, mediaId: string, copies: number): Promise<void> {
  const first = await storedClip(connection, mediaId);
  await insert(
    connection,
    first.eventId,
    Array.from({ length: copies }, (_, index) => ({
      ...first,
      sha256: null,
      receiptKey: newReceiptKey(),
      contributor: { ...first.contributor, key: `browser:${index}`, name: `Guest ${index + 2}` },
      createdAt: new Date(first.createdAt.getTime() + index + 1),
    })),
  );
}

/**
 * Puts a copy of a prepared clip into another event, with prepared files of its own, as if it had been sent and prepared there: for
 * tests that are about neither. Answers its id.
 * @param facts stored fields that are different
 */
export async function copyClipTo(
  connection: Connection,
  mediaId: string,
  event: Pick<Event, 'id'>,
  facts: { contributor?: { name: string }; late?: 'waiting' } = {},
): Promise<string> {
  const { store } = platform();
  const first = await storedClip(connection, mediaId);
  const folder = segmentFolder(event.id, first.prepared.segmentKey);
  for await (const { key } of store.list(`${first.prepared.folder}/`)) {
    await store.write(folder + key.slice(first.prepared.folder.length), await store.read(key));
  }
  const clip = {
    ...first,
    ...facts,
    eventId: new connection.base.mongo.ObjectId(event.id),
    sha256: null,
    copiedSha256: first.sha256 ?? first.copiedSha256,
    receiptKey: newReceiptKey(),
    prepared: { ...first.prepared, folder },
    contributor: { ...first.contributor, ...facts.contributor },
  };
  const [id] = await insert(connection, clip.eventId, [clip]);
  return String(id);
}

/** Makes a prepared clip look like a recording with a silent start and end, so that a trim is offered. */
export function addDeadTime(connection: Connection, mediaId: string): Promise<void> {
  return makeVideo(connection, mediaId, { heard: { start: 1.5, end: 3.5 } });
}

/** Makes a prepared card look like a recording of six seconds, for tests of edits that are kept and never made. */
export function makeVideo(connection: Connection, mediaId: string, more = {}): Promise<void> {
  return setFields(connection, mediaId, { kind: 'video', length: 6, ...more });
}

/** Sets stored fields of a clip. */
export async function setFields(connection: Connection, mediaId: string, fields: object): Promise<void> {
  const _id = new connection.base.mongo.ObjectId(mediaId);
  await connection.collection('media').updateOne({ _id }, { $set: fields });
}

async function storedClip(connection: Connection, mediaId: string) {
  const found = await connection.collection('media').findOne({ _id: new connection.base.mongo.ObjectId(mediaId) });
  if (!found) throw new Error(`no clip ${mediaId}`);
  const { _id, uploadId, ...clip } = found;
  return clip;
}

async function insert(connection: Connection, eventId: unknown, clips: object[]) {
  const { insertedIds } = await connection.collection('media').insertMany(clips);
  const ids = Object.values(insertedIds);
  await connection
    .collection('events')
    .updateOne({ _id: eventId as never }, { $push: { order: { $each: ids } } as never });
  return ids;
}
