import { AppError } from '../../../platform/errors.ts';
import { ToolError } from '../../../platform/tool-error.ts';

const ACCEPTED_WORDS =
  'We take videos (MP4, MOV, WebM, MKV, AVI, 3GP), photos (JPG, PNG, WebP, HEIC, GIF) and sound (M4A, MP3, WAV, OGG).';

/** The type is not accepted; `what` completes "This is ...". */
export function wrongType(what: string, cause?: unknown): AppError {
  return new AppError('WRONG_TYPE', { message: `This is ${what}. ${ACCEPTED_WORDS}`, cause });
}

/** The type is accepted, but the content can't be played to its end. */
export function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('UNREADABLE_MEDIA', { message, cause });
}

export function tooLarge(message: string, details?: Record<string, unknown>): AppError {
  return new AppError('TOO_LARGE', { message, ...(details ? { details } : {}) });
}

/** Far beyond every limit of length. */
export function tooLong(cause?: unknown): AppError {
  return new AppError('TOO_LARGE', { message: 'This recording is far too long. Cut it and add that.', cause });
}

/** Failures of the machine rather than the file: a retry may help. */
const OURS = /No space left on device|Cannot allocate memory|Too many open files|Resource temporarily unavailable/;
/**
 * What libheif says without its decoder, a package of its own on newer machines, or when it is too old for a file.
 * ffmpeg’s similar words are about the file.
 */
const CANNOT_YET =
  /No decoding plugin installed|Unsupported codec|Too many auxiliary image references|Metadata not correctly assigned/;

/** Whether a tool failed through no fault of its file: cancelled, killed, missing, or for lack of room or of a (newer) decoder. */
export function isMachinesFault(error: ToolError): boolean {
  if (error.command === 'heif-convert' && CANNOT_YET.test(error.stderrTail)) return true;
  return error.aborted || error.wasKilled || error.reason === 'not-started' || OURS.test(error.stderrTail);
}

/** Converts a tool's failure for the sender. What is not the file's fault passes unchanged. */
export function asMediaError(error: unknown, message: string): unknown {
  if (!(error instanceof ToolError)) return error;
  if (isMachinesFault(error)) return error;
  if (error.reason === 'output-limit') return tooLong(error);
  if (error.timedOut) {
    return unreadable('This file takes too long to read. Save it again as MP4 or JPG and add that.', error);
  }
  return unreadable(message, error);
}
