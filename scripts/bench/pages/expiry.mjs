/** Answers between two expiries of the case `expiring`: half a second of full load. */
export const ANSWERS_FRESH = 15_000;
