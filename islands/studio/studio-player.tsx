import type { ReactNode } from 'react';
import { FieldError } from '../../views/ui/field.tsx';
import { type Chapter, FilmPlayer, PlayerBar, Scrubber } from '../../views/ui/player.tsx';
import type { VideoControls } from '../player/use-video.ts';

interface StudioPlayerProps {
  /** Label of the film. */
  label: string;
  length: number;
  chapters: readonly Chapter[];
  posterUrl: string | null;
  controls: VideoControls;
  /** What is drawn over the picture. */
  over?: ReactNode;
  /** Whether captions are shown; undefined if it has none. */
  captions?: boolean | undefined;
  onCaptions?: () => void;
}

/** The studio's player, for the preview and for finished films. */
export function StudioPlayer({
  label,
  length,
  chapters,
  posterUrl,
  controls,
  over,
  captions,
  onCaptions,
}: StudioPlayerProps) {
  const { position, isPlaying, isMuted, isFull } = controls;
  return (
    <>
      <div ref={controls.frame}>
        <FilmPlayer
          label={label}
          length={length}
          position={position}
          chapters={chapters}
          isPlaying={isPlaying}
          onPlay={() => {
            controls.toggle();
            // The large button goes away.
            controls.frame.current?.querySelector<HTMLElement>('.player__bar button')?.focus({ preventScroll: true });
          }}
          video={
            <>
              {/* biome-ignore lint/a11y/useMediaCaption: captions are drawn over it; the chapters show the names */}
              <video
                ref={controls.setVideo}
                playsInline
                preload="none"
                poster={posterUrl ?? undefined}
                onClick={controls.toggle}
              />
              {over}
            </>
          }
          scrubber={<Scrubber length={length} position={position} chapters={chapters} onSeek={controls.seek} />}
          bar={
            <PlayerBar
              length={length}
              position={position}
              isPlaying={isPlaying}
              isMuted={isMuted}
              isFull={isFull}
              captions={captions}
              onCaptions={onCaptions}
              onPlay={controls.toggle}
              onMute={controls.toggleMute}
              onFull={controls.toggleFull}
            />
          }
        />
      </div>
      {controls.hasFailed && (
        <div role="alert">
          <FieldError>It stopped playing. Check your connection, then press play again.</FieldError>
        </div>
      )}
    </>
  );
}
