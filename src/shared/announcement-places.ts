/** Kinds of pages: those that anybody finds, those of people who make VidDays, and those that an event’s links open. */
export const ANNOUNCEMENT_PLACES = ['public', 'account', 'guests'] as const;
export type AnnouncementPlace = (typeof ANNOUNCEMENT_PLACES)[number];

/** More would push the page's content off a phone's screen. */
export const ANNOUNCEMENTS_MAX = 3;
