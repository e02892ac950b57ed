import { AppError, isDuplicateKey } from '../../platform/errors.ts';
import { platform } from '../../platform/platform.ts';
import { diskRoom } from '../../platform/storage/disk-room.ts';
import type { CreateTrackBody, Track } from '../../shared/contracts/tracks.ts';
import { SONG } from '../../shared/studio-limits.ts';
import { LIBRARY_UPLOADS } from '../../shared/upload-path.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { claimSound, type SoundFacts } from '../media/sound-uploads.service.ts';
import { announceTrack } from './announce-track.ts';
import { libraryJobs } from './job-types.ts';
import { toTrackDto } from './track.dto.ts';
import { originalKey } from './track.files.ts';
import { type StoredTrack, TrackModel, Types } from './track.model.ts';

/**
 * Adds a song from a finished upload: private to an event, or public without one. The same upload gives the same track.
 * Throws like `claimUpload`, FIELDS_REFUSED for a song that is too short or long, LIMIT_REACHED.
 */
export async function addTrack(body: CreateTrackBody, event: EventRecord | null): Promise<Track> {
  const known = await findByUpload(body.uploadId, event);
  if (known) return settle(known);
  await diskRoom(platform().config).requireForWork('new songs');
  // Claiming first would leave a full event with a file that nothing names.
  await freePlace(event);
  const id = await claim(body.uploadId, event);
  return settle(await insert(id, body, event));
}

async function findByUpload(uploadId: string, event: EventRecord | null): Promise<StoredTrack | null> {
  const eventId = event ? new Types.ObjectId(event.id) : null;
  return TrackModel.findOne({ uploadId, eventId, deletedAt: null }).lean<StoredTrack>();
}

async function claim(uploadId: string, event: EventRecord | null): Promise<Types.ObjectId> {
  const place = event?.uuid ?? LIBRARY_UPLOADS;
  const take = async (_id: Types.ObjectId) => {
    await claimSound(uploadId, { trackId: String(_id), place, key: originalKey({ _id }), admit: requireLength });
    return _id;
  };
  try {
    return await take(new Types.ObjectId());
  } catch (error) {
    const earlier = error instanceof AppError ? error.details?.mediaId : undefined;
    if (!(error instanceof AppError) || typeof earlier !== 'string') throw error;
    // A process crashed between claiming and storing: reuse its id.
    if (error.code === 'UPLOAD_USED') return take(new Types.ObjectId(earlier));
    throw new AppError('DUPLICATE', { message: 'This song is in your list already.', details: { trackId: earlier } });
  }
}

function requireLength({ seconds }: SoundFacts): void {
  if (seconds >= SONG.min && seconds <= SONG.max) return;
  const message =
    seconds < SONG.min
      ? `This is ${Math.round(seconds)} seconds long. A song needs at least ${SONG.min}.`
      : `A song can be up to ${SONG.max / 60} minutes long. Cut it, then add it again.`;
  throw new AppError('FIELDS_REFUSED', { message, fields: { uploadId: message } });
}

/** The lowest free place of an event, or of the public songs. Throws LIMIT_REACHED. */
async function freePlace(event: EventRecord | null): Promise<number> {
  const eventId = event ? new Types.ObjectId(event.id) : null;
  const most = event ? SONG.perEvent : SONG.publicMax;
  const taken = await TrackModel.find({ eventId }, { place: 1 }).lean<Pick<StoredTrack, 'place'>[]>();
  const places = new Set(taken.map(({ place }) => place));
  for (let place = 0; place < most; place++) if (!places.has(place)) return place;
  throw new AppError('LIMIT_REACHED', { message: `There can be ${most} songs. Remove one to add another.` });
}

const PLACE_TRIES = 5;

async function insert(_id: Types.ObjectId, body: CreateTrackBody, event: EventRecord | null): Promise<StoredTrack> {
  const { title, artist = '', mood = null, occasions = [], uploadId } = body;
  for (let tries = 1; ; tries++) {
    try {
      const created = await TrackModel.create({
        ...{ _id, title, artist, mood, occasions, uploadId },
        eventId: event?.id ?? null,
        place: await freePlace(event),
        status: 'processing',
        rightsConfirmedAt: new Date(),
      });
      return created.toObject();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const twin = await findByUpload(uploadId, event);
      if (twin) return twin;
      // Another song took the place meanwhile.
      if (tries === PLACE_TRIES) throw error;
    }
  }
}

async function settle(track: StoredTrack): Promise<Track> {
  const dto = toTrackDto(track);
  if (track.status === 'processing') await enqueuePreparing(track);
  announceTrack(dto, dto);
  return dto;
}

async function enqueuePreparing({ _id, eventId }: StoredTrack): Promise<void> {
  const trackId = String(_id);
  const groups = [eventId ? String(eventId) : LIBRARY_UPLOADS];
  await platform().queue.enqueue(libraryJobs.prepareTrack, { trackId }, { uniqueKey: trackId, groups, cost: 5 });
}

/** How long a request may take between storing a track and enqueueing its job, in milliseconds. */
const ENQUEUED_WITHIN = 60_000;

/** Prepares songs whose process crashed before it could enqueue the job. */
export async function rescueTracks(now = Date.now()): Promise<void> {
  const stuck = { status: 'processing' as const, updatedAt: { $lt: new Date(now - ENQUEUED_WITHIN) } };
  for (const track of await TrackModel.find(stuck).limit(100).lean<StoredTrack[]>()) await enqueuePreparing(track);
}

/** Whether there is a track of this id. */
export async function hasTrack(id: string): Promise<boolean> {
  return (await TrackModel.exists({ _id: id })) !== null;
}
