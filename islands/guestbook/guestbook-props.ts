import type { GuestbookEntry } from '../../src/shared/contracts/guestbook.ts';
import type { Reaction } from '../../src/shared/reactions.ts';

export interface GuestbookProps {
  /** What names the event in the page’s address: its uuid, or a key of the gift. */
  eventRef: string;
  /** Receipt key of a contributor; null without one. */
  receipt: string | null;
  /** Newest first. */
  entries: GuestbookEntry[];
  total: number;
  nextCursor: string | null;
  reactions: Record<string, number>;
  /** Those that are offered. */
  offered: readonly Reaction[];
  /** May hide lines. */
  mayHide: boolean;
  mayWrite: boolean;
  /** Name to start with. */
  name: string;
  /** What the posted form without script said, or null. */
  note: string | null;
  now: number;
  timeZone: string;
}
