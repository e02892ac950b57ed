import type { ComponentProps, ReactNode } from 'react';
import { clock } from '../../src/shared/format.ts';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface Chapter {
  /** Seconds from the film's start. */
  start: number;
  title: string;
}

/** The chapter at a time, if any. */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | undefined {
  return chapters.findLast((chapter) => chapter.start <= seconds);
}

const WIDTH = 600;
const GAP = 3;

/** Segments of the scrubber by chapter, in `viewBox` units. */
function marks(chapters: readonly Chapter[], length: number) {
  const starts = [0, ...chapters.map((chapter) => chapter.start).filter((start) => start > 0 && start < length)];
  const at = (seconds: number) => (seconds / Math.max(length, 0.001)) * WIDTH;
  return starts.map((start, index) => {
    const x = at(start);
    const end = at(starts[index + 1] ?? length);
    return { x, width: Math.max(1, end - x - (index < starts.length - 1 ? GAP : 0)) };
  });
}

export interface ScrubberProps {
  /** Seconds. */
  length: number;
  position?: number;
  chapters?: readonly Chapter[];
  /** Makes it a slider for pointer and keyboard. */
  onSeek?: (seconds: number) => void;
}

const fixed = (value: number) => Number(value.toFixed(2));

/** Position in the film, with chapter marks. */
export function Scrubber({ length, position = 0, chapters = [], onSeek }: ScrubberProps) {
  const done = (Math.min(position, length) / Math.max(length, 0.001)) * WIDTH;
  const now = chapterAt(chapters, position);
  const text = `${clock(position)} of ${clock(length)}${now ? `, ${now.title}` : ''}`;
  return (
    <div className="player__scrubber">
      <svg
        className="player__scrub"
        viewBox={`0 0 ${WIDTH} 16`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {marks(chapters, length).map((mark) => (
          <rect key={mark.x} x={fixed(mark.x)} y="5" width={fixed(mark.width)} height="6" />
        ))}
        {marks(chapters, length)
          .filter((mark) => mark.x < done)
          .map((mark) => (
            <rect
              key={mark.x}
              className="player__done"
              x={fixed(mark.x)}
              y="5"
              width={fixed(Math.min(mark.width, done - mark.x))}
              height="6"
            />
          ))}
      </svg>
      {onSeek && (
        <input
          className="player__seek"
          type="range"
          min={0}
          max={fixed(length)}
          step={0.1}
          value={fixed(Math.min(position, length))}
          aria-label="Place in the film"
          aria-valuetext={text}
          onChange={(event) => onSeek(Number(event.target.value))}
        />
      )}
    </div>
  );
}

export interface PlayerBarProps {
  length: number;
  position?: number;
  isPlaying?: boolean;
  isMuted?: boolean;
  isFull?: boolean;
  /** Undefined if the film has none. */
  captions?: boolean;
  onPlay?: () => void;
  onMute?: () => void;
  onCaptions?: () => void;
  onFull?: () => void;
  /** Before captions and sound: quality menu, speed. */
  children?: ReactNode;
}

/** Controls under the picture. */
export function PlayerBar({
  length,
  position = 0,
  isPlaying,
  isMuted,
  isFull,
  captions,
  onPlay,
  onMute,
  onCaptions,
  onFull,
  children,
}: PlayerBarProps) {
  return (
    <div className="player__bar">
      <IconButton icon={isPlaying ? 'pause' : 'play'} label={isPlaying ? 'Pause' : 'Play'} onClick={onPlay} />
      <span className="l-num">
        {clock(position)} / {clock(length)}
      </span>
      <span className="l-push" />
      {children}
      {captions !== undefined && <IconButton icon="cc" label="Captions" aria-pressed={captions} onClick={onCaptions} />}
      <IconButton icon={isMuted ? 'muted' : 'volume'} label="Sound" aria-pressed={!isMuted} onClick={onMute} />
      <IconButton
        icon={isFull ? 'exit-fullscreen' : 'fullscreen'}
        label={isFull ? 'Leave full screen' : 'Full screen'}
        onClick={onFull}
      />
    </div>
  );
}

export interface PlayButtonProps extends ComponentProps<'button'> {
  label?: string;
}

/** The large play button in the lower left corner, as faces are in the middle. */
function PlayButton({ label = 'Play the film', ...rest }: PlayButtonProps) {
  return (
    <button type="button" {...rest} className="player__play" aria-label={label}>
      <Icon name="play" />
    </button>
  );
}

export interface Poster {
  src: string;
  alt: string;
  width?: number;
  height?: number;
  /** Portrait: shown whole over a blurred copy. */
  isPortrait?: boolean;
}

export interface FilmPlayerProps extends ComponentProps<'div'> {
  /** Label, such as "Ruth’s film". */
  label: string;
  poster?: Poster | null;
  length: number;
  position?: number;
  chapters?: readonly Chapter[];
  /** Current caption. */
  caption?: ReactNode;
  /** The `video` element; replaces the poster. */
  video?: ReactNode;
  /** Hides the large play button. */
  isPlaying?: boolean;
  onPlay?: () => void;
  /** Replaces the default scrubber and bar. */
  scrubber?: ReactNode;
  bar?: ReactNode;
  /** Replaces picture and play button: empty, loading or failed. */
  children?: ReactNode;
}

/** Frame of the film: picture, play button, scrubber with chapters, controls. Static without an island. */
export function FilmPlayer(props: FilmPlayerProps) {
  const { label, poster, length, position = 0, chapters, caption, video, isPlaying, onPlay } = props;
  const { scrubber, bar, className, children, ...rest } = withoutOwn(props);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this groups a player's controls
    <div {...rest} className={cx('player', className)} role="group" aria-label={label}>
      <div className="player__screen">
        {children ?? (
          <>
            {video ?? (poster && <PosterImages poster={poster} />)}
            {caption && <p className="player__caption">{caption}</p>}
            {!isPlaying && <PlayButton onClick={onPlay} />}
          </>
        )}
      </div>
      {scrubber ?? <Scrubber length={length} position={position} chapters={chapters} />}
      {bar ?? <PlayerBar length={length} position={position} isPlaying={isPlaying} onPlay={onPlay} />}
    </div>
  );
}

/** Props to pass on to the element. */
function withoutOwn({
  label: _label,
  poster: _poster,
  length: _length,
  position: _position,
  chapters: _chapters,
  caption: _caption,
  video: _video,
  isPlaying: _isPlaying,
  onPlay: _onPlay,
  ...rest
}: FilmPlayerProps) {
  return rest;
}

/** A poster; twice if it is portrait. */
function PosterImages({ poster }: { poster: Poster }) {
  const { src, alt, width = 480, height = 360, isPortrait } = poster;
  return (
    <>
      {isPortrait && (
        <img className="player__under" src={src} width={width} height={height} alt="" aria-hidden="true" />
      )}
      <img className={cx(isPortrait && 'player__tall')} src={src} width={width} height={height} alt={alt} />
    </>
  );
}
