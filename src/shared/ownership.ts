/**
 * Who an event belongs to: the browser that started it, an account, or nobody any more, as that account was deleted and
 * the event remains for its recipient.
 */
export const OWNERSHIPS = ['draft', 'user', 'orphaned'] as const;
export type Ownership = (typeof OWNERSHIPS)[number];
