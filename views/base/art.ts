import { usePage } from './page-context.ts';

/** Drawings of `static/art`: people and places, 4:3, the face in the middle square. */
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

/** Gives the addresses of drawings; on the server only. */
export function useArt(): (name: ArtName) => string {
  const { assets } = usePage();
  return (name) => assets.file(`art/${name}.svg`);
}
