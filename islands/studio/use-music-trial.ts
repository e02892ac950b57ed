import { useEffect, useRef, useState } from 'react';
import type { FilmPreview } from './use-film-preview.ts';
import type { PlayedMusic } from './use-preview-music.ts';

interface MusicTrial {
  isOn: boolean;
  toggle(): void;
  stop(): void;
}

/** Plays the film so far with music that it does not have yet. @param onTry null: the film's own music again */
export function useMusicTrial(
  preview: FilmPreview,
  { song, start, volume }: PlayedMusic,
  onTry: (music: PlayedMusic | null) => void,
): MusicTrial {
  const { video } = preview;
  const latest = useRef(preview.pause);
  latest.current = preview.pause;
  const [isOn, setOn] = useState(false);

  useEffect(() => {
    if (!isOn || !video) return;
    const end = () => setOn(false);
    video.addEventListener('ended', end);
    return () => {
      video.removeEventListener('ended', end);
      latest.current();
      onTry(null);
    };
  }, [isOn, video, onTry]);
  useEffect(() => {
    if (isOn) onTry({ song, start, volume });
  }, [isOn, song, start, volume, onTry]);

  return {
    isOn,
    toggle() {
      if (!isOn && !preview.isPlaying) preview.toggle();
      setOn(!isOn);
    },
    stop: () => setOn(false),
  };
}
