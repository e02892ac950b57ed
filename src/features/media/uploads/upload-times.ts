import { UPLOAD } from '../../../shared/limits.ts';

const HOUR = 60 * 60 * 1000;

/** How long an unfinished upload can be resumed, in milliseconds. */
export const RESUME_WINDOW = UPLOAD.resumeWindow;
/** How long a finished upload can be claimed, in milliseconds. */
export const UNCLAIMED_FOR = UPLOAD.unclaimedFor;
/** How long announced bytes stay reserved after the last received byte, in milliseconds. */
export const RESERVED_FOR = 3 * HOUR;
/** How long the record of an expired upload is kept, in milliseconds. */
export const REMEMBER_EXPIRED = 30 * 24 * HOUR;
/** Idle timeout of a connection in milliseconds, which frees its descriptor. */
export const IDLE = 60_000;
/** How long a request that must release its lock may continue, in milliseconds. */
export const DRAIN = 1000;
