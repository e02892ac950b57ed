import type { Ref } from 'react';

/** URLs of a film and its captions. */
export interface FilmFiles {
  film: string;
  poster: string;
  /** WebVTT. */
  captions: string;
  /** Label in players: names, or the language. */
  captionsLabel: string;
}

export interface PlainFilmProps extends FilmFiles {
  label: string;
  className?: string;
  ref?: Ref<HTMLVideoElement>;
}

/** The browser's own player; loads the film on start. */
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
