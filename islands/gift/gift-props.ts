import type { PublishedMedia } from '../../src/shared/contracts/films.ts';
import type { MediaKind } from '../../src/shared/contracts/media.ts';

/** The picture of one chapter. */
export interface ChapterFace {
  kind: MediaKind;
  posterUrl: string | null;
  text: string | null;
}

export interface GiftProps {
  /** "Ruth, this is for you." */
  dedication: string;
  /** "From Jonas, Mia, Karl and 24 more" */
  lead: string;
  /** Names on the tag. */
  names: string;
  film: PublishedMedia | null;
  /** One for each chapter of the film. */
  faces: ChapterFace[];
  downloadUrl: string | null;
  /** The view link, to hand on. */
  shareUrl: string | null;
  /** The private key with which the opening is told; null where nothing is to be told. */
  openKey: string | null;
  /** Shows the wrapped parcel first. */
  isWrapped: boolean;
  /** Works without script: leads to the same page, unwrapped. */
  unwrapHref: string;
}
