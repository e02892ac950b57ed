import { useCallback, useEffect } from 'react';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { useVideo, type VideoControls } from '../player/use-video.ts';
import { StudioPlayer } from './studio-player.tsx';

/** Plays one file. @param url whatever plays is replaced where it changes */
export function useFile(url: string): VideoControls {
  return useVideo(
    useCallback(
      async (element) => {
        if (element.getAttribute('src') !== url) element.src = url;
        return true;
      },
      [url],
    ),
  );
}

/** The file of a film that suits the studio: what it is for is looked at closely elsewhere. */
export function fileOf({ sources }: PublishedMedia): string {
  return [...sources].sort((a, b) => a.height - b.height)[0]?.url ?? '';
}

interface FilmViewProps {
  label: string;
  url: string;
  posterUrl: string | null;
  /** Seconds. */
  length: number;
  chapters?: PublishedMedia['chapters'];
}

/** A film or a clip that somebody has just asked to see: it plays at once. */
export function FilmView({ label, url, posterUrl, length, chapters = [] }: FilmViewProps) {
  const controls = useFile(url);
  const { video, toggle } = controls;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is there
  useEffect(() => {
    if (video) toggle();
  }, [video]);
  return <StudioPlayer {...{ label, posterUrl, length, chapters, controls }} />;
}
