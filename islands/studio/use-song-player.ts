import { useEffect, useRef, useState } from 'react';
import { seekWhenReady } from '../player/seek-when-ready.ts';
import type { Song } from './studio-state.ts';

export interface SongPlayer {
  /** The song that plays; null for none. */
  id: string | null;
  /** Seconds. */
  position: number;
  /** Plays a song from a second of it, or stops it; any other stops. */
  toggle(song: Song, from: number): void;
  stop(): void;
  /** Goes on elsewhere in a song, if it plays. */
  seek(id: string, seconds: number): void;
}

/** Plays one song at a time, in place. */
export function useSongPlayer(): SongPlayer {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [id, setId] = useState<string | null>(null);
  const [position, setPosition] = useState(0);

  useEffect(() => {
    const player = new Audio();
    player.preload = 'none';
    audio.current = player;
    const stopped = () => setId(null);
    const moved = () => setPosition(player.currentTime);
    player.addEventListener('pause', stopped);
    player.addEventListener('timeupdate', moved);
    return () => {
      player.removeEventListener('pause', stopped);
      player.removeEventListener('timeupdate', moved);
      player.pause();
      player.removeAttribute('src');
      player.load();
    };
  }, []);

  return {
    id,
    position,
    toggle(song, from) {
      const player = audio.current;
      if (!player || !song.url) return;
      if (id === song.id) return player.pause();
      player.src = song.url;
      seekWhenReady(player, from);
      setPosition(from);
      player.play().then(
        () => setId(song.id),
        () => setId(null),
      );
    },
    stop: () => audio.current?.pause(),
    seek(songId, seconds) {
      if (audio.current && id === songId) seekWhenReady(audio.current, seconds);
    },
  };
}
