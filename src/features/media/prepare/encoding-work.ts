import { FRAME_RATE } from '../../../platform/ffmpeg/segment-format.ts';
import { CLIP } from '../../../shared/limits.ts';
import { readingTime } from '../../../shared/reading-time.ts';
import type { SourceFacts } from './source-facts.ts';

export interface EncodingWork {
  /** Of film. */
  seconds: number;
  /** Expected CPU seconds; about one for a second of an ordinary phone video. */
  cost: number;
}

/** CPU seconds, measured with ffmpeg 5.1: a frame that is encoded, one that differs from the frame before, and its pixels. */
const FRAME = 0.012;
const NEW_FRAME = 0.014;
const MEGAPIXEL = 0.004;
const TONE_MAPPED = 0.03;
/** A picture that stands still, whatever its length, and a second of sound. */
const STILL = 2;
const SOUND = 0.02;

/** For a clip of an earlier version, whose work nobody estimated. */
export const UNKNOWN_WORK: EncodingWork = { seconds: CLIP.hintMax, cost: CLIP.hintMax };

/** A text card is a still picture for as long as its words take to read. */
export function textWork(text: string): EncodingWork {
  return { seconds: readingTime(text), cost: STILL };
}

/** What the encoder will have to do: frames out, those of them that differ, and their size; not seconds of source. */
export function workOf(facts: SourceFacts, maxLength: number): EncodingWork {
  if (facts.kind === 'photo') return { seconds: CLIP.photo, cost: STILL };
  const seconds = Math.min(facts.duration, maxLength);
  if (facts.kind === 'audio') return { seconds, cost: STILL + seconds * SOUND };
  const { video, videoSpan } = facts.probe;
  const frames = seconds * FRAME_RATE;
  const different = Math.min(frames, (videoSpan?.packets ?? frames) * (seconds / facts.duration));
  const megapixels = ((video?.width ?? 0) * (video?.height ?? 0)) / 1e6;
  const each = NEW_FRAME + megapixels * MEGAPIXEL + (facts.hdr ? TONE_MAPPED : 0);
  return { seconds, cost: frames * FRAME + different * each };
}
