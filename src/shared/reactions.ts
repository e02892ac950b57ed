/** Reactions of people who watch or write, in the order in which they are offered. */
export const REACTIONS = ['love', 'laugh', 'happyTears', 'hooray', 'wow'] as const;
export type Reaction = (typeof REACTIONS)[number];

/** Offered in the guestbook of a quiet occasion. */
export const QUIET_REACTIONS: readonly Reaction[] = ['love', 'happyTears'];
