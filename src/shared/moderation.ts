/** Why a clip waits for staff: somebody reported it, it has words of our list, or an address of a page. */
export const FLAG_REASONS = ['reported', 'words', 'link'] as const;
export type FlagReason = (typeof FLAG_REASONS)[number];

/** `open`: waits for staff. `hidden`: taken out. `cleared`: looked at, and fine. */
export const MODERATION_STATES = ['open', 'hidden', 'cleared'] as const;
export type ModerationState = (typeof MODERATION_STATES)[number];

/** The same, and `none` for a clip that nobody has marked. */
export const SEEN_STATES = [...MODERATION_STATES, 'none'] as const;
export type SeenState = (typeof SEEN_STATES)[number];
