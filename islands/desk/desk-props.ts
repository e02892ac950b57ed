import type { CannedAnswer } from '../../src/shared/contracts/canned-answers.ts';
import type { DeskConversation, DeskShow, DeskThread } from '../../src/shared/contracts/chat-desk.ts';

export interface DeskProps {
  list: DeskConversation[];
  /** Total number with this filter. */
  total: number;
  /** Unread visitor messages in all conversations. */
  unread: number;
  show: DeskShow;
  /** Search words; empty for all. */
  q: string;
  /** Start of the page; null for the latest. */
  cursor: string | null;
  /** Next page; null at the end. */
  nextHref: string | null;
  thread: DeskThread | null;
  me: { id: string; name: string };
  /** Saved replies, by their words. */
  answers: CannedAnswer[];
  /** Who a conversation can be handed over to. */
  colleagues: { id: string; name: string }[];
  /** Id of an answer posted without script. */
  clientId: string;
  /** Initial text of the answer. */
  draft: string;
  /** Why the posted answer was refused. */
  error: string | null;
  /** Milliseconds since 1970, so that server and browser agree on today. */
  now: number;
}
