import type HlsType from 'hls.js';
import { useCallback, useEffect, useRef } from 'react';
import type { Preview } from '../../src/shared/contracts/films.ts';
import { FilmPlayer, PlayerBar, Scrubber } from '../../views/ui/player.tsx';
import { useVideo, type VideoControls } from '../player/use-video.ts';

/** The film as it stands: plays the prepared clips one after another, with no render. */
export function usePreview(preview: Preview): VideoControls {
  const hls = useRef<HlsType | null>(null);
  const { playlistUrl } = preview;

  const prepare = useCallback(
    async (video: HTMLVideoElement) => {
      if (!playlistUrl) return;
      hls.current?.destroy();
      hls.current = null;
      const { default: Hls } = await import('hls.js/light');
      if (!Hls.isSupported()) {
        video.src = playlistUrl;
        return;
      }
      const player = new Hls({ maxBufferLength: 30 });
      hls.current = player;
      player.loadSource(playlistUrl);
      player.attachMedia(video);
      await new Promise<void>((resolve) => {
        player.once(Hls.Events.MANIFEST_PARSED, () => resolve());
        player.once(Hls.Events.ERROR, () => resolve());
      });
    },
    [playlistUrl],
  );
  const video = useVideo(prepare);

  const started = useRef(playlistUrl);
  useEffect(() => {
    const element = video.ref.current;
    if (started.current === playlistUrl || !element) return;
    started.current = playlistUrl;
    const wasLoaded = element.currentSrc !== '' || hls.current !== null;
    if (!wasLoaded) return;
    const { currentTime, paused } = element;
    element.pause();
    void prepare(element).then(() => {
      element.currentTime = currentTime;
      // A clip that came in must not stop somebody's watching.
      if (!paused) void element.play().catch(() => undefined);
    });
  }, [playlistUrl, prepare, video.ref]);

  useEffect(() => () => hls.current?.destroy(), []);
  return video;
}

interface PreviewPlayerProps {
  preview: Preview;
  controls: VideoControls;
  posterUrl: string | null;
  label: string;
}

export function PreviewPlayer({ preview, controls, posterUrl, label }: PreviewPlayerProps) {
  const { position, isPlaying, isMuted, isFull } = controls;
  return (
    <div ref={controls.frame}>
      <FilmPlayer
        label={label}
        length={preview.length}
        position={position}
        chapters={preview.chapters}
        isPlaying={isPlaying}
        onPlay={controls.toggle}
        video={
          // biome-ignore lint/a11y/useMediaCaption: what people say in their clips has no transcript; names stand in the chapters
          <video
            ref={controls.ref}
            playsInline
            preload="none"
            poster={posterUrl ?? undefined}
            onClick={controls.toggle}
          />
        }
        scrubber={
          <Scrubber length={preview.length} position={position} chapters={preview.chapters} onSeek={controls.seek} />
        }
        bar={
          <PlayerBar
            length={preview.length}
            position={position}
            isPlaying={isPlaying}
            isMuted={isMuted}
            isFull={isFull}
            onPlay={controls.toggle}
            onMute={controls.toggleMute}
            onFull={controls.toggleFull}
          />
        }
      />
    </div>
  );
}
