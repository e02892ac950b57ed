import { useCallback, useEffect, useState } from 'react';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { useVideo, type VideoControls } from '../player/use-video.ts';

declare global {
  interface Navigator {
    /** Chromium only. */
    connection?: { saveData?: boolean; downlink?: number };
  }
}

/** Initial rendition: the smaller one on slow or metered connections and small screens. */
function firstHeight(film: PublishedMedia): number {
  const heights = film.sources.map((source) => source.height).sort((a, b) => b - a);
  const largest = heights[0] ?? 0;
  const { connection: line } = navigator;
  const isSlow = line?.saveData === true || (line?.downlink !== undefined && line.downlink < 5);
  const isSmall = Math.max(window.screen.width, window.screen.height) * window.devicePixelRatio < 1400;
  return isSlow || isSmall ? (heights.at(-1) ?? largest) : largest;
}

export interface Film {
  controls: VideoControls;
  height: number;
  chooseHeight(height: number): void;
  hasCaptions: boolean;
  toggleCaptions(): void;
  /** Current caption; empty if there is none. */
  caption: string;
  /** The browser allowed playing only without sound. */
  isSilenced: boolean;
  /** Plays with sound, optionally from a position. Call it in a tap's handler. */
  play(from?: number): void;
  /** Unmutes. Call it in a tap's handler. */
  giveSound(): void;
}

/** @param isAhead preloads the beginning */
export function useFilm(film: PublishedMedia, isAhead: boolean): Film {
  const [height, setHeight] = useState(() => film.sources[0]?.height ?? 0);
  const [hasCaptions, setCaptions] = useState(false);
  const [caption, setCaption] = useState('');
  const [isSilenced, setSilenced] = useState(false);

  const urlOf = useCallback((of: number) => film.sources.find((each) => each.height === of)?.url ?? '', [film]);
  const controls = useVideo(
    useCallback(
      async (element) => {
        if (!element.hasAttribute('src')) element.src = urlOf(height);
        return true;
      },
      [height, urlOf],
    ),
  );
  const { video } = controls;

  useEffect(() => {
    const first = firstHeight(film);
    setHeight(first);
    if (!video || !isAhead || video.hasAttribute('src')) return;
    video.preload = 'metadata';
    video.src = urlOf(first);
  }, [film, video, isAhead, urlOf]);

  // Captions are drawn by us: the browser's would be hidden under the controls.
  useEffect(() => {
    const track = video?.textTracks[0];
    if (!track) return;
    track.mode = hasCaptions ? 'hidden' : 'disabled';
    const show = () =>
      setCaption(
        [...(track.activeCues ?? [])]
          .map((cue) => (cue instanceof VTTCue ? cue.getCueAsHTML().textContent : ''))
          .join('\n'),
      );
    track.addEventListener('cuechange', show);
    return () => {
      track.removeEventListener('cuechange', show);
      setCaption('');
    };
  }, [hasCaptions, video]);

  function start(element: HTMLVideoElement): void {
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError' || element.muted) return;
      element.muted = true;
      setSilenced(true);
      start(element);
    });
  }

  return {
    controls,
    height,
    hasCaptions,
    caption,
    isSilenced,
    toggleCaptions: () => setCaptions((on) => !on),
    chooseHeight(next) {
      setHeight(next);
      if (!video?.currentSrc) return;
      const { currentTime, paused } = video;
      video.src = urlOf(next);
      video.currentTime = currentTime;
      if (!paused) start(video);
    },
    play(from) {
      if (!video) return;
      if (!video.hasAttribute('src') || video.error) video.src = urlOf(height);
      if (from !== undefined) video.currentTime = from;
      start(video);
    },
    giveSound() {
      if (!video) return;
      video.muted = false;
      setSilenced(false);
      void video.play().catch(() => undefined);
    },
  };
}
