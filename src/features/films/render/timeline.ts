import { AppError } from '../../../platform/errors.ts';
import { CUT_FRAMES, FRAME_RATE, secondsOfFrames } from '../../../platform/ffmpeg/segment-format.ts';
import type { Cue } from '../../../shared/captions.ts';
import { FILM_MAX } from '../../../shared/limits.ts';
import { captionsOf } from './captions.ts';
import { shownName } from './names.ts';

/** Local files of a segment, in the format of `segment-format.ts`. */
export interface SegmentFiles {
  video1080: string;
  video720: string;
  /** PCM of exactly `frames * 1600` samples. */
  audio: string;
}

/** The segment of a clip or card; `key` identifies its content. */
export interface Segment {
  key: string;
  frames: number;
  files: SegmentFiles;
}

/** A segment that is shown instead of as many frames of a clip, from frame `from` on. */
export interface Replacement {
  from: number;
  segment: Segment;
}

/** Frames of a segment that are not shown, as something else shows them instead. */
export interface LeftOut {
  head: number;
  tail: number;
}

export interface FilmClip extends Segment {
  mediaId: string;
  kind: 'video' | 'photo' | 'text' | 'audio';
  /** `key` distinguishes people with the same name. Default: the name. */
  contributor: { name: string; key?: string };
  caption: string | null;
  /** Text of a text card. */
  text: string | null;
  /** Parts of it with names or captions over them, in order. Default: none. */
  replaced?: readonly Replacement[];
  /** What is said, in seconds of the segment. Default: none. */
  cues?: readonly Cue[];
}

export interface FilmEvent {
  occasion: string;
  /** The creator's words for the occasion `other`. */
  occasionOther?: string | null;
  title: string;
  recipients: readonly { firstName: string; lastName?: string | null }[];
  /** Planted for them. Default: none. */
  trees?: number;
}

export interface TimelineItem {
  /** `rest` is what follows the first part of a clip of which parts are replaced. */
  role: 'intro' | 'collage' | 'clip' | 'rest' | 'outro' | 'transition';
  segment: Segment;
  clip: FilmClip | null;
  leftOut: LeftOut;
  /** Start and length of what is shown, in frames. */
  startFrame: number;
  frames: number;
  /** Seconds. */
  start: number;
  length: number;
  /** When its first frame appears, be it in a transition, in seconds. */
  origin: number;
}

export interface Chapter {
  /** Seconds. */
  start: number;
  title: string;
  /** First clip of the chapter. */
  mediaId: string | null;
}

export interface Timeline {
  title: string;
  items: TimelineItem[];
  frames: number;
  /** Seconds. */
  length: number;
  /** Consecutive clips of one contributor form a chapter. */
  chapters: Chapter[];
  /** WebVTT with names, text cards and captions. */
  captions: string;
  /** Track id; null for none. */
  track: string | null;
}

export interface TimelineInput {
  event: FilmEvent;
  /** In order. */
  clips: readonly FilmClip[];
  intro: Segment | null;
  /** Several clips at once, after the opening. Default: none. */
  collages?: readonly Segment[];
  outro: Segment | null;
  track: string | null;
  /** For each neighbour of the next, in order of the film, the transition between them. Default: none. */
  transitions?: readonly (Segment | null)[];
}

