import { useCallback, useEffect, useState } from 'react';
import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import { Menu, MenuButton } from '../../views/ui/menu.tsx';
import { FilmPlayer as Frame, PlayerBar, Scrubber } from '../../views/ui/player.tsx';
import { useVideo, type VideoControls } from '../player/use-video.ts';

interface FilmPlayerProps {
  film: PublishedMedia;
  label: string;
  /** Shared with the stamps beside the player. */
  controls: VideoControls;
  height: number;
  onHeight: (height: number) => void;
  hasCaptions: boolean;
  onCaptions: () => void;
}

/** The size that suits a first play: the smaller one on a slow or metered line or a small screen. */
export function firstHeight(film: PublishedMedia): number {
  const heights = film.sources.map((source) => source.height).sort((a, b) => b - a);
  const largest = heights[0] ?? 0;
  if (typeof navigator === 'undefined') return largest;
  const line = (navigator as Navigator & { connection?: { saveData?: boolean; downlink?: number } }).connection;
  const isSlow = line?.saveData === true || (line?.downlink !== undefined && line.downlink < 5);
  const isSmall = Math.max(window.screen.width, window.screen.height) * window.devicePixelRatio < 1400;
  return isSlow || isSmall ? (heights.at(-1) ?? largest) : largest;
}

/** Film, its quality and its captions; nothing is fetched before the first play. */
export function useFilm(film: PublishedMedia) {
  const [height, setHeight] = useState(() => film.sources[0]?.height ?? 0);
  const [hasCaptions, setCaptions] = useState(false);
  useEffect(() => setHeight(firstHeight(film)), [film]);

  const source = film.sources.find((each) => each.height === height) ?? film.sources[0];
  const prepare = useCallback(
    async (video: HTMLVideoElement) => {
      if (source && !video.hasAttribute('src')) video.src = source.url;
      return source !== undefined;
    },
    [source],
  );
  const controls = useVideo(prepare);
  const { video } = controls;

  useEffect(() => {
    const track = video?.textTracks[0];
    if (track) track.mode = hasCaptions ? 'showing' : 'hidden';
  }, [hasCaptions, video]);

  function chooseHeight(next: number) {
    const chosen = film.sources.find((each) => each.height === next);
    setHeight(next);
    if (!video?.currentSrc || !chosen) return;
    const { currentTime, paused } = video;
    video.src = chosen.url;
    video.currentTime = currentTime;
    if (!paused) void video.play().catch(() => undefined);
  }

  return { controls, height, chooseHeight, hasCaptions, toggleCaptions: () => setCaptions((on) => !on) };
}

export function FilmPlayer({ film, label, controls, height, onHeight, hasCaptions, onCaptions }: FilmPlayerProps) {
  const { position, isPlaying, isMuted, isFull } = controls;
  return (
    <div ref={controls.frame} className="film-frame needs-script">
      <Frame
        label={label}
        length={film.length}
        position={position}
        chapters={film.chapters}
        isPlaying={isPlaying}
        onPlay={controls.toggle}
        video={
          <video ref={controls.setVideo} playsInline preload="none" poster={film.posterUrl} onClick={controls.toggle}>
            <track kind="captions" srcLang="en" label="Names" src={film.captionsUrl} />
          </video>
        }
        scrubber={<Scrubber length={film.length} position={position} chapters={film.chapters} onSeek={controls.seek} />}
        bar={
          <PlayerBar
            length={film.length}
            position={position}
            isPlaying={isPlaying}
            isMuted={isMuted}
            isFull={isFull}
            captions={hasCaptions}
            onPlay={controls.toggle}
            onMute={controls.toggleMute}
            onCaptions={onCaptions}
            onFull={controls.toggleFull}
          >
            <Menu label={`Quality, now ${height}p`} icon="quality">
              {film.sources.map((source) => (
                <MenuButton
                  key={source.height}
                  icon="check"
                  className={source.height === height ? undefined : 'unpicked'}
                  aria-pressed={source.height === height}
                  onClick={() => onHeight(source.height)}
                >
                  {source.height}p
                </MenuButton>
              ))}
            </Menu>
          </PlayerBar>
        }
      />
      {controls.hasFailed && (
        <p className="small" role="alert">
          The film stopped. Check your connection, then reload the page.
        </p>
      )}
    </div>
  );
}
