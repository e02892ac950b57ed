import type { Ref } from 'react';

/** Addresses of a film and of what goes with it. */
export interface FilmFiles {
  film: string;
  poster: string;
  /** WebVTT. */
  captions: string;
  /** What they hold, as players list them: names, or the words of a language. */
  captionsLabel: string;
}

export interface PlainFilmProps extends FilmFiles {
  label: string;
  className?: string;
  ref?: Ref<HTMLVideoElement>;
}

/** The browser's own player; nothing of the film is loaded before it is started. */
export function PlainFilm({ label, film, poster, captions, captionsLabel, className, ref }: PlainFilmProps) {
  return (
    <video
      ref={ref}
      className={className}
      controls
      playsInline
      preload="none"
      width="1280"
      height="720"
      poster={poster}
      src={film}
      aria-label={label}
    >
      <track kind="captions" srcLang="en" label={captionsLabel} src={captions} />
    </video>
  );
}
