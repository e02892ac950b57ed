import { join } from 'node:path';
import { type FilmFrame, WIDE } from '../../platform/ffmpeg/film-frames.ts';
import type { EventRecord } from '../events/find-events.service.ts';
import type { TimelineClip } from '../media/timeline-clips.service.ts';
import type { FilmTheme } from '../themes/themed-cards.service.ts';
import { isSeen } from './collages.ts';
import { inFrame } from './render/cards.ts';
import { makeOverlaid } from './render/make-overlaid.ts';
import { type NamePlate, namePlate } from './render/name-plates.ts';
import { type Overlaid, type OverlaidClip, overlaidParts, type SaidAtEdge, saidAtEdges } from './render/overlaid.ts';
import type { Replacement, Segment, SegmentFiles } from './render/timeline.ts';
import { localFiles, shelfOf, shelve, shelvedFiles } from './shelved-segments.ts';

/** A clip with what a film shows instead of its segment, if anything. */
interface ShownClip {
  clip: TimelineClip;
  shown: Pick<Segment, 'key' | 'frames'> | null;
  /** Its names are those before it in a sequence of photos. */
  isNamed: boolean;
}

/** The names over a clip of this event's film; null where there are none. */
export function plateOf(
  event: EventRecord,
  { clip, shown, isNamed }: ShownClip,
  theme: FilmTheme | null,
): NamePlate | null {
  const { kind, segment, people, byline } = clip;
  // Voice messages and cards have theirs in their picture, and so have segments of earlier versions.
  if (!event.showsNames || isNamed || !segment || segment.hasName || !isSeen({ kind })) return null;
  const { key, frames } = shown ?? segment;
  return namePlate({ key, frames, names: people.map(({ name }) => name), byline }, theme);
}

function partsOf(event: EventRecord, of: ShownClip, theme: FilmTheme | null): Overlaid[] {
  const clip = overlaidClip(event, of, theme);
  return clip ? overlaidParts(clip, theme) : [];
}

function overlaidClip(event: EventRecord, of: ShownClip, theme: FilmTheme | null): OverlaidClip | null {
  const { clip, shown } = of;
  if (!clip.segment) return null;
  const { key, frames } = shown ?? clip.segment;
  const cues = event.showsCaptions ? clip.cues : [];
  return { key, frames, plate: plateOf(event, of, theme), cues };
}

/** For each clip what is said at its edges, for transitions. */
export function captionsAtEdges(
  event: EventRecord,
  clips: readonly TimelineClip[],
  shown: readonly Shown[],
  theme: FilmTheme | null,
): { head: SaidAtEdge | null; tail: SaidAtEdge | null }[] {
  return withShown(clips, shown).map((each) => {
    const clip = overlaidClip(event, each, theme);
    return clip ? saidAtEdges(clip, theme) : { head: null, tail: null };
  });
}

type Shown = (Pick<Segment, 'key' | 'frames'> & { sequence?: number }) | null;

function withShown(clips: readonly TimelineClip[], shown: readonly Shown[]): ShownClip[] {
  return clips.map((clip, index) => {
    const [before, own] = [shown[index - 1], shown[index]];
    const isSequence = own?.sequence !== undefined && own.sequence === before?.sequence;
    return { clip, shown: own ?? null, isNamed: isSequence && whoIn(clips[index - 1]) === whoIn(clip) };
  });
}

/** Equal for clips of the same people, as they share a chapter. */
function whoIn(clip: TimelineClip | undefined): string | undefined {
  return clip?.people.map(({ person }) => person).join('\n');
}

/** Keys of all parts of clips with names or captions over them. */
export function overlaidKeys(
  event: EventRecord,
  clips: readonly TimelineClip[],
  shown: readonly Shown[],
  theme: FilmTheme | null,
): string[] {
  return withShown(clips, shown).flatMap((clip) => partsOf(event, clip, theme).map(({ key }) => key));
}

/**
 * For each clip its parts with names and captions, from the store or newly made. Only those of new clips and of changed
 * captions are made, and all of them in another theme.
 * @param shown what the film shows instead of each clip, or null
 */
export async function overlaidClips(
  event: EventRecord,
  clips: readonly TimelineClip[],
  shown: readonly ((Segment & { sequence?: number }) | null)[],
  theme: FilmTheme | null,
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame = WIDE,
): Promise<Replacement[][]> {
  const all: Replacement[][] = [];
  for (const [index, each] of withShown(clips, shown).entries()) {
    const own: Replacement[] = [];
    for (const part of partsOf(event, each, theme)) {
      own.push(await overlaidSegment(event.id, each.clip, shown[index]?.files, part, folder, signal, frame));
    }
    all.push(own);
  }
  return all;
}

async function overlaidSegment(
  eventId: string,
  { id, segment }: TimelineClip,
  shown: SegmentFiles | undefined,
  part: Overlaid,
  folder: string,
  signal: AbortSignal,
  frame: FilmFrame,
): Promise<Replacement> {
  const key = inFrame(frame, part.key);
  const shelf = shelfOf(eventId, key);
  const out = join(folder, key);
  const make = async () => {
    if (!segment) throw new Error('a clip that was not prepared has nothing over it');
    const files = shown ?? (await localFiles((file) => segment.files[file], join(folder, `clip-${id}`)));
    await makeOverlaid(part, files, out, { signal }, frame);
    return out;
  };
  await shelve(shelf, make, signal);
  return { from: part.from, segment: { key, frames: part.frames, files: await shelvedFiles(shelf, out) } };
}
