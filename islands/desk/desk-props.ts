import type { DeskConversation, DeskShow, DeskThread } from '../../src/shared/contracts/chat-desk.ts';

export interface DeskProps {
  list: DeskConversation[];
  /** How many there are of this kind. */
  total: number;
  /** Messages of visitors that nobody has seen, over all conversations. */
  unread: number;
  show: DeskShow;
  /** What is looked for; empty for all. */
  q: string;
  /** Where the list begins; null at the latest ones. */
  cursor: string | null;
  /** Where the older ones are; null at the end. */
  nextHref: string | null;
  thread: DeskThread | null;
  me: { id: string; name: string };
  /** What an answer is called that is written without script. */
  clientId: string;
  /** What stands in the answer box at first. */
  draft: string;
  /** Why what was just posted did not go through. */
  error: string | null;
  /** Milliseconds since 1970, so that server and browser call the same day today. */
  now: number;
}
