import { playedPart } from '../../../shared/edited-length.ts';
import { CLIP } from '../../../shared/limits.ts';
import type { MediaEdit } from '../../../shared/media-edit.ts';
import { tooLarge } from './media-error.ts';
import type { AudioFacts, VideoFacts } from './source-facts.ts';
import { type Timing, timingOf } from './timing.ts';

/** The used part of a source, in seconds of display time. */
export interface Span {
  start: number;
  length: number;
  /** Cuts and speed, which make the film's length of it. */
  timing: Timing;
  /** Input options for ffmpeg. */
  inputArgs: string[];
}

/** An animated GIF loops for at least as long as a photo is shown. */
function gifRounds(facts: VideoFacts | AudioFacts): number {
  return facts.container === 'gif' ? Math.min(200, Math.max(1, Math.ceil(CLIP.photo / facts.duration - 0.01))) : 1;
}

/** If nothing is left by a trim outside the source, the whole is used. Throws TOO_LARGE beyond `maxLength` seconds. */
export function spanOf(facts: VideoFacts | AudioFacts, edit: MediaEdit, maxLength: number = CLIP.max): Span {
  const rounds = gifRounds(facts);
  const whole = facts.duration * rounds;
  const part = playedPart(whole, edit);
  const used = { start: part.start, length: part.end - part.start, timing: timingOf(part, edit) };
  const most = Math.min(maxLength, CLIP.max);
  if (used.timing.length > most + 1) {
    const words = `This is ${minutes(used.timing.length)} long; up to ${minutes(most)} are possible. Cut it and add that.`;
    throw tooLarge(words, { maxLength: most });
  }
  const isCut = used.start > 0 || used.length < whole;
  return {
    ...used,
    inputArgs: [
      ...(rounds > 1 ? ['-stream_loop', String(rounds - 1)] : []),
      ...(used.start > 0 ? ['-ss', used.start.toFixed(3)] : []),
      ...(isCut ? ['-t', used.length.toFixed(3)] : []),
    ],
  };
}

function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}
