import { useCallback, useEffect, useState } from 'react';
import type { Preview } from '../../src/shared/contracts/films.ts';
import { FieldError } from '../../views/ui/field.tsx';
import { FilmPlayer, PlayerBar, Scrubber } from '../../views/ui/player.tsx';
import { useVideo, type VideoControls } from '../player/use-video.ts';
import { PreviewStream } from './preview-stream.ts';

/** The film as it stands: plays the prepared clips one after another, with no render. */
export function usePreview({ playlistUrl }: Preview): VideoControls {
  const [hasFailed, setFailed] = useState(false);
  const [stream] = useState(() => new PreviewStream(() => setFailed(true)));
  const prepare = useCallback(
    (element: HTMLVideoElement) => {
      setFailed(false);
      return stream.load(element);
    },
    [stream],
  );
  const controls = useVideo(prepare);
  const { video } = controls;

  useEffect(() => void stream.change(playlistUrl, video), [stream, playlistUrl, video]);
  useEffect(() => {
    if (video) return () => stream.end();
  }, [stream, video]);
  return { ...controls, hasFailed: hasFailed || controls.hasFailed };
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
    <>
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
              ref={controls.setVideo}
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
      {controls.hasFailed && (
        <div role="alert">
          <FieldError>The preview stopped. Check your connection, then press play again.</FieldError>
        </div>
      )}
    </>
  );
}
