import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { positionOf, seekWhenReady } from '../player/seek-when-ready.ts';
import { useVideo, type VideoControls } from '../player/use-video.ts';

declare global {
  interface Navigator {
    /** Chromium only. */
    connection?: { saveData?: boolean; downlink?: number };
  }
}

type Sources = PublishedMedia['sources'];

/** Lines of a rendition: its shorter side, whichever way it is held. */
function linesOf({ width, height }: Sources[number]): number {
  return Math.min(width, height);
}

function isHeldUpright(): boolean {
  return typeof window !== 'undefined' && window.matchMedia('(max-aspect-ratio: 3/4) and (max-width: 40rem)').matches;
}

/** An upright phone gets the upright version, if there is one. It is as long as the film. */
function sourcesFor({ sources, shapes }: PublishedMedia, isUpright: boolean): Sources {
  return (isUpright && shapes.find(({ format }) => format === '9:16')?.sources) || sources;
}

/** Initial rendition: the smaller one on slow or metered connections and small screens. */
function firstHeight(sources: Sources): number {
  const heights = sources.map(linesOf);
  const largest = Math.max(0, ...heights);
  const { connection: line } = navigator;
  const isSlow = line?.saveData === true || (line?.downlink !== undefined && line.downlink < 5);
  const isSmall = Math.max(window.screen.width, window.screen.height) * window.devicePixelRatio < 1400;
  return isSlow || isSmall ? Math.min(...heights, largest) : largest;
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
  // Nothing on the page shows them, so the server need not know how the phone is held.
  const [isUpright, setUpright] = useState(isHeldUpright);
  const sources = useMemo(() => sourcesFor(film, isUpright), [film, isUpright]);
  const [height, setHeight] = useState(() => film.sources[0]?.height ?? 0);
  const [hasCaptions, setCaptions] = useState(false);
  const [caption, setCaption] = useState('');
  const [isSilenced, setSilenced] = useState(false);

  const urlOf = useCallback((of: number) => sources.find((each) => linesOf(each) === of)?.url ?? '', [sources]);
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
    const first = firstHeight(sources);
    setHeight(first);
    if (!video || !isAhead || video.hasAttribute('src')) return;
    video.preload = 'metadata';
    video.src = urlOf(first);
  }, [sources, video, isAhead, urlOf]);

  // A phone that is turned while the film plays gets the other version at the same moment.
  useEffect(() => {
    const choose = () => setUpright(isHeldUpright());
    window.addEventListener('resize', choose);
    return () => window.removeEventListener('resize', choose);
  }, []);
  useEffect(() => {
    if (!video?.hasAttribute('src') || sources.some(({ url }) => video.src.endsWith(url))) return;
    const { paused } = video;
    const position = positionOf(video);
    const first = sources.find((each) => linesOf(each) === height) ?? sources[0];
    video.src = first?.url ?? '';
    seekWhenReady(video, position);
    if (!paused) void video.play().catch(() => undefined);
  }, [sources, video, height]);

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
      const { paused } = video;
      const position = positionOf(video);
      video.src = urlOf(next);
      seekWhenReady(video, position);
      if (!paused) start(video);
    },
    play(from) {
      if (!video) return;
      if (!video.hasAttribute('src') || video.error) video.src = urlOf(height);
      if (from !== undefined) seekWhenReady(video, from);
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
