import { type RefCallback, type RefObject, useEffect, useRef, useState } from 'react';
import { seekWhenReady } from './seek-when-ready.ts';

declare global {
  interface HTMLVideoElement {
    /** Safari only. */
    webkitEnterFullscreen?(): void;
  }
}

export interface VideoState {
  position: number;
  isPlaying: boolean;
  isMuted: boolean;
  isFull: boolean;
  /** Playback failed and can't continue. */
  hasFailed: boolean;
}

export interface VideoControls extends VideoState {
  /** `ref` for the element, which may be remounted. */
  setVideo: RefCallback<HTMLVideoElement>;
  video: HTMLVideoElement | null;
  frame: RefObject<HTMLDivElement | null>;
  /** Sets a missing source, and answers whether there is one; plays nothing. */
  load(): Promise<boolean>;
  toggle(): void;
  /** Answers whether it plays: there may be no source, and browsers may refuse what nobody tapped for. */
  play(): Promise<boolean>;
  seek(seconds: number): void;
  toggleMute(): void;
  toggleFull(): void;
}

const START: VideoState = { position: 0, isPlaying: false, isMuted: false, isFull: false, hasFailed: false };
const EVENTS = ['timeupdate', 'play', 'pause', 'ended', 'seeked', 'volumechange', 'error'];

/**
 * State and controls of a video element. `prepare` runs before each play, sets a missing source and returns whether
 * there is one; nothing is loaded before that.
 */
export function useVideo(prepare: (video: HTMLVideoElement) => Promise<boolean>): VideoControls {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState(START);

  useEffect(() => {
    if (!video) return;
    const update = () =>
      setState((now) => ({
        ...now,
        position: video.currentTime,
        isPlaying: !video.paused && !video.ended,
        isMuted: video.muted,
        hasFailed: video.error !== null,
      }));
    for (const name of EVENTS) video.addEventListener(name, update);
    const full = () => setState((now) => ({ ...now, isFull: document.fullscreenElement === frame.current }));
    document.addEventListener('fullscreenchange', full);
    return () => {
      for (const name of EVENTS) video.removeEventListener(name, update);
      document.removeEventListener('fullscreenchange', full);
      setState(START);
    };
  }, [video]);

  function load(element: HTMLVideoElement): Promise<boolean> {
    // In a tap, this lets older iPhones play what arrives later.
    if (!element.currentSrc) element.load();
    return prepare(element);
  }

  async function start(element: HTMLVideoElement): Promise<boolean> {
    // The browser may refuse autoplay; the button remains.
    return (
      (await load(element)) &&
      element.play().then(
        () => true,
        () => false,
      )
    );
  }

  return {
    ...state,
    setVideo,
    video,
    frame,
    load: () => (video ? load(video) : Promise.resolve(false)),
    play: () => (video ? start(video) : Promise.resolve(false)),
    toggle() {
      if (!video) return;
      if (video.paused || video.ended) void start(video);
      else video.pause();
    },
    seek(seconds) {
      if (!video) return;
      if (video.networkState === HTMLMediaElement.NETWORK_EMPTY) {
        void start(video).then(() => seekWhenReady(video, seconds));
        return;
      }
      seekWhenReady(video, seconds);
      setState((now) => ({ ...now, position: seconds }));
    },
    toggleMute() {
      if (video) video.muted = !video.muted;
    },
    toggleFull() {
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen();
      // iPhones support full screen for the video element only.
      else video?.webkitEnterFullscreen?.();
    },
  };
}
