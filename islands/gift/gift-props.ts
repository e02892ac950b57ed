import type { FilmPerson, PublishedMedia } from '../../src/shared/contracts/films.ts';
import type { Thanks } from '../../src/shared/contracts/thanks.ts';

export interface GiftProps {
  /** "For Ruth" */
  dedication: string;
  /** "From Jonas, Mia, Karl and 24 more" */
  lead: string;
  /** Names on the tag. */
  names: string;
  /** No hearts, quieter texts. */
  isQuiet: boolean;
  film: PublishedMedia;
  /** People in the film, in order. */
  people: FilmPerson[];
  downloadUrl: string | null;
  /** The film in other shapes, to keep. */
  otherDownloads: { name: string; url: string }[];
  /** View link for sharing. */
  shareUrl: string | null;
  /** Page of the guestbook; null without one. */
  guestbookHref: string | null;
  /** Page with everything in one download; null without leave. */
  keepsakeHref: string | null;
  /** What everybody put in beside it; null for nothing, and until the server has heard that the gift was opened. */
  rewardHref: string | null;
  /** Private key, for reporting the opening and sending thanks; null for holders of the view link. */
  openKey: string | null;
  /** May be filmed while watching, if they say yes: a recipient, not a maker who looks. */
  mayFilm: boolean;
  /** Thanks sent before. */
  thanks: Thanks[];
  /** They are the viewer’s own, who may delete the videos among them: a recipient, not a maker who looks. */
  isSender: boolean;
  /** Shows the wrapped parcel first. */
  isWrapped: boolean;
  /** Link to the unwrapped page, for use without script. */
  unwrapHref: string;
}

export interface ThankPanelProps extends Pick<GiftProps, 'people' | 'isQuiet' | 'names' | 'isSender'> {
  /** Private key of the event. */
  openKey: string;
  sent: readonly Thanks[];
  onSent(sent: Thanks[]): void;
  /** The person whose stamp was tapped. */
  chosen: FilmPerson | null;
  onChosen(person: FilmPerson | null): void;
  onWatch(from: number): void;
}
