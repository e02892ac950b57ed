import type { Postcard } from '../../src/shared/contracts/postcards.ts';
import type { CardValues } from '../../src/shared/postcard-values.ts';

/** A clip whose picture can stand on the front. */
export interface CardClip {
  id: string;
  posterUrl: string;
  /** Whose it is. */
  name: string;
  /** Seconds of a video; null for a photo or a card. */
  length: number | null;
}

export interface PostcardEditorProps {
  card: Postcard;
  values: CardValues;
  /** Names of the recipients. */
  names: string;
  clips: readonly CardClip[];
  templates: readonly { id: string; name: string; backgroundUrl: string }[];
  countries: readonly { value: string; label: string }[];
  /** Address of the list of cards. */
  listUrl: string;
  /** Today, as `2026-06-12`. */
  today: string;
  /** What is wrong with fields that were sent without script. */
  refused: Partial<Record<keyof CardValues, string>>;
  isSaved: boolean;
}
