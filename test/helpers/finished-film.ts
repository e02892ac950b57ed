import type { Connection } from 'mongoose';
import { findEvent } from '../../src/features/events/find-events.service.ts';
import { contentMark, filmClips } from '../../src/features/films/film-timeline.ts';
import { platform } from '../../src/platform/platform.ts';
import type { Event } from '../../src/shared/contracts/events.ts';
import type { Media } from '../../src/shared/contracts/media.ts';
import { seemReady } from './ready-clips.ts';

interface Facts {
  /** The clip of its one chapter; it gets a poster. */
  clip?: Media;
  /** What the film cost in all when it was made, in cents, and whether its occasion was free; left out: as of old films. */
  bill?: { length: number; amount: number; isFree: boolean };
  /** An MP4 that plays, for tests that watch it; `length` in seconds. */
  video?: { bytes: Buffer; length: number };
  /** One chapter for each of these clips, instead of the one of `clip`. */
  chapters?: { start: number; clip: Media }[];
}

/** Puts a finished film with files of a few bytes into an event, for tests that are not about making one. Answers its id. */
export async function finishedFilm(
  connection: Connection,
  event: Pick<Event, 'id'>,
  { clip, bill, video, chapters }: Facts = {},
): Promise<string> {
  const { ObjectId } = connection.base.mongo;
  const [_id, eventId, renderJobId] = [new ObjectId(), new ObjectId(event.id), new ObjectId()];
  const folder = `films/${event.id}/${renderJobId}`;
  const { store } = platform();
  const film = video?.bytes ?? Buffer.from('a film');
  for (const name of ['film-1080.mp4', 'film-720.mp4']) await store.write(`${folder}/${name}`, film);
  await store.write(`${folder}/poster.jpg`, Buffer.from('a poster'));
  await store.write(`${folder}/captions.vtt`, Buffer.from('WEBVTT\n\n00:00.000 --> 00:20.000\nAnna\n'));
  const shown = chapters ?? (clip ? [{ start: 0, clip }] : []);
  await connection.collection('publishedmedia').insertOne({
    _id,
    eventId,
    renderJobId,
    version: 1,
    length: video?.length ?? 20,
    title: 'Get well soon, Ruth',
    contentMark: 'none',
    bill: bill ?? null,
    sources: [
      { width: 1920, height: 1080, key: `${folder}/film-1080.mp4`, bytes: film.length },
      { width: 1280, height: 720, key: `${folder}/film-720.mp4`, bytes: film.length },
    ],
    posterKey: `${folder}/poster.jpg`,
    captionsKey: `${folder}/captions.vtt`,
    chapters: chapters
      ? chapters.map(({ start, clip: { id, contributor } }) => ({ start, title: contributor.name, mediaId: id }))
      : [{ start: 0, title: 'Anna', mediaId: clip?.id ?? null }],
    createdAt: new Date(),
    updatedAt: new Date(),
  });
  await connection
    .collection('events')
    .updateOne({ _id: eventId }, { $set: { status: 'finalized', currentFilmId: _id, filmVersions: 1 } });
  await seemReady(
    connection,
    event,
    shown.map(({ clip: each }) => each),
  );
  const stored = await findEvent(event.id);
  if (stored) {
    const mark = await contentMark(stored, await filmClips(stored));
    await connection.collection('publishedmedia').updateOne({ _id }, { $set: { contentMark: mark } });
  }
  return String(_id);
}
