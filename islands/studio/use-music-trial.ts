import { useEffect, useState } from 'react';
import type { VideoControls } from '../player/use-video.ts';
import type { PlayedMusic } from './use-preview-music.ts';

interface MusicTrial {
  isOn: boolean;
  toggle(): void;
  stop(): void;
}

/** Plays the film so far with music that it does not have yet. @param onTry null: the film's own music again */
export function useMusicTrial(
  preview: VideoControls,
  { song, start, volume }: PlayedMusic,
  onTry: (music: PlayedMusic | null) => void,
): MusicTrial {
  const { video } = preview;
  const [isOn, setOn] = useState(false);

  useEffect(() => {
    if (!isOn || !video) return;
    const end = () => setOn(false);
    video.addEventListener('ended', end);
    return () => {
      video.removeEventListener('ended', end);
      video.pause();
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
