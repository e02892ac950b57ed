import { useCallback, useEffect } from 'react';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { positionOf, seekWhenReady } from '../player/seek-when-ready.ts';
import { useVideo, type VideoControls } from '../player/use-video.ts';
import { StudioPlayer } from './studio-player.tsx';

/** Plays one file. @param url when it changes, playback switches to the new file */
export function useFile(url: string): VideoControls {
  return useVideo(
    useCallback(
      async (element) => {
        const at = element.error ? positionOf(element) : 0;
        if (element.getAttribute('src') !== url || element.error) element.src = url;
        if (at > 0) seekWhenReady(element, at);
        return true;
      },
      [url],
    ),
  );
}

/** Rendition for the studio. */
export function fileOf({ sources }: PublishedMedia): string {
  return [...sources].sort((a, b) => a.height - b.height)[0]?.url ?? '';
}

interface FilmViewProps {
  label: string;
  url: string;
  posterUrl: string | null;
  length: number;
  chapters?: PublishedMedia['chapters'];
}

/** A film or clip that plays at once, because the user asked for it. */
export function FilmView({ label, url, posterUrl, length, chapters = [] }: FilmViewProps) {
  const controls = useFile(url);
  const { video, toggle } = controls;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (video) toggle();
  }, [video]);
  return <StudioPlayer {...{ label, posterUrl, length, chapters, controls }} />;
}
