import type { Ref } from 'react';

/** Addresses of a sample film and of what goes with it. */
export interface SampleFilmFiles {
  film: string;
  poster: string;
  captions: string;
}

/** The browser's own player; nothing of the film is loaded before it is started. */
export function FilmPlayer({
  label,
  film,
  poster,
  captions,
  ref,
}: SampleFilmFiles & { label: string; ref?: Ref<HTMLVideoElement> }) {
  return (
    <video ref={ref} controls playsInline preload="none" poster={poster} width="768" height="432" aria-label={label}>
      <source src={film} type="video/mp4" />
      <track kind="captions" srcLang="en" label="English" src={captions} />
    </video>
  );
}
