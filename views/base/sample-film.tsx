import { preload } from 'react-dom';
import { clock } from '../../src/shared/format.ts';
import type { OccasionType } from '../../src/shared/occasions.ts';
import { PlainFilm } from '../ui/plain-film.tsx';
import { Island } from './island.tsx';
import { usePage } from './page-context.ts';
import { SAMPLE_FILM_LENGTHS } from './sample-film-lengths.ts';

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

/**
 * A film of `static/films` behind its picture; nothing of it is loaded before somebody starts it. Without script it is the
 * browser's own player.
 */
export function SampleFilm({ occasion, label, isFirst = false }: SampleFilmProps) {
  const { assets } = usePage();
  const file = (ending: string) => assets.file(`films/${occasion}.${ending}`);
  const length = sampleFilmLength(occasion) ?? 0;
  const files = { film: file('mp4'), poster: file('webp'), captions: file('vtt'), captionsLabel: 'English' };
  if (isFirst) preload(files.poster, { as: 'image', fetchPriority: 'high' });
  return (
    <>
      <Island name="sample-film" props={{ label, length, isFirst, ...files }} />
      <noscript>
        <PlainFilm label={`${label}, ${clock(length)}`} {...files} />
      </noscript>
    </>
  );
}
