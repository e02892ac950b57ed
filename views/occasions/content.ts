import type { OccasionType } from '../../src/shared/occasions.ts';
import type { ArtName } from '../base/art.ts';
import type { PlainQuestion } from '../base/structured.ts';

/** One stamp of a sample film. Exactly one of `art`, `words` and `isVoice` says what it shows. */
export interface SampleClip {
  name: string;
  /** Seconds. */
  length: number;
  art?: ArtName;
  /** A text card. */
  words?: string;
  isVoice?: boolean;
}

/** Everything that the page of one occasion says. Plain text; no sentence stands on two pages. */
export interface OccasionContent {
  /** Whose paper, prompts and address; the catalogue knows which others share the page. */
  type: OccasionType;
  /** `YYYY-MM-DD` of the last change, for the sitemap. */
  updated: string;
  /** What the tab and a search result show. */
  title: string;
  description: string;
  /** Short word on the paper, beside the sticker. */
  kind: string;
  /** Lines of the headline. */
  headline: readonly string[];
  lead: string;
  /** Label of the button that starts one. */
  start: string;
  /** Whom the sample film is for; stands in the prompts. */
  whom: string;
  film: { art: ArtName; alt: string };
  /** A film as it could be. */
  strip: { label: string; clips: readonly SampleClip[] };
  /** How one came about, in three steps. */
  story: { title: string; steps: readonly [Step, Step, Step] };
  /** Above the prompts. */
  ask: { title: string; lead: string };
  /** Invitations to copy. */
  messages: { title: string; lead: string; samples: readonly SampleMessage[] };
  questions: { title: string; items: readonly PlainQuestion[] };
  /** For the other occasions that share the page. */
  shares?: readonly { type: OccasionType; text: string }[];
  related: readonly OccasionType[];
  end: { title: string; fine: string };
}

export interface Step {
  when: string;
  text: string;
}

export interface SampleMessage {
  /** For whom or which tone. */
  to: string;
  text: string;
}
