import type { OccasionType } from '../src/shared/occasions.ts';
import type { PageHead } from './layout/document.tsx';

export interface PublicHead extends Omit<PageHead, 'canonical' | 'occasion' | 'image'> {
  origin: string;
  path: string;
  occasion?: OccasionType;
  /** Default: the site's card. */
  image?: PageHead['image'];
}

/** Head of a public page. */
export function publicHead({ origin, path, image, ...rest }: PublicHead): PageHead {
  return {
    ...rest,
    canonical: `${origin}${path}`,
    image: image ?? { file: 'art/cards/site.png', alt: 'A wrapped parcel: one film from everyone who loves them' },
  };
}
