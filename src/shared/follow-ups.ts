/**
 * What follows a delivery by itself: its makers hear that it is still wrapped, recipients are reminded of it if they ask
 * for that, and are asked for thanks an hour and a day after the opening.
 */
export const FOLLOW_UPS = ['unopened', 'nudge', 'thanks-hour', 'thanks-day'] as const;
export type FollowUpKind = (typeof FOLLOW_UPS)[number];
