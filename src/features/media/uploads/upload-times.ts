import { UPLOAD } from '../../../shared/limits.ts';

const HOUR = 60 * 60 * 1000;

/** How long an unfinished upload can be resumed, in milliseconds. */
export const RESUME_WINDOW = UPLOAD.resumeWindow;
/** How long a finished upload waits to be claimed, in milliseconds. */
export const UNCLAIMED_FOR = UPLOAD.unclaimedFor;
/** How long announced bytes stay reserved after the last one that arrived, in milliseconds. */
export const RESERVED_FOR = 3 * HOUR;
/** How long the record of an expired upload still says so, in milliseconds. */
export const REMEMBER_EXPIRED = 30 * 24 * HOUR;
/** A connection on which nothing came for so long is cut, in milliseconds: the phone has gone, its descriptor comes back. */
export const IDLE = 60_000;
/** How long a request that has to let go may still finish what it is at, in milliseconds. */
export const DRAIN = 1000;
