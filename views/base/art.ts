import { usePage } from './page-context.ts';

/** Drawings in `static/art`: people and places, 4:3, faces within the central square. */
export type ArtName =
  | 'amara'
  | 'beach'
  | 'bench'
  | 'choir'
  | 'cook'
  | 'dog'
  | 'ines'
  | 'jonas'
  | 'karl'
  | 'kids'
  | 'lake'
  | 'lena'
  | 'night'
  | 'ruth'
  | 'samira'
  | 'tomas'
  | 'walter';

/** Returns a function that maps drawings to URLs. Server only. */
export function useArt(): (name: ArtName) => string {
  const { assets } = usePage();
  return (name) => assets.file(`art/${name}.svg`);
}
