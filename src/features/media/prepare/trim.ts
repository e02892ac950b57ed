import type { MediaEdit } from '../../../shared/contracts/media.ts';
import { CLIP } from '../../../shared/limits.ts';
import { tooLarge } from './media-error.ts';
import type { AudioFacts, VideoFacts } from './source-facts.ts';

/** The used part of a source, in seconds of display time. */
export interface Span {
  start: number;
  length: number;
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
  const start = Math.min(Math.max(0, edit.trim?.start ?? 0), whole);
  const end = Math.min(edit.trim && edit.trim.end > 0 ? edit.trim.end : whole, whole);
  const used = end - start >= 1 / 30 ? { start, length: end - start } : { start: 0, length: whole };
  const most = Math.min(maxLength, CLIP.max);
  if (used.length > most + 1) {
    const words = `This is ${minutes(used.length)} long; up to ${minutes(most)} are possible. Cut it and add that.`;
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