/** Lays out intro, clips and outro. Throws WRONG_STATE without clips, LIMIT_REACHED beyond the maximum length. */
export function buildTimeline({
  event,
  clips,
  intro,
  collages = [],
  outro,
  track,
  transitions = [],
}: TimelineInput): Timeline {
  if (clips.length === 0) {
    throw new AppError('WRONG_STATE', {
      message: 'There is nothing to show yet. Add a clip, or wait until the ones on their way are ready.',
    });
  }
  const parts: Part[] = [
    ...(intro ? [{ role: 'intro' as const, segment: intro, clip: null }] : []),
    ...collages.map((segment) => ({ role: 'collage' as const, segment, clip: null })),
    ...clips.map((clip) => ({ role: 'clip' as const, segment: clip, clip })),
    ...(outro ? [{ role: 'outro' as const, segment: outro, clip: null }] : []),
  ];
  const joined = withTransitions(parts, transitions);
  // Chapters and captions are those of whole clips.
  const whole = layOut(joined);
  const items = layOut(joined.flatMap(withReplaced));
  const frames = items.reduce((sum, item) => sum + item.frames, 0);
  if (frames > FILM_MAX * FRAME_RATE) {
    const hours = FILM_MAX / 3600;
    throw new AppError('LIMIT_REACHED', {
      message: `A film can be up to ${hours} hours long. Hide or shorten clips until it fits.`,
      details: { length: secondsOfFrames(frames), limit: FILM_MAX },
    });
  }
  return {
    title: event.title,
    items,
    frames,
    length: secondsOfFrames(frames),
    chapters: chaptersOf(whole),
    captions: captionsOf(whole),
    track,
  };
}

type Part = Pick<TimelineItem, 'role' | 'segment' | 'clip'>;

function withTransitions(
  parts: readonly Part[],
  transitions: readonly (Segment | null)[],
): (Part & Pick<TimelineItem, 'leftOut'>)[] {
  return parts.flatMap((part, index) => {
    const [before, after] = [transitions[index - 1], transitions[index]];
    const leftOut = { head: before ? CUT_FRAMES : 0, tail: after ? CUT_FRAMES : 0 };
    const shown = { ...part, leftOut };
    const none = { head: 0, tail: 0 };
    return after ? [shown, { role: 'transition' as const, segment: after, clip: null, leftOut: none }] : [shown];
  });
}

/** A clip with names or captions is cut: parts of it exist a second time, with them. */
function withReplaced(part: Part & Pick<TimelineItem, 'leftOut'>): (Part & Pick<TimelineItem, 'leftOut'>)[] {
  const { clip, segment, leftOut } = part;
  if (!clip?.replaced?.length) return [part];
  const pieces: Pick<TimelineItem, 'segment' | 'leftOut'>[] = [];
  const copied = (from: number, to: number) => {
    if (to > from) pieces.push({ segment, leftOut: { head: from, tail: segment.frames - to } });
  };
  let at = 0;
  for (const { from, segment: instead } of clip.replaced) {
    copied(at, from);
    pieces.push({ segment: instead, leftOut: { head: 0, tail: 0 } });
    at = from + instead.frames;
  }
  copied(at, segment.frames);
  return pieces.map((piece, index) => {
    const [isFirst, isLast] = [index === 0, index === pieces.length - 1];
    const head = piece.leftOut.head + (isFirst ? leftOut.head : 0);
    const tail = piece.leftOut.tail + (isLast ? leftOut.tail : 0);
    return { ...piece, role: isFirst ? 'clip' : 'rest', clip: isFirst ? clip : null, leftOut: { head, tail } };
  });
}

function layOut(parts: (Part & Pick<TimelineItem, 'leftOut'>)[]): TimelineItem[] {
  let startFrame = 0;
  return parts.map((part) => {
    const { key, frames: all } = part.segment;
    const { head, tail } = part.leftOut;
    const frames = all - head - tail;
    if (!Number.isSafeInteger(frames) || frames < 1)
      throw new Error(`${frames} of ${all} frames of segment ${key} are left`);
    const item = {
      ...part,
      startFrame,
      frames,
      start: secondsOfFrames(startFrame),
      length: secondsOfFrames(frames),
      origin: secondsOfFrames(startFrame - head),
    };
    startFrame += frames;
    return item;
  });
}

function chaptersOf(items: readonly TimelineItem[]): Chapter[] {
  const chapters: Chapter[] = [];
  let last: string | null = null;
  for (const { clip, origin: start } of items) {
    if (!clip) continue;
    const title = shownName(clip.contributor.name);
    const person = clip.contributor.key || title.toLocaleLowerCase('en');
    if (person !== last) chapters.push({ start, title, mediaId: clip.mediaId });
    last = person;
  }
  return chapters;
}
