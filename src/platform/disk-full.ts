import { hasCode } from './fs-errors.ts';
import { ToolError } from './tool-error.ts';

/** MongoDB's code `OutOfDiskSpace`, also used by the embedded database. */
const OUT_OF_DISK_SPACE = 14031;
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether a full disk caused `error`: reported by the system, a media tool or the database. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (CODES.some((code) => hasCode(error, code))) return true;
  if ('code' in error && error.code === OUT_OF_DISK_SPACE) return true;
  if (!(error instanceof Error)) return false;
  const words = error instanceof ToolError ? error.stderrTail : error.message;
  return words.includes('No space left on device') || isDiskFull(error.cause);
}
