import type { FilmPerson, PublishedMedia } from '../../src/shared/contracts/films.ts';
import type { Thanks } from '../../src/shared/contracts/thanks.ts';

export interface GiftProps {
  /** "For Ruth" */
  dedication: string;
  /** "From Jonas, Mia, Karl and 24 more" */
  lead: string;
  /** Names on the tag. */
  names: string;
  /** No hearts, and words of its own. */
  isQuiet: boolean;
  film: PublishedMedia;
  /** Everybody in the film, in order. */
  people: FilmPerson[];
  downloadUrl: string | null;
  /** The view link, to hand on. */
  shareUrl: string | null;
  /** The private key, which reports the opening and sends thanks; null for people who only have the view link. */
  openKey: string | null;
  /** What was sent before. */
  thanks: Thanks[];
  /** Shows the wrapped parcel first. */
  isWrapped: boolean;
  /** Works without script: leads to the same page, unwrapped. */
  unwrapHref: string;
}
