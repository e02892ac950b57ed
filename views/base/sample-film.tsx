import { preload } from 'react-dom';
import { clock } from '../../src/shared/format.ts';
import type { OccasionType } from '../../src/shared/occasions.ts';
import { PlainFilm } from '../ui/plain-film.tsx';
import { Island } from './island.tsx';
import { usePage } from './page-context.ts';
import { SAMPLE_FILM_LENGTHS } from './sample-film-lengths.ts';

/** Length of an occasion's sample film in seconds; null if it has none. */
export function sampleFilmLength(type: OccasionType): number | null {
  return SAMPLE_FILM_LENGTHS[type] ?? null;
}

/** URL of the film; null if the occasion has none. */
export function useSampleFilm(type: OccasionType): string | null {
  const { assets } = usePage();
  return sampleFilmLength(type) === null ? null : assets.file(`films/${type}.mp4`);
}

export interface SampleFilmProps {
  occasion: OccasionType;
  /** Label, such as "Ruth’s film". */
  label: string;
  /** The largest picture above the fold: preload its poster. */
  isFirst?: boolean;
}

/** A sample film with its poster; the video loads on start. Without script, the browser's own player. */
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
