import type { Notification } from '../../src/shared/contracts/notifications.ts';

export interface NewsProps {
  /** Newest first. */
  news: Notification[];
  unread: number;
  /** Only unread ones are shown. */
  isUnreadOnly: boolean;
  /** Cursor of the next page. */
  nextCursor: string | null;
  /** Shows a later page, which new lines stay out of. */
  isLater: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** IANA zone of the reader. */
  timeZone: string;
}
