import { join } from 'node:path';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import { canBeCut, FRAME_RATE, secondsOfFrames } from '../../platform/ffmpeg/segment-format.ts';
import { platform } from '../../platform/platform.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import { filmBeats } from '../library/library.service.ts';
import type { TimelineClip } from '../media/timeline-clips.service.ts';
import { inFrame } from './render/cards.ts';
import { makePacedPhoto, pacedKey } from './render/paced-photo.ts';
import { type PacedPart, type PacedPhoto, pacePhotos } from './render/photo-beats.ts';
import type { Segment } from './render/timeline.ts';
import { shelfOf, shelve, shelvedFiles } from './shelved-segments.ts';
import type { Joined } from './transition-segments.ts';

/** A photo of a sequence, before it is made. */
export type SequencedPhoto = PacedPhoto & { key: string };

/**
 * The photos that follow each other on the beats of the film's music; null for other clips.
 * @param around frames of what is before the clips: the opening and the collages
 */
export async function photoSequences(
  event: EventRecord,
  clips: readonly TimelineClip[],
  around: readonly number[],
): Promise<(SequencedPhoto | null)[]> {
  const paced = clips.map((clip) => partOf(clip, event.photoSeconds));
  const hasRow = paced.some(({ least }, index) => least !== null && paced[index + 1]?.least != null);
  if (!hasRow || !event.trackId) return clips.map(() => null);
  // Cards and collages can be cut, but for a few that were made before transitions were.
  const before = around.map((frames): PacedPart => ({ frames, hasEdges: true, least: null }));
  const parts = [...before, ...paced];
  const most = parts.reduce((sum, { frames, least }) => sum + Math.max(frames, least ?? 0), 0);
  const beats = await filmBeats(event, 2 * secondsOfFrames(most));
  const overlaps = event.transition !== 'soft' && event.transition !== 'cut';
  const photos = pacePhotos(parts, beats, overlaps).slice(before.length);
  return photos.map((photo, index) => {
    const segment = clips[index]?.segment;
    return photo && segment ? { ...photo, key: pacedKey(segment.key, photo) } : null;
  });
}

function partOf({ kind, segment, isTimed }: TimelineClip, seconds: number | null): PacedPart {
  const frames = segment?.frames ?? 0;
  const hasEdges = segment?.edges != null || (kind === 'text' && canBeCut(frames));
  const isPhoto = kind === 'photo' && hasEdges && seconds !== null;
  // How long somebody wants a photo to be seen counts more than the film's setting.
  const least = isTimed ? frames : Math.round((seconds ?? 0) * FRAME_RATE);
  return { frames, hasEdges, least: isPhoto ? least : null };
}

/** The photos of sequences as segments, from the store or newly made; null for other clips. */
export async function pacedSegments(
  event: EventRecord,
  clips: readonly TimelineClip[],
  sequences: readonly (SequencedPhoto | null)[],
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame = WIDE,
): Promise<((Segment & Joined) | null)[]> {
  const segments: ((Segment & Joined) | null)[] = [];
  for (const [index, clip] of clips.entries()) {
    const photo = sequences[index];
    segments.push(photo ? await pacedSegment(event.id, clip, photo, folder, signal, frame) : null);
  }
  return segments;
}

async function pacedSegment(
  eventId: string,
  { segment }: TimelineClip,
  photo: SequencedPhoto,
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame,
): Promise<Segment & Joined> {
  const key = inFrame(frame, photo.key);
  const shelf = shelfOf(eventId, key);
  const out = join(folder, key);
  const edges = segment?.edges;
  const make = async () => {
    if (!segment || !edges) throw new Error('a photo without edges is in no sequence');
    const { store } = platform();
    const own = join(folder, `photo-${segment.key}`);
    const source = {
      frames: segment.frames,
      video1080: await store.local(segment.files.video1080, own),
      edges: await store.local(edges.video, own),
    };
    await makePacedPhoto(key, photo, source, out, { signal }, frame);
    return out;
  };
  await shelve(shelf, make, signal);
  const { frames, sequence } = photo;
  return { key, frames, sequence, files: await shelvedFiles(shelf, out), edges: edges ?? null };
}
