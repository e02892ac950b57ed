import { join } from 'node:path';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { TimelineClip } from '../media/timeline-clips.service.ts';
import type { FilmTheme } from '../themes/themed-cards.service.ts';
import { isSeen } from './collages.ts';
import { inFrame } from './render/cards.ts';
import { makeNamePlate, type NamePlate, namePlate } from './render/name-plates.ts';
import type { Segment } from './render/timeline.ts';
import { localFiles, shelfOf, shelve, shelvedFiles } from './shelved-segments.ts';

/** The names over a clip of this event's film; null where there are none. */
export function plateOf(event: EventRecord, clip: TimelineClip, theme: FilmTheme | null): NamePlate | null {
  const { kind, segment, people, byline } = clip;
  // Voice messages and cards have theirs in their picture, and so have segments of earlier versions.
  if (!event.showsNames || !segment || segment.hasName || !isSeen({ kind })) return null;
  const { key, frames } = segment;
  return namePlate({ key, frames, names: people.map(({ name }) => name), byline }, theme);
}

/** Keys of all names over clips. */
export function namedKeys(event: EventRecord, clips: readonly TimelineClip[], theme: FilmTheme | null): string[] {
  return clips.flatMap((clip) => plateOf(event, clip, theme)?.key ?? []);
}

/**
 * The first frames of each clip with its names, from the store or newly made; null for clips without. Only those of new
 * clips are made, and all of them in another theme.
 */
export async function namedClips(
  event: EventRecord,
  clips: readonly TimelineClip[],
  theme: FilmTheme | null,
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame = WIDE,
): Promise<(Segment | null)[]> {
  const named: (Segment | null)[] = [];
  for (const clip of clips) {
    const plate = plateOf(event, clip, theme);
    named.push(plate && (await namedSegment(event.id, clip, plate, folder, signal, frame)));
  }
  return named;
}

async function namedSegment(
  eventId: string,
  { id, segment }: TimelineClip,
  plate: NamePlate,
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame,
): Promise<Segment> {
  const key = inFrame(frame, plate.key);
  const shelf = shelfOf(eventId, key);
  const out = join(folder, key);
  const make = async () => {
    if (!segment) throw new Error('a clip that was not prepared has no names');
    const files = await localFiles((file) => segment.files[file], join(folder, `clip-${id}`));
    await makeNamePlate(plate, files, out, { signal }, frame);
    return out;
  };
  await shelve(shelf, make, signal);
  return { key, frames: plate.frames, files: await shelvedFiles(shelf, out) };
}
