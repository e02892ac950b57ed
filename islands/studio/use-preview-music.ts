import { useEffect } from 'react';
import type { Song } from './studio-state.ts';
import type { FilmPreview } from './use-film-preview.ts';

/** A song, and how it is played. */
export interface PlayedMusic {
  song: Song | null;
  /** Seconds. */
  start: number;
  /** dB. */
  volume: number;
}

/** Plays the chosen song in step with the preview, while that plays. */
export function usePreviewMusic({ video, clock, isPlaying }: FilmPreview, { song, start, volume }: PlayedMusic): void {
  const gain = 10 ** (volume / 20);
  const { url = null, length = 0 } = song ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a clock of any render tells the same time
  useEffect(() => {
    if (!video || !url || length === 0 || !isPlaying) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    import('./preview-music.ts')
      .then(({ playBeside }) => {
        if (!isGone) stop = playBeside(video, clock, { url, length, start, gain });
      })
      // The preview plays without music.
      .catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [video, url, length, start, gain, isPlaying]);
}
