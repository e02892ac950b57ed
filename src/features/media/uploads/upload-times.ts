import { UPLOAD } from '../../../shared/limits.ts';

/** How long an upload that nobody finished or claimed is kept, in milliseconds. */
export const RESUME_WINDOW = UPLOAD.resumeWindow;
/** How long the record of an expired upload still says so, in milliseconds. */
export const REMEMBER_EXPIRED = 30 * 24 * 60 * 60 * 1000;
/** A connection on which nothing came for so long is cut, in milliseconds: the phone has gone, its descriptor comes back. */
export const IDLE = 60_000;
/** How long a request that has to let go may still finish what it is at, in milliseconds. */
export const DRAIN = 1000;
/** Free space that uploads leave on the disk, in bytes. */
export const DISK_RESERVE = 512 * 1024 * 1024;
