/** How the site does, for staff. */
export interface SiteHealth {
  /** Milliseconds within which 95 % of pages and calls were answered; null while there are few. */
  answer: number | null;
  /** Films that wait to be made, and since when the first of them does. */
  renders: { count: number; since: string | null };
  /** Of the last 24 hours; `lost` of this hour: no server could be reached. */
  mails: { sent: number; bounced: number; lost: number };
  /** When the last payment came in; null before the first. */
  paidAt: string | null;
  /** Bytes of the disk with the site's own data. */
  disk: { used: number; total: number; isFull: boolean };
}
