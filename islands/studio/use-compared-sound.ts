import { type RefObject, useRef, useState } from 'react';
import type { Media } from '../../src/shared/contracts/media.ts';
import { cutsWithin, editedMoment, playedPart } from '../../src/shared/edited-length.ts';
import type { EditPlay } from './edit-play.ts';

type Which = 'before' | 'after';

export interface ComparedSound {
  /** What is heard now. */
  heard: Which | null;
  hasFailed: boolean;
  /** Plays one of them, from the same word on if the other one plays; stops it if it plays. */
  toggle(which: Which): void;
  /** Attributes of the element that plays it. */
  audio: { ref: RefObject<HTMLAudioElement | null>; onEnded: () => void };
}

/** A clip's sound as it came and as its saved edit made it. @param whole seconds of the recording */
export function useComparedSound(clip: Media, whole: number, play: EditPlay): ComparedSound {
  const ref = useRef<HTMLAudioElement>(null);
  const [heard, setHeard] = useState<Which | null>(null);
  const [hasFailed, setFailed] = useState(false);

  /** The second of the recording that is heard now, or shown above. */
  function moment(): number {
    const at = ref.current?.currentTime ?? 0;
    if (heard === null) return play.at;
    return heard === 'before' ? at : recordedMoment(whole, clip.edit, at);
  }

  function toggle(which: Which): void {
    const audio = ref.current;
    if (!audio) return;
    audio.pause();
    if (heard === which) {
      setHeard(null);
      return;
    }
    const from = moment();
    if (play.isPlaying) void play.toggle();
    audio.src = (which === 'before' ? clip.source?.url : clip.previewUrl) ?? '';
    audio.currentTime = which === 'before' ? from : Math.max(0, editedMoment(whole, clip.edit, from));
    setHeard(which);
    setFailed(false);
    audio.play().catch((error: unknown) => {
      // The other one was asked for before this one began.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setHeard(null);
      setFailed(true);
    });
  }

  return { heard, hasFailed, toggle, audio: { ref, onEnded: () => setHeard(null) } };
}

/** The second of the recording that is shown at a second of the film's clip: the inverse of `editedMoment`. */
export function recordedMoment(whole: number, edit: Media['edit'], at: number): number {
  const part = playedPart(whole, edit);
  let moment = part.start + at * (edit.speed ?? 1);
  for (const { start, end } of cutsWithin(part, edit.cuts)) if (moment >= start) moment += end - start;
  return Math.min(part.end, moment);
}
