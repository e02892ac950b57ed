/** State of a gathered error. A resolved one that occurs again is open again; an ignored one stays. */
export const ERROR_STATES = ['open', 'resolved', 'ignored'] as const;
export type ErrorState = (typeof ERROR_STATES)[number];

/** Longest texts that are kept, in characters. */
export const ERROR_TEXT = { type: 60, message: 300, stack: 3000, place: 120 } as const;

/** Errors that one page of a browser reports. */
export const ERRORS_PER_PAGE = 5;
