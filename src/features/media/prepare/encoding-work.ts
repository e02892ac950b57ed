import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import { CLIP } from '../../../shared/limits.ts';
import { readingTime } from '../../../shared/reading-time.ts';
import { heldSpan } from './held-pictures.ts';
import type { SourceFacts } from './source-facts.ts';
import { isLarge } from './video-graph.ts';

export interface EncodingWork {
  /** Seconds of film. */
  seconds: number;
  /** CPU seconds; about one for each second of ordinary phone video. */
  cost: number;
  /** CPU seconds of a complete look; 0 if there is only a poster. */
  look: number;
  /** Beyond 1080p: decoding needs much memory. */
  isHeavy: boolean;
}

/** CPU seconds with ffmpeg 5.1: for an encoded frame, for one that differs from the previous, and for its pixels. */
const FRAME = 0.012;
const NEW_FRAME = 0.014;
const MEGAPIXEL = 0.004;
const TONE_MAPPED = 0.03;
/** For a held picture in both renditions, and for a frame that repeats it. */
const HELD_PICTURE = 0.03;
const REPEATED_FRAME = 0.0012;
/** For a still of any length. */
const STILL = 2;
/** For a text card, whose lines appear. */
const TEXT_CARD = 3;
/** For a photo, which moves. */
const PHOTO = 6;
/** For a second of a voice message, whose playhead moves. */
const SOUND = 0.5;
/** For a look: an output frame, and a million input pixels. */
const LOOK_FRAME = 0.001;
const LOOK_MEGAPIXEL = 0.004;
const LOOK_MEGAPIXEL_HDR = 0.008;
/** Longer looks cover only the beginning, so as not to delay others. */
const LONGEST_LOOK = 12;
const SHORT_LOOK = 6;
/** Minimum seconds covered. */
const LEAST_SHOWN = 3;
const MOST_SHOWN = 6;

/** For older clips without an estimate. */
export const UNKNOWN_WORK: EncodingWork = {
  ...{ seconds: CLIP.hintMax, cost: CLIP.hintMax },
  ...{ look: CLIP.hintMax, isHeavy: true },
};

/** A text card stands still once its lines are there, for its reading time. */
export function textWork(text: string): EncodingWork {
  return { seconds: readingTime(text), cost: TEXT_CARD, look: 0, isHeavy: false };
}

/** Estimates the encoder's work by output frames, those that differ, and their size, not by source seconds. */
export function workOf(facts: SourceFacts, maxLength: number): EncodingWork {
  const still = { look: 0, isHeavy: false };
  if (facts.kind === 'photo') return { seconds: CLIP.photo, cost: PHOTO, ...still };
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

/** How much of a clip a look covers. */
export interface LookPlan {
  /** Seconds from the beginning; null for all. */
  seconds: number | null;
  /** Expected CPU seconds. */
  cost: number;
}

export function lookPlanOf({ seconds, look }: EncodingWork): LookPlan {
  if (look <= LONGEST_LOOK) return { seconds: null, cost: look };
  const shown = Math.min(MOST_SHOWN, Math.max(LEAST_SHOWN, (SHORT_LOOK / look) * seconds));
  return { seconds: shown, cost: (look / seconds) * shown };
}
