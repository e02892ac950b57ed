import type { Connection } from 'mongoose';
import { findEvent } from '../../src/features/events/events.service.ts';
import { contentMark, filmClips } from '../../src/features/films/film-timeline.ts';
import { platform } from '../../src/platform/platform.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import type { Media } from '../../src/shared/contracts/media.ts';

interface Facts {
  /** The clip of its one chapter; it gets a poster. */
  clip?: Media;
  /** What the film cost in all when it was made, in cents, and whether its occasion was free; left out: as of old films. */
  bill?: { length: number; amount: number; isFree: boolean };
}

/** Puts a finished film with files of a few bytes into an event, for tests that are not about making one. Answers its id. */
export async function finishedFilm(
  connection: Connection,
  event: Pick<Event, 'id'>,
  { clip, bill }: Facts = {},
): Promise<string> {
  const { ObjectId } = connection.base.mongo;
  const [_id, eventId, renderJobId] = [new ObjectId(), new ObjectId(event.id), new ObjectId()];
  const folder = `films/${event.id}/${renderJobId}`;
  const { store } = platform();
  for (const name of ['film-1080.mp4', 'film-720.mp4', 'poster.jpg', 'captions.vtt']) {
    await store.write(`${folder}/${name}`, Buffer.from('a film'));
  }
  await connection.collection('publishedmedia').insertOne({
    _id,
    eventId,
    renderJobId,
    version: 1,
    length: 20,
    title: 'Get well soon, Ruth',
    contentMark: 'none',
    bill: bill ?? null,
    sources: [
      { width: 1920, height: 1080, key: `${folder}/film-1080.mp4`, bytes: 6 },
      { width: 1280, height: 720, key: `${folder}/film-720.mp4`, bytes: 6 },
    ],
    posterKey: `${folder}/poster.jpg`,
    captionsKey: `${folder}/captions.vtt`,
    chapters: [{ start: 0, title: 'Anna', mediaId: clip?.id ?? null }],
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  await connection
    .collection('events')
    .updateOne({ _id: eventId }, { $set: { status: 'finalized', currentFilmId: _id, filmVersions: 1 } });
  if (clip) {
    const segments = `prepared/${event.id}/${clip.id}`;
    await store.write(`${segments}/poster.jpg`, Buffer.from('a poster'));
    await connection
      .collection('media')
      .updateOne(
        { _id: new ObjectId(clip.id) },
        { $set: { status: 'ready', prepared: { segmentKey: 'a'.repeat(40), folder: segments, frames: 180 } } },
      );
  }
  const stored = await findEvent(event.id);
  if (stored) {
    const mark = contentMark(stored, await filmClips(stored));
    await connection.collection('publishedmedia').updateOne({ _id }, { $set: { contentMark: mark } });
  }
  return String(_id);
}
