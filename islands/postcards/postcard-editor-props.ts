import type { Postcard } from '../../src/shared/contracts/postcards.ts';
import type { CardClip, CardValues } from '../../src/shared/forms/postcard-values.ts';

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
  /** We print and post cards. */
  canPost: boolean;
  /** The viewer writes cards that the owner of the event pays for. */
  isForOwner: boolean;
  /** Cents that were paid for cards which are not sent yet: one is taken for this card if it is enough. */
  paid: readonly number[];
  /** Why it was not posted, without script; null for no reason. */
  notPosted: string | null;
}
