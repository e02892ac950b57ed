/** Reactions to a film, in the order in which they are offered. */
export const REACTIONS = ['love', 'laugh', 'happyTears', 'hooray', 'wow'] as const;
export type Reaction = (typeof REACTIONS)[number];

export const REACTION_WORDS: Record<Reaction, string> = {
  love: 'Love',
  laugh: 'Laugh',
  happyTears: 'Happy tears',
  hooray: 'Hooray',
  wow: 'Wow',
};

/** Offered where the occasion is quiet, with its words. */
export const QUIET_REACTIONS: Partial<Record<Reaction, string>> = { love: 'Love', happyTears: 'Tears' };
