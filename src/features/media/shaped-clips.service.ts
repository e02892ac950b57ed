import { join } from 'node:path';
import { AppError } from '../../platform/errors.ts';
import type { FilmFrame } from '../../platform/ffmpeg/film-frames.ts';
import { reframe } from '../../platform/ffmpeg/reframe.ts';
import { canBeCut } from '../../platform/ffmpeg/segment-format.ts';
import { platform } from '../../platform/platform.ts';
import { bylineOf } from '../../shared/byline.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { fileInputOf, textInputOf } from './clip-input.ts';
import { MediaModel, type StoredMedia } from './media.model.ts';
import type { FileInput, TextInput } from './prepare/prepared-clip.ts';
import { type ShapedFiles, shapeClip } from './prepare/shape-clip.ts';
import { segmentFile, segmentFolder } from './segments.ts';
import type { TimelineClip } from './timeline-clips.service.ts';

/** Part of the folder's name. Raise one when clips in that frame would look different or no longer fit. */
const SHAPE_VERSIONS: Record<FilmFrame['name'], number> = { wide: 1, tall: 1, square: 1, large: 2 };
/** Encoders of other shapes yield to clips that people wait for. */
const NICENESS = 10;

const FILES = { video1080: 'video-1080.mp4', video720: 'video-720.mp4', edgesVideo: 'edges.mp4' } as const;

/** Keys in the file store of a clip's pictures in a frame; `edges` null where transitions can't be made. */
export interface ShapedClip {
  video1080: string;
  video720: string;
  edges: string | null;
}

/**
 * The pictures of a prepared clip in another frame, from the store or newly made from its original. They are in the
 * folder of its segment, and are deleted with it. WRONG_STATE if the clip has changed meanwhile.
 */
export async function shapedClip(
  clip: TimelineClip,
  event: EventRecord,
  frame: FilmFrame,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<ShapedClip> {
  const media = await MediaModel.findById(clip.id).lean<StoredMedia>();
  const { prepared } = media ?? {};
  // While an edit is prepared, the clip has its wishes beside the segment of before.
  if (media?.status !== 'ready' || !prepared || prepared.segmentKey !== clip.segment?.key) {
    throw new AppError('WRONG_STATE', {
      message: 'A clip changed while this version was made. Please start it again.',
    });
  }
  const { store } = platform();
  const shelf = shelfOf(prepared.folder, frame);
  const edges = prepared.hasEdges ? `${shelf}/${FILES.edgesVideo}` : null;
  const small = frame.sharesSmall ? segmentFile(prepared, 'video1080') : `${shelf}/${FILES.video720}`;
  const shaped = { video1080: `${shelf}/${FILES.video1080}`, video720: small };
  // Stored last, so it marks a complete set.
  if (await store.stat(shaped.video1080)) return { ...shaped, edges: (await isThere(edges)) ? edges : null };
  const { frames } = prepared;
  const hasOriginal = media.kind === 'text' || (await isThere(media.originalKey));
  const out = join(folder, 'shaped');
  const made = hasOriginal
    ? await shapeClip(await inputOf(media, event, folder), frames, frame, out, { signal, niceness: NICENESS })
    : await reframed(segmentFile(prepared, 'video1080'), frames, frame, { folder, signal });
  const newEdges = canBeCut(frames) ? made.edgesVideo : undefined;
  if (edges && newEdges) await store.take(edges, newEdges);
  if (!frame.sharesSmall) await store.take(shaped.video720, made.video720);
  await store.take(shaped.video1080, made.video1080);
  return { ...shaped, edges: newEdges ? edges : null };
}

/** Removes pictures in a frame that turned out to be unfit, by the keys of their segments. */
export async function removeShaped(eventId: string, frame: FilmFrame, segmentKeys: readonly string[]): Promise<void> {
  const { store } = platform();
  for (const key of segmentKeys) {
    for await (const file of store.list(`${shelfOf(segmentFolder(eventId, key), frame)}/`))
      await store.remove(file.key);
  }
}

function shelfOf(folder: string, { name }: FilmFrame): string {
  return `${folder}/${name}-${SHAPE_VERSIONS[name]}`;
}

async function isThere(key: string | null | undefined): Promise<boolean> {
  return Boolean(key) && (await platform().store.stat(key ?? '')) !== null;
}

/** With the name in the picture if the clip's own segment has it there: then the film puts none over it. */
async function inputOf(media: StoredMedia, event: EventRecord, folder: string): Promise<TextInput | FileInput> {
  const input = media.kind === 'text' ? textInputOf(media, event) : await fileInputOf(media, event, folder);
  return media.prepared?.hasName === false ? input : { ...input, name: bylineOf(media.contributor) };
}

/** From the film's own pictures, where the original is gone. */
async function reframed(
  video: string,
  frames: number,
  frame: FilmFrame,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Omit<ShapedFiles, 'edgesVideo'> & { edgesVideo?: undefined }> {
  const files = { video1080: join(folder, 'reframed-1080.mp4'), video720: join(folder, 'reframed-720.mp4') };
  const local = await platform().store.local(video, folder);
  await reframe({ video: local, frames, frame, files }, { signal, niceness: NICENESS });
  return files;
}
