import { type RefObject, useEffect, useState } from 'react';
import { cutsWithin, playedPart } from '../../src/shared/edited-length.ts';
import type { MediaEdit } from '../../src/shared/media-edit.ts';

/** Seconds of a frame. */
export const FRAME = 1 / 30;

/** Plays a whole clip as its edit will: from start to end without the cuts, at its speed and volume. */
export function useEditPlay(video: RefObject<HTMLVideoElement | null>, whole: number, edit: MediaEdit) {
  const [at, setAt] = useState(edit.trim?.start ?? 0);
  const [isPlaying, setPlaying] = useState(false);
  const part = playedPart(whole, edit);
  const cuts = cutsWithin(part, edit.cuts);

  useEffect(() => {
    const media = video.current;
    if (!media) return;
    media.playbackRate = edit.speed ?? 1;
    media.muted = edit.muted ?? false;
    media.volume = Math.min(1, 10 ** ((edit.volume ?? 0) / 20));
  }, [video, edit.speed, edit.muted, edit.volume]);

  useEffect(() => {
    const media = video.current;
    if (!media || !isPlaying) return;
    let asked = 0;
    const follow = () => {
      const cut = cuts.find(({ start, end }) => media.currentTime >= start && media.currentTime < end);
      if (cut) media.currentTime = cut.end;
      if (media.currentTime >= part.end || media.ended) {
        media.pause();
        setPlaying(false);
      }
      setAt(media.currentTime);
      asked = requestAnimationFrame(follow);
    };
    asked = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(asked);
  });

  const seek = (seconds: number) => {
    const to = Math.min(whole, Math.max(0, seconds));
    setAt(to);
    if (video.current) video.current.currentTime = to;
  };

  return {
    at,
    isPlaying,
    seek,
    async toggle() {
      const media = video.current;
      if (!media) return;
      if (isPlaying) {
        media.pause();
        return setPlaying(false);
      }
      if (at < part.start || at >= part.end - FRAME) seek(part.start);
      // A browser may refuse, or the clip may be gone.
      await media.play().then(
        () => setPlaying(true),
        () => setPlaying(false),
      );
    },
    step: (frames: number) => seek(Math.round(at / FRAME + frames) * FRAME),
  };
}

export type EditPlay = ReturnType<typeof useEditPlay>;
