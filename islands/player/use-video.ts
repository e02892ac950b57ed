import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export interface VideoState {
  /** Seconds. */
  position: number;
  isPlaying: boolean;
  isMuted: boolean;
  isFull: boolean;
  /** The film stopped and can't go on. */
  hasFailed: boolean;
}

export interface VideoControls extends VideoState {
  ref: RefObject<HTMLVideoElement | null>;
  frame: RefObject<HTMLDivElement | null>;
  toggle(): void;
  seek(seconds: number): void;
  toggleMute(): void;
  toggleFull(): void;
}

const START: VideoState = { position: 0, isPlaying: false, isMuted: false, isFull: false, hasFailed: false };

/**
 * A video element's state and controls. `prepare` is called before the first play and gives the element its source;
 * nothing is fetched before that.
 */
export function useVideo(prepare: (video: HTMLVideoElement) => Promise<void>): VideoControls {
  const ref = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [state, setState] = useState(START);
  const prepared = useRef(false);

  useEffect(() => {
    const video = ref.current;
    if (!video) return;
    const update = () =>
      setState((now) => ({
        ...now,
        position: video.currentTime,
        isPlaying: !video.paused && !video.ended,
        isMuted: video.muted,
        hasFailed: video.error !== null,
      }));
    const events = ['timeupdate', 'play', 'pause', 'ended', 'seeked', 'volumechange', 'error'];
    for (const name of events) video.addEventListener(name, update);
    const full = () => setState((now) => ({ ...now, isFull: document.fullscreenElement === frame.current }));
    document.addEventListener('fullscreenchange', full);
    return () => {
      for (const name of events) video.removeEventListener(name, update);
      document.removeEventListener('fullscreenchange', full);
    };
  }, []);

  const start = useCallback(async () => {
    const video = ref.current;
    if (!video) return;
    if (!prepared.current) {
      prepared.current = true;
      await prepare(video);
    }
    // A browser may refuse to play by itself; the button is still there then.
    await video.play().catch(() => undefined);
  }, [prepare]);

  return {
    ...state,
    ref,
    frame,
    toggle() {
      const video = ref.current;
      if (!video) return;
      if (video.paused || video.ended) void start();
      else video.pause();
    },
    seek(seconds) {
      const video = ref.current;
      if (!video) return;
      if (prepared.current) {
        video.currentTime = seconds;
        setState((now) => ({ ...now, position: seconds }));
      } else {
        void start().then(() => {
          video.currentTime = seconds;
        });
      }
    },
    toggleMute() {
      if (ref.current) ref.current.muted = !ref.current.muted;
    },
    toggleFull() {
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen();
      // Phones of Apple know full screen for the video itself only.
      else
        (ref.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null)?.webkitEnterFullscreen?.();
    },
  };
}
