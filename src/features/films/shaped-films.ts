import { join } from 'node:path';
import { type FilmFrame, FRAMES } from '../../platform/ffmpeg/film-frames.ts';
import { platform } from '../../platform/platform.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { prepareAgain } from '../media/prepare-again.service.ts';
import { removeShaped, shapedClip } from '../media/shaped-clips.service.ts';
import type { TimelineClip } from '../media/timeline-clips.service.ts';
import { PublishedMediaModel, type StoredFilm, type StoredRenderJob } from './film.model.ts';
import { filmClips, type ShapedTimeline } from './film-timeline.ts';

/* Films of the same timeline in another shape: versions of their own, beside the film. */

/** The frame of a render; without a shape the ordinary one. */
export function frameOf({ shape }: Pick<StoredRenderJob, 'shape'>): FilmFrame {
  return shape ? FRAMES[shape] : FRAMES.wide;
}

/** The film's clips in a frame, one after the other; made where the store lacks them. */
async function clipsInFrame(
  event: EventRecord,
  frame: FilmFrame,
  { folder, signal }: { folder: string; signal: AbortSignal },
  onClip: (index: number, of: number) => Promise<void>,
): Promise<{ clips: TimelineClip[]; ordinary: TimelineClip[] }> {
  const ordinary = await filmClips(event);
  const clips: TimelineClip[] = [];
  for (const [index, clip] of ordinary.entries()) {
    signal.throwIfAborted();
    await onClip(index, ordinary.length);
    const made = await shapedClip(clip, event, frame, { folder: join(folder, `shape-${clip.id}`), signal });
    clips.push(inFrame(clip, made));
  }
  return { clips, ordinary };
}

function inFrame(clip: TimelineClip, made: Awaited<ReturnType<typeof shapedClip>>): TimelineClip {
  const { segment } = clip;
  if (!segment) return clip;
  const { video1080, video720, edges } = made;
  const cut = edges && segment.edges ? { video: edges, audio: segment.edges.audio } : null;
  return { ...clip, segment: { ...segment, edges: cut, files: { ...segment.files, video1080, video720 } } };
}

/** Removes segments that can't be joined, so that the next attempt makes them again. */
export async function makeAgain(job: StoredRenderJob, keys: readonly string[]): Promise<void> {
  const eventId = String(job.eventId);
  if (!job.shape) return prepareAgain(eventId, keys);
  await removeShaped(eventId, frameOf(job), keys);
  const { store } = platform();
  for (const key of keys.filter((each) => each.startsWith(`${job.shape}-`))) {
    for await (const file of store.list(`prepared/${eventId}/${key}/`)) await store.remove(file.key);
  }
}

/** The same for the segment that a missing file belongs to, if it belongs to one: a clip's, or one of the film's own. */
export async function makeFileAgain(job: StoredRenderJob, key: string): Promise<void> {
  const [place, eventId, segmentKey, ...rest] = key.split('/');
  if (place !== 'prepared' || eventId !== String(job.eventId) || !segmentKey) return;
  // Pictures in another shape are in a folder below their clip's segment.
  if (rest.length > 1) await makeAgain(job, [segmentKey]);
  else await prepareAgain(eventId, [segmentKey]);
}

/** Lists the newest versions of the same timeline in other shapes with each of its films. Idempotent. */
export async function linkShapes({ eventId, contentMark }: StoredFilm): Promise<void> {
  const found = await PublishedMediaModel.find({ eventId, contentMark, shape: { $ne: null }, isDraft: { $ne: true } })
    .sort({ version: 1 })
    .lean<StoredFilm[]>();
  if (found.length === 0) return;
  const newest = new Map(found.map(({ _id, shape, sources }) => [shape, { filmId: String(_id), shape, sources }]));
  await PublishedMediaModel.updateMany(
    { eventId, contentMark, shape: null },
    { $set: { shapes: [...newest.values()] } },
  );
}

/** Share of the progress at which all clips are in their frame. */
export const SHAPED = 0.8;

/** The clips of a render in another shape, with words about how far they are. */
export async function shapeAll(
  job: StoredRenderJob,
  event: EventRecord,
  folder: string,
  signal: AbortSignal,
  tell: (progress: number, step: string) => Promise<void>,
): Promise<ShapedTimeline> {
  const frame = frameOf(job);
  const clips = await clipsInFrame(event, frame, { folder, signal }, (index, of) =>
    tell(0.1 + ((SHAPED - 0.1) * index) / of, `Framing clip ${index + 1} of ${of}`),
  );
  return { frame, ...clips };
}
