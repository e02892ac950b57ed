import type { OccasionType } from '../../src/shared/occasions.ts';
import type { ArtName } from '../base/art.ts';
import type { PlainQuestion } from '../base/structured.ts';

/** A clip in a sample film. Exactly one of `art`, `words` and `isVoice` is set. */
export interface SampleClip {
  name: string;
  /** Seconds. */
  length: number;
  art?: ArtName;
  /** A text card. */
  words?: string;
  isVoice?: boolean;
}

/** Texts of an occasion page. Plain text; no sentence appears on two pages. */
export interface OccasionContent {
  /** Determines paper, prompts and URL; other occasions may share the page. */
  type: OccasionType;
  /** `YYYY-MM-DD` of the last change, for the sitemap. */
  updated: string;
  /** Title in tabs and search results. */
  title: string;
  description: string;
  /** Short label on the paper, next to the sticker. */
  kind: string;
  /** Lines of the headline. */
  headline: readonly string[];
  lead: string;
  /** Label of the start button. */
  start: string;
  /** Recipient of the sample film, used in the prompts. */
  recipient: string;
  film: { art: ArtName; alt: string };
  /** An example film. */
  strip: { label: string; clips: readonly SampleClip[] };
  /** An example story in three steps. */
  story: { title: string; steps: readonly [Step, Step, Step] };
  /** Heading of the prompts. */
  ask: { title: string; lead: string };
  /** Invitations to copy. */
  messages: { title: string; lead: string; samples: readonly SampleMessage[] };
  questions: { title: string; items: readonly PlainQuestion[] };
  /** Texts for other occasions that share the page. */
  shares?: readonly { type: OccasionType; text: string }[];
  related: readonly OccasionType[];
  end: { title: string; fine: string };
}

export interface Step {
  when: string;
  text: string;
}

export interface SampleMessage {
  /** Recipients or tone. */
  to: string;
  text: string;
}
