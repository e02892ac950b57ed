import { preload } from 'react-dom';
import { clock } from '../src/shared/format.ts';
import type { OccasionType } from '../src/shared/occasions.ts';
import { usePage } from './page-context.ts';
import { SAMPLE_FILM_LENGTHS } from './sample-film-lengths.ts';

/** Pixels of the films and of their posters. */
const SIZE = { width: 768, height: 432 };

/** Seconds of an occasion's sample film; null where it has none. */
export function sampleFilmLength(type: OccasionType): number | null {
  return SAMPLE_FILM_LENGTHS[type] ?? null;
}

/** Address of the film itself, which browsers play; null where the occasion has none. */
export function useSampleFilm(type: OccasionType): string | null {
  const { assets } = usePage();
  return sampleFilmLength(type) === null ? null : assets.file(`films/${type}.mp4`);
}

export interface SampleFilmProps {
  occasion: OccasionType;
  /** What it shows, e.g. "Ruth’s film". */
  label: string;
  /** The largest picture of the first screen: its poster is asked for at once. */
  isFirst?: boolean;
}

/** A film of `static/films`, played by the browser itself: nothing of it is loaded before somebody starts it. */
export function SampleFilm({ occasion, label, isFirst }: SampleFilmProps) {
  const { assets } = usePage();
  const file = (ending: string) => assets.file(`films/${occasion}.${ending}`);
  const length = sampleFilmLength(occasion) ?? 0;
  if (isFirst) preload(file('webp'), { as: 'image', fetchPriority: 'high' });
  return (
    <video
      controls
      playsInline
      preload="none"
      poster={file('webp')}
      {...SIZE}
      aria-label={`${label}, ${clock(length)}`}
    >
      <source src={file('mp4')} type="video/mp4" />
      <track kind="captions" srcLang="en" label="English" src={file('vtt')} />
    </video>
  );
}
