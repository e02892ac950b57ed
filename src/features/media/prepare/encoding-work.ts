import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import { CLIP } from '../../../shared/limits.ts';
import { readingTime } from '../../../shared/reading-time.ts';
import { heldSpan } from './held-pictures.ts';
import type { SourceFacts } from './source-facts.ts';
import { isLarge } from './video-graph.ts';

export interface EncodingWork {
  /** Of film. */
  seconds: number;
  /** Expected CPU seconds; about one for a second of an ordinary phone video. */
  cost: number;
  /** Expected CPU seconds of a look at the whole; 0 where there is none but the poster. */
  look: number;
  /** Beyond 1080p: decoding it takes much memory. */
  isHeavy: boolean;
}

/** CPU seconds, measured with ffmpeg 5.1: a frame that is encoded, one that differs from the frame before, and its pixels. */
const FRAME = 0.012;
const NEW_FRAME = 0.014;
const MEGAPIXEL = 0.004;
const TONE_MAPPED = 0.03;
/** A picture that is held for many frames, in both renditions, and a frame that repeats it. */
const HELD_PICTURE = 0.03;
const REPEATED_FRAME = 0.0012;
/** A picture that stands still, whatever its length, and a second of sound. */
const STILL = 2;
const SOUND = 0.02;
/** The same of a look: a frame out, and a million pixels in. */
const LOOK_FRAME = 0.001;
const LOOK_MEGAPIXEL = 0.004;
const LOOK_MEGAPIXEL_HDR = 0.008;
/** Beyond this a look shows the beginning only, so that it delays no other for long. */
const LONGEST_LOOK = 12;
const SHORT_LOOK = 6;
/** Seconds that are shown of a clip whose whole takes too long. */
const LEAST_SHOWN = 3;
const MOST_SHOWN = 6;

/** For a clip of an earlier version, whose work nobody estimated. */
export const UNKNOWN_WORK: EncodingWork = {
  ...{ seconds: CLIP.hintMax, cost: CLIP.hintMax },
  ...{ look: CLIP.hintMax, isHeavy: true },
};

/** A text card is a still picture for as long as its words take to read. */
export function textWork(text: string): EncodingWork {
  return { seconds: readingTime(text), cost: STILL, look: 0, isHeavy: false };
}

/** What the encoder will have to do: frames out, those of them that differ, and their size; not seconds of source. */
export function workOf(facts: SourceFacts, maxLength: number): EncodingWork {
  const still = { look: 0, isHeavy: false };
  if (facts.kind === 'photo') return { seconds: CLIP.photo, cost: STILL, ...still };
  const seconds = Math.min(facts.duration, maxLength);
  if (facts.kind === 'audio') return { seconds, cost: STILL + seconds * SOUND, ...still };
  const { video, videoSpan } = facts.probe;
  const frames = seconds * FRAME_RATE;
  const read = (videoSpan?.packets ?? frames) * (seconds / facts.duration);
  const different = Math.min(frames, read);
  const megapixels = ((video?.width ?? 0) * (video?.height ?? 0)) / 1e6;
  const each = NEW_FRAME + megapixels * MEGAPIXEL + (facts.hdr ? TONE_MAPPED : 0);
  const held = heldSpan(facts, Math.floor(frames), true);
  const repeated = held ? held.to - held.from : 0;
  const heldPictures = different * (repeated / frames);
  const encoded = (frames - repeated) * FRAME + heldPictures * HELD_PICTURE + repeated * REPEATED_FRAME;
  const look = frames * LOOK_FRAME + read * megapixels * (facts.hdr ? LOOK_MEGAPIXEL_HDR : LOOK_MEGAPIXEL);
  return { seconds, cost: encoded + different * each, look, isHeavy: isLarge(facts) };
}

/** How much of a clip a look goes through. */
export interface LookPlan {
  /** Seconds from the beginning; null for the whole. */
  seconds: number | null;
  /** Expected CPU seconds. */
  cost: number;
}

export function lookPlanOf({ seconds, look }: EncodingWork): LookPlan {
  if (look <= LONGEST_LOOK) return { seconds: null, cost: look };
  const shown = Math.min(MOST_SHOWN, Math.max(LEAST_SHOWN, (SHORT_LOOK / look) * seconds));
  return { seconds: shown, cost: (look / seconds) * shown };
}
